"""The schedule extension point, and the built-in annealing schedules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs
from attrs.validators import ge, gt

from boolsmith.errors import BoolsmithError
from boolsmith.extensions import Extension

if TYPE_CHECKING:
    import numpy as np


@attrs.frozen
class Schedule(Extension):
    """A named sequence of temperatures.

    `temperatures(num_iterations)` gives one temperature per iteration, finite and not negative.
    It is pure: starts share it.
    """

    temperatures: Callable[..., Any] = attrs.field()

    def __call__(self, num_iterations: int) -> np.ndarray:
        """Return the temperatures as a checked array of floats."""
        import numpy as np

        values = np.asarray(self.temperatures(num_iterations, *self.values), dtype=np.float64)
        if values.shape != (num_iterations,):
            raise BoolsmithError(
                f"schedule {self.name!r} gave an array of shape {values.shape} for "
                f"{num_iterations} iterations; give one temperature for each"
            )
        if not np.all(np.isfinite(values)) or np.any(values < 0):
            raise BoolsmithError(
                f"schedule {self.name!r} gave a temperature that is negative or not finite"
            )
        return values


@attrs.frozen
class Cooling:
    """From one temperature to another; the defaults are the paper's."""

    initial: float = attrs.field(default=0.2, validator=gt(0))
    final: float = attrs.field(default=1e-6, validator=gt(0))


@attrs.frozen
class Steady:
    """One temperature throughout."""

    temperature: float = attrs.field(default=0.01, validator=ge(0))


@attrs.frozen
class Cycles(Cooling):
    """Cooling again and again, each time from a lower start."""

    cycles: int = attrs.field(default=4, validator=ge(1))
    decay: float = attrs.field(default=0.5, validator=gt(0))


def _geometric(num_iterations: int, initial: float, final: float) -> np.ndarray:
    import numpy as np

    return np.geomspace(initial, final, num_iterations)


def _linear(num_iterations: int, initial: float, final: float) -> np.ndarray:
    import numpy as np

    return np.linspace(initial, final, num_iterations)


def _constant(num_iterations: int, temperature: float) -> list[float]:
    return [temperature] * num_iterations


def _reheating(
    num_iterations: int, initial: float, final: float, cycles: int, decay: float
) -> np.ndarray:
    import numpy as np

    lengths = [len(part) for part in np.array_split(np.arange(num_iterations), cycles)]
    starts = [max(initial * decay**cycle, final) for cycle in range(cycles)]
    parts = [np.geomspace(start, final, n) for start, n in zip(starts, lengths, strict=True)]
    return np.concatenate(parts)


BUILTIN = tuple(
    Schedule(function.__name__[1:], function, parameters=parameters, description=text)
    for function, parameters, text in (
        (_geometric, Cooling, "falls by a constant factor, as in the paper"),
        (_linear, Cooling, "falls by a constant amount"),
        (_constant, Steady, "stays the same"),
        (_reheating, Cycles, "geometric cooling in cycles, each from a lower start"),
    )
)
