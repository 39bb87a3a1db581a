"""Registers the backends `neal`, `tabu` and `exact-qubo`, without importing a sampler."""

from boolsmith import hookimpl
from boolsmith.subproblems import SHAPES, BackendSpec

boolsmith_api = 2

_BACKENDS = {
    "neal": ("NealBackend", "dwave.samplers", "simulated annealing of the QUBO"),
    "tabu": ("TabuBackend", "dwave.samplers", "tabu search on the QUBO"),
    "exact-qubo": ("ExactBackend", "dimod", "every assignment of a small QUBO"),
}


@hookimpl
def boolsmith_backends() -> list[BackendSpec]:
    """Return the backends of this package."""
    return [
        BackendSpec(
            name,
            f"boolsmith_annealing.backends:{kind}",
            formulation="qubo",
            requires=module,
            install="pip install boolsmith-annealing",
            description=description,
            # A QUBO of depth two has more variables than can be enumerated.
            shapes=SHAPES[:1] if name == "exact-qubo" else SHAPES,
        )
        for name, (kind, module, description) in _BACKENDS.items()
    ]
