"""The acceptance extension point, and the built-in acceptance rules."""

from __future__ import annotations

import math
from collections.abc import Callable

import attrs

from boolsmith.extensions import Extension


@attrs.frozen
class Acceptance(Extension):
    """A named rule of whether a search takes a proposed rule.

    `accepts(difference, temperature, draw)` is a pure function: `difference` is the objective of
    the proposed rule less that of the current one, `draw` a random number from 0 to below 1. It is
    compiled into the search when numba can compile it. `takes_better=True` promises that it takes
    every rule that is not worse, whatever the draw: the search then asks about worse ones only.
    """

    accepts: Callable[..., bool] = attrs.field()
    takes_better: bool = attrs.field(default=False, kw_only=True)

    def __call__(self, difference: float, temperature: float, draw: float) -> bool:
        """Return whether the proposed rule is taken."""
        return bool(self.accepts(float(difference), float(temperature), float(draw), *self.values))


def _metropolis(difference: float, temperature: float, draw: float) -> bool:
    # Forty temperatures below, the power is less than any draw but zero.
    return difference >= 0 or (
        difference > -40.0 * temperature and draw < math.exp(difference / temperature)
    )


def _greedy(difference: float, temperature: float, draw: float) -> bool:
    return difference >= 0


def _threshold(difference: float, temperature: float, draw: float) -> bool:
    return difference >= -temperature


METROPOLIS, GREEDY, THRESHOLD = BUILTIN = tuple(
    Acceptance(function.__name__[1:], function, takes_better=True, description=text)
    for function, text in (
        (
            _metropolis,
            "worse rules with probability exp(difference / temperature), as in the paper",
        ),
        (_greedy, "no rule that is worse than the current one"),
        (_threshold, "every rule that is worse by no more than the temperature"),
    )
)
