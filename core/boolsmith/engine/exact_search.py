"""The branch and bound of the exact solver, as a stack that can be left and taken up again.

One search finds the best set of exactly `size` literals of different features for one mask of
accepted counts. Literals are numbered `2 * feature + negated`. The last two literals are never
branched on: with two to come, the value of a pair is a sum over its literals plus a multiple of
the rows they share in each class, and that overlap is bounded before it is counted.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boolsmith.engine.exact_bounds import (
    COUNT,
    LABEL,
    START,
    STOP,
    Columns,
    Open,
    bound,
    copy,
    count_candidates,
    find_open,
    profile,
    sort_places,
    split,
)
from boolsmith.engine.jit import inner, kernel, popcount

# Scores are whole numbers, bounds are not: what a bound must exceed the best score by.
_MARGIN = 0.5

# The numbers of a search that change.
DEPTH, NODES, PAIRS, WORK, BEST, FOUND, KEPT = range(7)
UNBORN = -2  # the depth before the root was looked at

# What is in the scratch of a search while a node is looked at.
KEPT_PLACES, BENDS, CANDIDATES = range(3)


class Search(NamedTuple):
    """Everything a search needs to go on where it stopped."""

    size: int
    accepted: int  # the mask of accepted counts
    backwards: bool  # whether the worst candidate of a set is the one branched on
    numbers: Any  # int64[7]
    classes: Any  # uint64[size + 1, size + 1, words]: rows by depth and count
    order: Any  # int64[size, literals]: candidates by depth, best first
    gains: Any  # float64[size, literals]
    sizes: Any  # int64[size]: how many candidates
    places: Any  # int64[size]: the next candidate to branch on
    bases: Any  # float64[size]: what the gains come on top of
    chosen: Any  # int64[size]
    best: Any  # int64[size]
    top: Any  # int64[size]
    node: Open
    pairs: Any  # float64[1 + 2 * counts, literals]: the list of the last two literals
    scratch: Any  # int64[3, literals or classes]: as the entries below say


@inner
def _need(search: Search) -> float:
    """What the bound of a set must reach to be of interest."""
    return search.numbers[BEST] + _MARGIN


@inner
def _enter(data: Columns, search: Search, depth: int, literals: Any) -> float:
    """Bound the node at `depth` and, unless that rules it out, sort its candidates in a frame."""
    numbers, node = search.numbers, search.node
    r, size, need = search.size - depth, literals.shape[0], _need(search)
    numbers[NODES] += 1
    if size < r:
        return -np.inf
    words = data.valid.shape[0]
    found, settled = find_open(data, search.classes[depth], depth, r, search.accepted, node)
    numbers[FOUND] = found
    numbers[WORK] += words * (2 * depth + 2)
    value = settled
    for u in range(found):
        value += node.totals[u]
    if value < need:
        return value
    count_candidates(data, search.classes[depth], literals, found, node)
    numbers[WORK] += found * (words * min(size, data.by_feature.shape[0]) // 4 + size)
    value, constant = bound(size, r, found, need - settled, node, search.top)
    if settled + value >= need:
        search.bases[depth] = settled + constant
        _fill_frame(search, depth, literals, r)
    return settled + value


@inner
def _fill_frame(search: Search, depth: int, literals: Any, r: int) -> None:
    """Sort the candidates that can be in a better set into the frame at `depth`."""
    node, found = search.node, search.numbers[FOUND]
    limit = _need(search) - search.bases[depth]
    for i in range(r - 1):
        limit -= node.gains[search.top[i]]
    kept = search.scratch[KEPT_PLACES]
    size = 0
    for i in range(literals.shape[0]):
        if node.gains[i] >= limit:
            kept[size] = i
            size += 1
    sort_places(kept, size, node.gains, -1)
    for i in range(size):
        search.order[depth, i] = literals[kept[i]]
        search.gains[depth, i] = node.gains[kept[i]]
    search.sizes[depth] = size
    search.places[depth] = 0
    if search.size - depth == 2:
        for i in range(size):
            linear = 0.0
            for u in range(found):
                linear += _slope(search, u) * node.true[u, kept[i]]
                search.pairs[1 + u, i] = node.true[u, kept[i]]
            search.pairs[0, i] = linear


@inner
def _slope(search: Search, u: int) -> int:
    """What the first true literal of two changes for a row of open class `u`."""
    label, count = search.node.classes[u, LABEL], search.node.classes[u, COUNT]
    return profile(search.accepted, label, count, 1) - profile(search.accepted, label, count, 0)


@inner
def _bend(search: Search, u: int) -> int:
    """What the second true literal changes beyond the first."""
    label, count = search.node.classes[u, LABEL], search.node.classes[u, COUNT]
    two = profile(search.accepted, label, count, 2)
    return two - profile(search.accepted, label, count, 1) - _slope(search, u)


@inner
def _pairs(data: Columns, search: Search, depth: int, start: float, budget: int) -> bool:
    """Score the pairs that can be better; False if the budget ran out before the end."""
    numbers, gains, size = search.numbers, search.gains[depth], search.sizes[depth]
    found = numbers[FOUND]
    bends = search.scratch[BENDS, :found]
    for u in range(found):
        bends[u] = _bend(search, u)
    words, order = search.classes[depth], search.order[depth]
    pairs, totals, bounds = search.pairs, search.node.totals, search.node.gains
    columns, weights, classes = data.by_feature, data.weights, search.node.classes
    need = numbers[BEST] + _MARGIN
    i, base = search.places[depth], search.bases[depth]
    while i + 1 < size and numbers[WORK] <= budget:
        limit = need - base - gains[i]
        if gains[i + 1] < limit:
            i = size
            break
        stop = i + 2
        while stop < size and gains[stop] >= limit:
            stop += 1
        _bound_pairs(pairs, totals, bends, start, i, stop, bounds)
        tried = 0
        for j in range(i + 1, stop):
            if bounds[j] < need or order[i] >> 1 == order[j] >> 1:
                continue
            tried += 1
            value = start + pairs[0, i] + pairs[0, j]
            value += _shared(columns, weights, words, classes, order[i], order[j], bends)
            if value >= need:
                numbers[BEST] = np.int64(np.rint(value))
                need = numbers[BEST] + _MARGIN
                copy(search.chosen, search.best, depth)
                search.best[depth], search.best[depth + 1] = order[i], order[j]
        numbers[PAIRS] += tried
        numbers[WORK] += stop - i + tried * words.shape[1] // 4
        i += 1
    search.places[depth] = i
    return i + 1 >= size


@inner
def _bound_pairs(
    pairs: Any, totals: Any, bends: Any, start: float, i: int, stop: int, bounds: Any
) -> None:
    """Bound the value of each pair of `i` and one after it, from the least and most shared rows."""
    size = stop - i - 1
    out, linear = bounds[i + 1 : stop], pairs[0, i + 1 : stop]
    first = start + pairs[0, i]
    for j in range(size):
        out[j] = first + linear[j]
    for u in range(bends.shape[0]):
        bend, own, total = float(bends[u]), pairs[1 + u, i], totals[u]
        others = pairs[1 + u, i + 1 : stop]
        if bend > 0:
            for j in range(size):
                out[j] += bend * min(own, others[j])
        elif bend < 0:
            for j in range(size):
                out[j] += bend * max(0.0, own - total + others[j])


@inner
def _shared(
    columns: Any, weights: Any, words: Any, classes: Any, a: int, b: int, bends: Any
) -> int:
    """What the rows that literals `a` and `b` share add to the value of the pair."""
    left, right = a >> 1, b >> 1
    flip_left, flip_right = np.uint64(-(a & 1)), np.uint64(-(b & 1))
    total = 0
    for u in range(bends.shape[0]):
        count, both = classes[u, COUNT], 0
        for w in range(np.uint64(classes[u, START]), np.uint64(classes[u, STOP])):
            rows = (columns[left, w] ^ flip_left) & (columns[right, w] ^ flip_right)
            both += weights[w] * popcount(rows & words[count, w])
        total += bends[u] * both
    return total


@inner
def _next_child(search: Search, depth: int, candidates: Any) -> int:
    """The place of the next child that can be better, -1 if none; and how many candidates it has.

    A set is looked at from one of its literals only. Forwards, that is its best one, which the
    worse ones follow; backwards its worst, and the better ones follow: where one count stands
    alone, as in And and Or, poor literals are what settles most rows.
    """
    r, need, rest = search.size - depth, _need(search), search.bases[depth]
    gains, size, i = search.gains[depth], search.sizes[depth], search.places[depth]
    first, last = (i + 1, size) if not search.backwards else (0, i)
    if search.backwards:
        i = last = max(i, r - 1)
    if i >= size or last - first < r - 1:
        return -1
    for t in range(r - 2):
        rest += gains[first + t]
    rest += gains[i]
    if rest + gains[first + r - 2] < need:
        return -1
    kept = 0
    for t in range(first, last):
        if rest + gains[t] < need:
            break
        if search.order[depth, t] >> 1 != search.order[depth, i] >> 1:
            candidates[kept] = search.order[depth, t]
            kept += 1
    search.numbers[KEPT] = kept
    return i


@inner
def _branch(data: Columns, search: Search, depth: int) -> bool:
    """Enter the next child of the frame at `depth`; False if none is left that can be better."""
    candidates = search.scratch[CANDIDATES]
    i = _next_child(search, depth, candidates)
    if i < 0:
        return False
    search.places[depth] = i + 1
    literal = search.order[depth, i]
    search.chosen[depth] = literal
    flip = np.uint64(-(literal & 1))
    column = data.by_feature[literal >> 1]
    split(search.classes[depth], search.classes[depth + 1], depth + 1, column, flip)
    search.numbers[WORK] += data.valid.shape[0] * (depth + 1) + search.sizes[depth]
    kept = search.numbers[KEPT]
    if _enter(data, search, depth + 1, candidates[:kept]) >= _need(search):
        search.numbers[DEPTH] = depth + 1
    return True


@kernel
def run(data: Columns, search: Search, budget: int) -> bool:
    """Go on until the search is finished (True) or the work exceeds the budget (False)."""
    numbers, node = search.numbers, search.node
    numbers[WORK] = 0
    if numbers[DEPTH] == UNBORN:
        search.classes[0, 0] = data.valid
        literals = np.arange(search.order.shape[1])
        numbers[DEPTH] = 0 if _enter(data, search, 0, literals) >= _need(search) else -1
    while numbers[DEPTH] >= 0:
        depth = numbers[DEPTH]
        if numbers[WORK] > budget:
            return False
        if search.size - depth == 2:
            _, start = find_open(data, search.classes[depth], depth, 2, search.accepted, node)
            for u in range(numbers[FOUND]):
                row = node.classes[u]
                start += profile(search.accepted, row[LABEL], row[COUNT], 0) * node.totals[u]
            if not _pairs(data, search, depth, start, budget):
                return False
            numbers[DEPTH] -= 1
        elif not _branch(data, search, depth):
            numbers[DEPTH] -= 1
    return True


def remaining(search: Search) -> float:
    """An upper bound on every set that an unfinished search has not yet looked at."""
    highest = -np.inf
    for depth in range(search.numbers[DEPTH] + 1):
        # What is below the child under way is covered by the frame of that child.
        r, i, size = search.size - depth, search.places[depth], search.sizes[depth]
        backwards = search.backwards and r > 2
        if backwards:
            i = max(i, r - 1)
        if i < size:
            first = 0 if backwards else i + 1
            others = search.gains[depth, first : min(first + r - 1, size)]
            highest = max(highest, search.bases[depth] + search.gains[depth, i] + others.sum())
    return float(highest)
