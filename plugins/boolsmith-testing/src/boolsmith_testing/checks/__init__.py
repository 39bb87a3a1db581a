"""The checks of a plugin, by name."""

from boolsmith_testing.check import CHECKS, Check, CheckFailed, CheckSkipped
from boolsmith_testing.checks import (  # noqa: F401 (importing them registers their checks)
    acceptances,
    backends,
    engine,
    formulations,
    metrics,
    moves,
    observers,
    operators,
    plugin,
    references,
    schedules,
    strategies,
)

__all__ = ["CHECKS", "Check", "CheckFailed", "CheckSkipped"]
