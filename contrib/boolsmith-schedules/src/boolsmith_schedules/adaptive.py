"""Temperatures that make the search accept what you want it to accept.

What share of moves is accepted at a temperature depends on the data and the metric. A pilot run
measures it; the schedule then gives, for the share wanted at each point of the run, the
temperature that had it in the pilot. It looks at the pilot only, never at the run it steers, so
it is as pure as any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import attrs
from attrs.validators import gt, lt
from boolsmith import Schedule

if TYPE_CHECKING:
    import numpy as np

# Without a pilot: losses drawn from an exponential distribution with this mean are accepted with
# probability T / (T + mean).
TYPICAL_LOSS = 0.02


def _floats(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(float(value) for value in values)


@attrs.frozen
class Target:
    """The share of moves to accept at the start and at the end, and what the pilot measured."""

    initial_rate: float = attrs.field(default=0.5, validator=[gt(0), lt(1)])
    final_rate: float = attrs.field(default=0.01, validator=[gt(0), lt(1)])
    pilot_temperatures: tuple[float, ...] = attrs.field(default=(), converter=_floats)
    pilot_rates: tuple[float, ...] = attrs.field(default=(), converter=_floats)

    def __attrs_post_init__(self) -> None:
        """Refuse a pilot whose two columns do not belong together."""
        temperatures, rates = self.pilot_temperatures, self.pilot_rates
        if len(temperatures) != len(rates):
            raise ValueError(
                f"{len(temperatures)} pilot_temperatures and {len(rates)} pilot_rates: "
                "give one rate for each temperature"
            )
        if any(t <= 0 for t in temperatures) or any(not 0 <= rate <= 1 for rate in rates):
            raise ValueError("pilot_temperatures must be positive and pilot_rates from 0 to 1")


def pilot(temperatures: Iterable[float], rates: Iterable[float]) -> dict[str, Any]:
    """Return the parameters for a pilot run from its temperatures and the rates accepted there."""
    return {"pilot_temperatures": _floats(temperatures), "pilot_rates": _floats(rates)}


def _adaptive(
    num_iterations: int,
    initial_rate: float,
    final_rate: float,
    pilot_temperatures: tuple[float, ...],
    pilot_rates: tuple[float, ...],
) -> np.ndarray:
    import numpy as np

    wanted = np.geomspace(initial_rate, final_rate, num_iterations)
    if not pilot_temperatures:
        return TYPICAL_LOSS * wanted / (1.0 - wanted)
    order = np.argsort(pilot_temperatures, kind="stable")
    logs = np.log(np.asarray(pilot_temperatures)[order])
    # Measured rates are noisy; the true one never falls as the temperature rises.
    rates = np.maximum.accumulate(np.asarray(pilot_rates)[order])
    rates, first = np.unique(rates, return_index=True)
    return np.exp(np.interp(wanted, rates, logs[first]))


ADAPTIVE = Schedule(
    "adaptive",
    _adaptive,
    parameters=Target,
    description="follows a falling acceptance rate, by what a pilot run accepted",
)
