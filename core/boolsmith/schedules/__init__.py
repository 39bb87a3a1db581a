"""What an annealing schedule is, and the built-in ones."""

from boolsmith.schedules.builtin import BUILTIN
from boolsmith.schedules.schedule import Schedule

__all__ = ["BUILTIN", "Schedule"]
