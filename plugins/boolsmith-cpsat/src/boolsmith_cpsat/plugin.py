"""Registers the backend `cp-sat`, without importing OR-Tools."""

from boolsmith import hookimpl
from boolsmith.subproblems import BackendSpec

boolsmith_api = 2


@hookimpl
def boolsmith_backends() -> list[BackendSpec]:
    """Return the backend of this package."""
    return [
        BackendSpec(
            "cp-sat",
            "boolsmith_cpsat.backend:CpSatBackend",
            formulation="ilp",
            requires="ortools",
            install="pip install boolsmith-cpsat",
            description="CP-SAT of OR-Tools, on the integer linear program",
        )
    ]
