"""Registers the backends `leap-bqm`, `leap-cqm` and `qpu`, without importing the Ocean SDK."""

from boolsmith import hookimpl
from boolsmith.subproblems import BackendSpec, Formulation

boolsmith_api = 2

_BACKENDS: dict[str, tuple[str, Formulation, str]] = {
    "leap-bqm": ("BqmBackend", "qubo", "hybrid solver of D-Wave Leap for the QUBO"),
    "leap-cqm": ("CqmBackend", "cqm", "hybrid solver of D-Wave Leap for the constrained model"),
    "qpu": ("QpuBackend", "qubo", "quantum annealer of D-Wave, for a QUBO small enough to embed"),
}


@hookimpl
def boolsmith_backends() -> list[BackendSpec]:
    """Return the backends of this package."""
    return [
        BackendSpec(
            name,
            f"boolsmith_leap.backends:{kind}",
            formulation=formulation,
            requires="dwave.system",
            install="pip install boolsmith-leap",
            remote=True,
            configured="boolsmith_leap.connection:why_not_configured",
            description=description,
        )
        for name, (kind, formulation, description) in _BACKENDS.items()
    ]
