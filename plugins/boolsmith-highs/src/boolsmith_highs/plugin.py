"""Registers the backend `highs`, without importing HiGHS."""

from boolsmith import hookimpl
from boolsmith.subproblems import BackendSpec

boolsmith_api = 2


@hookimpl
def boolsmith_backends() -> list[BackendSpec]:
    """Return the backend of this package."""
    return [
        BackendSpec(
            "highs",
            "boolsmith_highs.backend:HighsBackend",
            formulation="ilp",
            requires="highspy",
            install="pip install boolsmith-highs",
            description="HiGHS, branch and cut on the integer linear program",
        )
    ]
