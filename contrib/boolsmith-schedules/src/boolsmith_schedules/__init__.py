"""Annealing schedules beyond the built-in ones. One file each.

A schedule is a pure function: the same number of iterations and parameters give the same
temperatures, whoever asks and how often.
"""

from boolsmith import Schedule, hookimpl

from boolsmith_schedules.adaptive import ADAPTIVE, pilot
from boolsmith_schedules.cosine import COSINE
from boolsmith_schedules.logarithmic import LOGARITHMIC

boolsmith_api = 2

__all__ = ["ADAPTIVE", "COSINE", "LOGARITHMIC", "boolsmith_schedules", "pilot"]


@hookimpl
def boolsmith_schedules() -> list[Schedule]:
    """Return the schedules of this package."""
    return [LOGARITHMIC, ADAPTIVE, COSINE]
