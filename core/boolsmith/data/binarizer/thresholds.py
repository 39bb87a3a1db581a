"""Where to cut a number: by quantiles, by equal width, or by information gain.

All of it works on the distinct values with how often each occurs, so that it does not matter
whether a column came at once or in pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Counts = NDArray[np.float64]  # the weight of rows: one row per value, one column per class
_MICROSECONDS = (86_400_000_000, 3_600_000_000, 60_000_000, 1_000_000, 1)


def quantiles(values: Floats, counts: Counts, num_thresholds: int) -> list[float]:
    """Return the distinct inner quantiles, as `numpy.quantile` of the repeated values."""
    ends = np.cumsum(counts.sum(axis=1))
    positions = np.linspace(0, 1, num_thresholds + 2)[1:-1] * max(0.0, ends[-1] - 1)
    lower = np.floor(positions)
    low = values[np.searchsorted(ends, lower, side="right")]
    high = values[np.searchsorted(ends, np.minimum(lower + 1, ends[-1] - 1), side="right")]
    share, step = positions - lower, high - low
    cuts = np.where(share < 0.5, low + step * share, high - step * (1 - share))
    return sorted(set(cuts.tolist()))


def equal_width(values: Floats, counts: Counts, num_thresholds: int) -> list[float]:
    """Return thresholds that divide the range into parts of one width."""
    return [float(cut) for cut in np.linspace(values[0], values[-1], num_thresholds + 2)[1:-1]]


def information_gain(values: Floats, counts: Counts, num_thresholds: int) -> list[float]:
    """Return the cuts that say most about the class, until the gain of one more is not worth it.

    What a cut is worth is the minimum description length criterion of Fayyad and Irani (1993);
    the best cut of all is always taken.
    """
    parts = [(0, len(values))]
    cuts: list[float] = []
    while len(cuts) < num_thresholds:
        found = [(*_best_cut(counts[a:b]), a, b) for a, b in parts if b - a > 1]
        found = [cut for cut in found if cut[0] > 0 or not cuts]
        if not found:
            break
        _, at, start, end = max(found, key=lambda cut: (cut[0], -cut[2]))
        middle = start + at
        cuts.append(float((values[middle - 1] + values[middle]) / 2))
        parts.remove((start, end))
        parts += [(start, middle), (middle, end)]
    return sorted(cuts)


def _best_cut(counts: Counts) -> tuple[float, int]:
    """Return the gain of the best cut, in bits over all rows and above its cost, and its place."""
    left = np.cumsum(counts, axis=0)[:-1]
    total = counts.sum(axis=0)
    right = total - left
    inside = _bits(left) + _bits(right)
    at = int(np.argmin(inside))
    parts = np.stack([total, left[at], right[at]])
    rows, bits = parts.sum(axis=1), _bits(parts)
    classes = np.count_nonzero(parts, axis=1)
    whole, below, above = classes * (bits / rows)
    cost = np.log2(max(1.0, rows[0] - 1)) + np.log2(3.0 ** classes[0] - 2) - (whole - below - above)
    return float(bits[0] - inside[at] - cost), at + 1


def _bits(counts: Counts) -> Floats:
    """Return the entropy times the number of rows, for every row of counts."""
    totals = counts.sum(axis=1, keepdims=True)
    share = counts / np.where(totals > 0, totals, 1)
    logs = np.log2(share, out=np.zeros_like(share), where=share > 0)
    return np.asarray(-(counts * logs).sum(axis=1))


STRATEGIES = {
    "quantile": quantiles,
    "uniform": equal_width,
    "information_gain": information_gain,
}


def shorten(
    cuts: list[float], values: Floats, shorter: Callable[[float], Iterable[float]]
) -> list[float]:
    """Return each cut as the first of its `shorter` forms that leaves every value on its side.

    A rule then shows the very numbers it uses. Two cuts never become one.
    """
    taken: set[float] = set()
    for cut in cuts:
        position = int(np.searchsorted(values, cut, side="right"))
        low = values[position - 1] if position else -np.inf
        high = values[position] if position < len(values) else np.nextafter(cut, np.inf)
        fitting = (short for short in shorter(cut) if low <= short < high and short not in taken)
        taken.add(next(fitting, cut))
    return sorted(taken)


def decimals(cut: float) -> Iterator[float]:
    """Yield the two numbers of one digit next to the cut, nearer first, then of two, and so on."""
    exact = Decimal(cut)
    for digits in range(1, 17):
        unit = Decimal(1).scaleb(exact.adjusted() - digits + 1)
        near = [float(exact.quantize(unit, way)) for way in (ROUND_FLOOR, ROUND_CEILING)]
        yield from sorted(near, key=lambda short: abs(cut - short))


def moments(cut: float) -> Iterator[float]:
    """Yield the whole days, then hours, minutes, seconds and microseconds next to the cut."""
    for unit in _MICROSECONDS:
        below = cut // unit * unit
        yield from (below, below + unit)
