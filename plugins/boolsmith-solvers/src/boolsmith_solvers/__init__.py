"""Formulations: a subproblem as an integer linear program, a QUBO or a constrained quadratic model.

Each is a pure function from a subproblem to a model that no solver owns, and the model turns an
assignment back into a rule.
"""

from boolsmith_solvers.cqm import CQMModel, cqm
from boolsmith_solvers.ilp import ILPModel, ilp
from boolsmith_solvers.program import LinearProgram
from boolsmith_solvers.qubo import QUBOModel, num_qubo_variables, qubo
from boolsmith_solvers.reading import InfeasibleError, objective, refusal

__all__ = [
    "CQMModel",
    "ILPModel",
    "InfeasibleError",
    "LinearProgram",
    "QUBOModel",
    "cqm",
    "ilp",
    "num_qubo_variables",
    "objective",
    "qubo",
    "refusal",
]
