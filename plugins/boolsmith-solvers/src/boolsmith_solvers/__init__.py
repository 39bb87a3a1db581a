"""Formulations: a subproblem as an integer linear program, a QUBO or a constrained quadratic model.

Each is a pure function from a subproblem to a model that no solver owns, and the model turns an
assignment back into a rule.
"""

from boolsmith.subproblems.formulations.cqm import CQMModel, cqm
from boolsmith.subproblems.formulations.ilp import ILPModel, ilp
from boolsmith.subproblems.formulations.program import LinearProgram
from boolsmith.subproblems.formulations.qubo import QUBOModel, num_qubo_variables, qubo
from boolsmith.subproblems.formulations.reading import InfeasibleError, fits, objective, refusal

__all__ = [
    "CQMModel",
    "ILPModel",
    "InfeasibleError",
    "LinearProgram",
    "QUBOModel",
    "cqm",
    "fits",
    "ilp",
    "num_qubo_variables",
    "objective",
    "qubo",
    "refusal",
]
