"""Cooling along half a cosine, started again in ever longer cycles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, gt
from boolsmith import Schedule

if TYPE_CHECKING:
    import numpy as np


@attrs.frozen
class Restarts:
    """From one temperature to another, `cycles` times, each `growth` times as long as the last."""

    initial: float = attrs.field(default=0.2, validator=gt(0))
    final: float = attrs.field(default=1e-6, validator=ge(0))
    cycles: int = attrs.field(default=3, validator=ge(1))
    growth: float = attrs.field(default=2.0, validator=gt(0))


def _cosine(
    num_iterations: int, initial: float, final: float, cycles: int, growth: float
) -> np.ndarray:
    import numpy as np

    ends = np.cumsum(growth ** np.arange(cycles))
    ends /= ends[-1]
    starts = np.concatenate([[0.0], ends[:-1]])
    progress = np.arange(num_iterations) / max(1, num_iterations)
    cycle = np.searchsorted(ends[:-1], progress, side="right")
    within = (progress - starts[cycle]) / (ends - starts)[cycle]
    return final + (initial - final) * 0.5 * (1.0 + np.cos(np.pi * within))


COSINE = Schedule(
    "cosine_restarts",
    _cosine,
    parameters=Restarts,
    description="half a cosine from hot to cold, started again in ever longer cycles",
)
