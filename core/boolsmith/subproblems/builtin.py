"""The built-in backends, by import string: listing them imports neither numpy nor numba."""

from boolsmith.subproblems.backend import BackendSpec
from boolsmith.subproblems.problem import SHAPES

EXACT = BackendSpec(
    "exact",
    "boolsmith.subproblems.exact:ExactBackend",
    formulation="native",
    description="branch and bound on packed words: the best rule of depth one, with a proof",
)
LOCAL = BackendSpec(
    "local",
    "boolsmith.subproblems.local:LocalBackend",
    formulation="native",
    shapes=SHAPES,
    max_samples=None,
    description="sweeps from many starts: a good rule of depth one or two in milliseconds",
)

BUILTIN = (EXACT, LOCAL)
