"""Counts and bounds of the exact solver: what a partial set of literals can still become.

A set of `j` literals puts every row in a class: its label, and how many of the literals are true
for it. With `r` literals to come, a class is worth its weight or nothing for each number of them
that turns out true, so most questions are about *profiles*: 0/1 functions of 0..r. A class whose
profile is constant is settled. For the others, any line above the profile gives a bound that is a
sum over literals, and the best `r` literals of that sum bound every completion at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boolsmith.engine.jit import inner, popcount

# What is kept of an open class, one column each.
COUNT, LABEL, LOW, HIGH, START, STOP = range(6)
_ROUNDS = 6


class Columns(NamedTuple):
    """The data of a solver: every word has one label and one weight."""

    by_feature: Any  # uint64[features, words]
    by_word: Any  # uint64[words, features]
    valid: Any  # uint64[words]: the rows that count
    weights: Any  # int64[words]: the weight of each row of a word, in units
    num_positive: int  # words of positive rows; they come first


class OpenClasses(NamedTuple):
    """The open classes of the set at hand, and the counts of its candidates."""

    lines: Any  # float64[2 * counts, 2]: intercept and slope of the line above the profile
    best: Any  # float64[2 * counts, 2]: the lines of the best bound
    classes: Any  # int64[2 * counts, 6]
    totals: Any  # float64[2 * counts]: the weight of each class
    true: Any  # float64[2 * counts, literals]: the weight where a candidate is true
    gains: Any  # float64[literals]
    scratch: Any  # int64[2, features]


@inner
def copy(source: Any, target: Any, size: int) -> None:
    """Copy numbers from one array to another; numba's own way makes a third in between."""
    for i in range(size):
        target[i] = source[i]


@inner
def sort_places(places: Any, size: int, values: Any, sign: int) -> None:
    """Sort places by rising value, or falling with the sign -1: Shell's sort compiles quickly."""
    gap = 1
    while 3 * gap + 1 < size:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, size):
            place, j = places[i], i
            while j >= gap and sign * values[places[j - gap]] > sign * values[place]:
                places[j] = places[j - gap]
                j -= gap
            places[j] = place
        gap //= 3


@inner
def profile(accepted: int, label: int, count: int, x: int) -> int:
    """Return 1 if a row of that label is right when `x` more literals are true, else 0."""
    return 1 - (((accepted >> (count + x)) & 1) ^ label)


@inner
def split(data: Columns, parent: Any, child: Any, num_counts: int, code: int) -> None:
    """Write the classes by count after one more literal to `child`."""
    column, flip = data.by_feature[code >> 1], np.uint64(-(code & 1))
    words = column.shape[0]
    for w in range(words):
        child[num_counts, w] = 0
    for c in range(num_counts - 1, -1, -1):
        for w in range(words):
            literal = column[w] ^ flip
            child[c + 1, w] |= parent[c, w] & literal
            child[c, w] = parent[c, w] & ~literal


@inner
def part(data: Columns, label: int) -> Any:
    """Return where the words of rows of that label start and stop."""
    return (0, data.num_positive) if label else (data.num_positive, data.valid.shape[0])


@inner
def weigh(words: Any, weights: Any, start: int, stop: int) -> int:
    """Return the weight of the rows set in `words`."""
    total = 0
    for w in range(np.uint64(start), np.uint64(stop)):
        total += popcount(words[w]) * weights[w]
    return total


@inner
def weigh_both(data: Columns, words: Any, a: int, b: int, where: Any) -> int:
    """Return the weight of the rows set in `words` for which both literals are true."""
    left, right, weights = data.by_feature[a >> 1], data.by_feature[b >> 1], data.weights
    flip_left, flip_right = np.uint64(-(a & 1)), np.uint64(-(b & 1))
    total = 0
    for w in range(np.uint64(where[0]), np.uint64(where[1])):
        both = (left[w] ^ flip_left) & (right[w] ^ flip_right)
        total += popcount(words[w] & both) * weights[w]
    return total


@inner
def sweep(data: Columns, words: Any, start: int, stop: int, scratch: Any) -> None:
    """Write the weight of the rows set in `words` where each feature is true to `scratch[0]`."""
    columns, weights = data.by_word, data.weights
    out, sums = scratch[0], scratch[1]
    num_features = out.shape[0]
    out[:] = 0
    w = start
    while w < stop:
        weight = weights[w]
        sums[:] = 0
        while w < stop and weights[w] == weight:
            mask = words[w]
            if w + 1 < stop and weights[w + 1] == weight:
                other = words[w + 1]
                if mask != 0 or other != 0:
                    for f in range(num_features):
                        sums[f] += popcount(columns[w, f] & mask) + popcount(
                            columns[w + 1, f] & other
                        )
                w += 2
                continue
            if mask != 0:
                for f in range(num_features):
                    sums[f] += popcount(columns[w, f] & mask)
            w += 1
        for f in range(num_features):
            out[f] += weight * sums[f]


