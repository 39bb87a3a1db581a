"""The checks of a plugin, by name."""

from boolsmith.testing.checks import (  # noqa: F401 (importing them registers their checks)
    backends,
    metrics,
    moves,
    operators,
    plugin,
    schedules,
)
from boolsmith.testing.checks.base import CHECKS, Check, CheckFailed, CheckSkipped

__all__ = ["CHECKS", "Check", "CheckFailed", "CheckSkipped"]
