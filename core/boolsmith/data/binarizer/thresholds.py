"""Where to cut a number: by quantiles, by equal width, or by information gain.

All of it works on the distinct values with how often each occurs, so that it does not matter
whether a column came at once or in pieces.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Counts = NDArray[np.float64]  # the weight of rows: one row per value, one column per class


def quantiles(values: Floats, counts: Counts, num_thresholds: int) -> list[float]:
    """The distinct inner quantiles, as `numpy.quantile` gives them on the repeated values."""
    ends = np.cumsum(counts.sum(axis=1))
    positions = np.linspace(0, 1, num_thresholds + 2)[1:-1] * max(0.0, ends[-1] - 1)
    lower = np.floor(positions)
    low = values[np.searchsorted(ends, lower, side="right")]
    high = values[np.searchsorted(ends, np.minimum(lower + 1, ends[-1] - 1), side="right")]
    share, step = positions - lower, high - low
    cuts = np.where(share < 0.5, low + step * share, high - step * (1 - share))
    return sorted(set(cuts.tolist()))


def equal_width(values: Floats, counts: Counts, num_thresholds: int) -> list[float]:
    """Thresholds that divide the range into parts of one width."""
    return [float(cut) for cut in np.linspace(values[0], values[-1], num_thresholds + 2)[1:-1]]


def information_gain(values: Floats, counts: Counts, num_thresholds: int) -> list[float]:
    """The cuts that tell most about the class, best first until the gain is not worth it.

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
    """The gain of the best cut, in bits over all rows, above what it costs; and where it is."""
    left = np.cumsum(counts, axis=0)[:-1]
    total = counts.sum(axis=0)
    right = total - left
    inside = _bits(left) + _bits(right)
    at = int(np.argmin(inside))
    whole = float(_bits(total[None])[0])
    rows = float(total.sum())
    classes = [int(np.count_nonzero(part)) for part in (total, left[at], right[at])]
    spread = [whole / rows] + [float(_bits(p[at : at + 1])[0]) / p[at].sum() for p in (left, right)]
    entropies = classes[0] * spread[0] - classes[1] * spread[1] - classes[2] * spread[2]
    cost = np.log2(max(1.0, rows - 1)) + np.log2(3.0 ** classes[0] - 2) - entropies
    return whole - float(inside[at]) - float(cost), at + 1


def _bits(counts: Counts) -> Floats:
    """Entropy times the number of rows, for every row of counts."""
    totals = counts.sum(axis=1, keepdims=True)
    share = counts / np.where(totals > 0, totals, 1)
    logs = np.log2(share, out=np.zeros_like(share), where=share > 0)
    return np.asarray(-(counts * logs).sum(axis=1))


STRATEGIES = {
    "quantile": quantiles,
    "uniform": equal_width,
    "information_gain": information_gain,
}


def shorten(cuts: list[float], values: Floats) -> list[float]:
    """The cuts with as few digits as leave every given value on the side where it was.

    A rule then shows the very numbers it uses. Two cuts never become one.
    """
    taken: set[float] = set()
    for cut in cuts:
        taken.add(_shortest(cut, values, taken))
    return sorted(taken)


def _shortest(cut: float, values: Floats, taken: set[float]) -> float:
    position = int(np.searchsorted(values, cut, side="right"))
    low = values[position - 1] if position else -np.inf
    high = values[position] if position < len(values) else np.nextafter(cut, np.inf)
    for digits in range(1, 17):
        for short in _with_digits(cut, digits):
            if low <= short < high and short not in taken:
                return short
    return cut


def _with_digits(cut: float, digits: int) -> tuple[float, float]:
    """The two numbers of so many digits nearest to the cut, the nearer one first."""
    exact = Decimal(cut)
    unit = Decimal(1).scaleb(exact.adjusted() - digits + 1)
    below, above = (float(exact.quantize(unit, way)) for way in (ROUND_FLOOR, ROUND_CEILING))
    return (below, above) if cut - below <= above - cut else (above, below)
