"""The schedule extension point."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from boolsmith.errors import BoolsmithError
from boolsmith.operators.counting import check_name
from boolsmith.parameters import build_parameters, parameter_values

if TYPE_CHECKING:
    import numpy as np


@attrs.frozen
class Schedule:
    """A named sequence of temperatures.

    `temperatures(num_iterations)` gives one temperature per iteration, finite and not negative.
    It is pure: starts share it. A schedule with `parameters`, an attrs class, gets their values
    after the number of iterations, in the order of the fields.
    """

    name: str = attrs.field()
    temperatures: Callable[..., Any] = attrs.field()
    parameters: type | None = attrs.field(default=None, kw_only=True)
    description: str = attrs.field(default="", kw_only=True)
    values: tuple[Any, ...] = attrs.field(default=(), kw_only=True)

    @name.validator
    def _check_name(self, _: object, value: object) -> None:
        check_name("schedule", value)

    def with_parameters(self, given: Mapping[str, Any] | None = None) -> Schedule:
        """The schedule with its parameters set; unknown ones are refused."""
        built = build_parameters(self.parameters, given, f"schedule {self.name!r}")
        return attrs.evolve(self, values=parameter_values(built))

    def __call__(self, num_iterations: int) -> np.ndarray:
        """The temperatures as a checked array of floats."""
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