@inner
def count_true(
    data: Columns, words: Any, where: Any, total: Any, literals: Any, out: Any, scratch: Any
) -> None:
    """Write the weight of the rows set in `words`, of `total`, where each literal is true."""
    (start, stop), weights = where, data.weights
    many = 2 * literals.shape[0] >= data.by_feature.shape[0]
    if many:
        sweep(data, words, start, stop, scratch)
    for i in range(literals.shape[0]):
        feature = literals[i] >> 1
        weight = 0
        if many:
            weight = scratch[0, feature]
        else:
            column = data.by_feature[feature]
            for w in range(np.uint64(start), np.uint64(stop)):
                weight += popcount(words[w] & column[w]) * weights[w]
        out[i] = total - weight if literals[i] & 1 else weight


@inner
def find_open(data: Columns, classes: Any, j: int, r: int, accepted: int, node: OpenClasses) -> Any:
    """Return how many classes are open, and the weight of those that are settled and right."""
    settled = 0.0
    found = 0
    for label in range(2):
        start, stop = part(data, label)
        for count in range(j + 1):
            low, high = r + 1, -1
            right = 0
            for x in range(r + 1):
                if profile(accepted, label, count, x) == 1:
                    right += 1
                    low = min(low, x)
                    high = x
            if right == 0:
                continue
            total = float(weigh(classes[count], data.weights, start, stop))
            if right == r + 1:
                settled += total
            elif total > 0:
                row = node.classes[found]
                row[COUNT], row[LABEL], row[LOW], row[HIGH] = count, label, low, high
                row[START], row[STOP] = start, stop
                node.totals[found] = total
                found += 1
    return found, settled


@inner
def lowest_line(row: Any, r: int, total: float, true: float) -> Any:
    """Return the line above a profile that is lowest for `true`, the sum over its literals."""
    intercept, slope = 1.0, 0.0
    value = total
    if row[LOW] > 0 and true / row[LOW] < value:
        intercept, slope = 0.0, 1.0 / row[LOW]
        value = true / row[LOW]
    if row[HIGH] < r:
        rest = r - row[HIGH]
        if (total * r - true) / rest < value:
            intercept, slope = r / rest, -1.0 / rest
    return intercept, slope


@inner
def top(gains: Any, size: int, r: int, chosen: Any) -> float:
    """Return the sum of the `r` largest gains; their places go to `chosen`, largest first."""
    for i in range(r):
        chosen[i] = -1
    last = -np.inf
    filled = 0
    for i in range(size):
        gain = gains[i]
        if filled == r and gain <= last:
            continue
        place = min(filled, r - 1)
        while place > 0 and gains[chosen[place - 1]] < gain:
            chosen[place] = chosen[place - 1]
            place -= 1
        chosen[place] = i
        filled = min(filled + 1, r)
        last = gains[chosen[filled - 1]]
    total = 0.0
    for i in range(filled):
        total += gains[chosen[i]]
    return total


@inner
def set_gains(size: int, found: int, node: OpenClasses, lines: Any) -> float:
    """Set the gain of every candidate under the given lines; return what they give for none."""
    constant = 0.0
    gains = node.gains
    gains[:size] = 0.0
    for u in range(found):
        constant += lines[u, 0] * node.totals[u]
        slope = lines[u, 1]
        true = node.true[u]
        if slope != 0.0:
            for i in range(size):
                gains[i] += slope * true[i]
    return constant


@inner
def bound(size: int, r: int, found: int, need: float, node: OpenClasses, chosen: Any) -> Any:
    """Return a bound on the open weight that `r` of the candidates get right, and its constant.

    Subgradient steps on the mixture of lines, the first few of which gain most. On return the
    gains are those of the best mixture, and `chosen` the best candidates by them.
    """
    lines, best = node.lines, node.best
    for u in range(found):
        row = node.classes[u]
        lines[u, 0], lines[u, 1] = lowest_line(row, r, node.totals[u], 0.5 * r * node.totals[u])
    lowest = np.inf
    for step in range(_ROUNDS):
        constant = set_gains(size, found, node, lines)
        value = constant + top(node.gains, size, r, chosen)
        if value < lowest:
            lowest = value
            for u in range(found):
                best[u, 0], best[u, 1] = lines[u, 0], lines[u, 1]
            if value < need:
                break
        rate = 1.0 / (step + 2.0)
        moved = False
        for u in range(found):
            true = 0.0
            for i in range(r):
                true += node.true[u, chosen[i]]
            intercept, slope = lowest_line(node.classes[u], r, node.totals[u], true)
            if intercept != lines[u, 0] or slope != lines[u, 1]:
                moved = True
                lines[u, 0] += rate * (intercept - lines[u, 0])
                lines[u, 1] += rate * (slope - lines[u, 1])
        if not moved:
            break
    constant = set_gains(size, found, node, best)
    top(node.gains, size, r, chosen)
    return lowest, constant
