"""The checks of a plugin, by name."""

from boolsmith.testing.check import CHECKS, Check, CheckFailed, CheckSkipped
from boolsmith.testing.checks import (  # noqa: F401 (importing them registers their checks)
    backends,
    engine,
    formulations,
    metrics,
    moves,
    observers,
    operators,
    plugin,
    schedules,
)

__all__ = ["CHECKS", "Check", "CheckFailed", "CheckSkipped"]
