"""The kit for authors of backends: subproblems as models, and what solves or samples them.

`ilp`, `qubo` and `cqm` are pure functions from a subproblem to a model that no solver owns; the
model turns an assignment back into a rule. `ProgramBackend` is all of a backend for integer linear
programs but the call of the solver; `QuadraticBackend` and `ConstrainedQuadraticBackend` are the
same for samplers. What is not exported here may change at any time.
"""

from boolsmith_solvers.cqm import CQMModel, cqm
from boolsmith_solvers.ilp import ILPModel, ilp
from boolsmith_solvers.linear_program import LinearProgram
from boolsmith_solvers.program_backend import Outcome, ProgramBackend, ProgramParameters
from boolsmith_solvers.qubo import QUBOModel, num_qubo_variables, qubo
from boolsmith_solvers.reading import InfeasibleError, Rows, objective, refusal
from boolsmith_solvers.sampler_backends import (
    ConstrainedQuadraticBackend,
    QuadraticBackend,
    QuadraticParameters,
    SamplerBackend,
    start_bits,
)

__version__ = "0.1.0"

__all__ = [
    "CQMModel",
    "ConstrainedQuadraticBackend",
    "ILPModel",
    "InfeasibleError",
    "LinearProgram",
    "Outcome",
    "ProgramBackend",
    "ProgramParameters",
    "QUBOModel",
    "QuadraticBackend",
    "QuadraticParameters",
    "Rows",
    "SamplerBackend",
    "__version__",
    "cqm",
    "ilp",
    "num_qubo_variables",
    "objective",
    "qubo",
    "refusal",
    "start_bits",
]
