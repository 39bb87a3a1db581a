"""Registers the backends `mip-cbc` and `mip-highs`, without importing Python-MIP."""

from boolsmith import hookimpl
from boolsmith.subproblems import BackendSpec

boolsmith_api = 2


@hookimpl
def boolsmith_backends() -> list[BackendSpec]:
    """Return the backends of this package."""
    return [
        BackendSpec(
            f"mip-{solver.lower()}",
            f"boolsmith_mip.backend:{solver.capitalize()}Backend",
            formulation="ilp",
            requires="mip",
            install="pip install boolsmith-mip",
            description=f"{solver} through Python-MIP, on the integer linear program",
        )
        for solver in ("CBC", "HiGHS")
    ]
