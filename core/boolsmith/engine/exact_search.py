"""The branch and bound of the exact solver, as a stack that can be left and taken up again.

One search finds the best set of exactly `size` literals of different features for one mask of
accepted counts. Literals are numbered `2 * feature + negated`. The last two literals are never
branched on: with two to come, the value of a pair is a sum over its literals plus a multiple of
the rows they share in each class, and that overlap is bounded before it is counted.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boolsmith.engine import exact_bounds as of
from boolsmith.engine.exact_bounds import Columns, copy, count_true, profile, weigh_both
from boolsmith.engine.jit import inner, kernel

# Scores are whole numbers, bounds are not: what a bound must exceed the best score by.
_MARGIN = 0.5

# The numbers of a search that change.
DEPTH, NODES, WORK, BEST, FOUND, START = range(6)

# What is in the scratch of a search while a node is looked at.
PLACES, BENDS, CANDIDATES = range(3)


class Search(NamedTuple):
    """Everything a search needs to go on where it stopped."""

    sizes: Any  # int64[size]: how many candidates, by depth
    places: Any  # int64[size]: the next candidate to branch on
    chosen: Any  # int64[size]
    best: Any  # int64[size]
    top: Any  # int64[size]
    size: int
    accepted: int  # the mask of accepted counts
    backwards: bool  # whether the worst candidate of a set is the one branched on
    numbers: Any  # int64[6]
    classes: Any  # uint64[size + 1, size + 1, words]: rows by depth and count
    order: Any  # int64[size, literals]: candidates by depth, best first
    gains: Any  # float64[size, literals]
    bases: Any  # float64[size]: what the gains come on top of
    node: of.OpenClasses
    pairs: Any  # float64[1 + 2 * counts, literals]: the list of the last two literals
    scratch: Any  # int64[3, literals or classes]: as the entries below say


@inner
def _need(search: Search) -> float:
    """Return what the bound of a set must reach to be of interest."""
    return search.numbers[BEST] + _MARGIN


@inner
def _enter(data: Columns, search: Search, depth: int, literals: Any) -> float:
    """Return the bound of the set at `depth`; unless it rules the set out, sort its candidates."""
    numbers, node, classes = search.numbers, search.node, search.classes[depth]
    r, size, need = search.size - depth, literals.shape[0], _need(search)
    numbers[NODES] += 1
    if size < r:
        return -np.inf
    words = data.valid.shape[0]
    found, settled = of.find_open(data, classes, depth, r, search.accepted, node)
    numbers[FOUND] = found
    numbers[WORK] += words * (2 * depth + 2)
    value = settled
    for u in range(found):
        value += node.totals[u]
    if value < need:
        return value
    for u in range(found):
        row, total = node.classes[u], node.totals[u]
        where = row[of.START], row[of.STOP]
        count_true(data, classes[row[of.COUNT]], where, total, literals, node.true[u], node.scratch)
    numbers[WORK] += found * (words * min(size, data.by_feature.shape[0]) // 4 + size)
    value, constant = of.bound(size, r, found, need - settled, node, search.top)
    if settled + value >= need:
        search.bases[depth] = settled + constant
        _sort(search, depth, literals)
        if r == 2:
            _prepare_pairs(search, settled, search.sizes[depth])
    return settled + value


@inner
def _sort(search: Search, depth: int, literals: Any) -> None:
    """Sort the candidates that can be in a better set, the best first."""
    node, places = search.node, search.scratch[PLACES]
    limit = _need(search) - search.bases[depth]
    for i in range(search.size - depth - 1):
        limit -= node.gains[search.top[i]]
    size = 0
    for i in range(literals.shape[0]):
        if node.gains[i] >= limit:
            places[size] = i
            size += 1
    of.sort_places(places, size, node.gains, -1)
    for i in range(size):
        search.order[depth, i] = literals[places[i]]
        search.gains[depth, i] = node.gains[places[i]]
    search.sizes[depth], search.places[depth] = size, 0


@inner
def _prepare_pairs(search: Search, settled: float, size: int) -> None:
    """Set what no literal gets right, what each adds to that, and what two change together."""
    node, pairs, places = search.node, search.pairs, search.scratch[PLACES]
    pairs[0, :size] = 0.0
    for u in range(search.numbers[FOUND]):
        label, count = node.classes[u, of.LABEL], node.classes[u, of.COUNT]
        none = profile(search.accepted, label, count, 0)
        one = profile(search.accepted, label, count, 1)
        two = profile(search.accepted, label, count, 2)
        settled += none * node.totals[u]
        search.scratch[BENDS, u] = two - one - (one - none)
        for i in range(size):
            pairs[1 + u, i] = node.true[u, places[i]]
            pairs[0, i] += (one - none) * pairs[1 + u, i]
    search.numbers[START] = np.int64(settled)


@inner
def _pairs(data: Columns, search: Search, depth: int, budget: int) -> bool:
    """Score the pairs that can be better; return whether the budget ran out before the end."""
    numbers, gains, size = search.numbers, search.gains[depth], search.sizes[depth]
    bends, start = search.scratch[BENDS, : numbers[FOUND]], float(numbers[START])
    words, order = search.classes[depth], search.order[depth]
    pairs, bounds = search.pairs, search.node.gains
    need = _need(search)
    i, base = search.places[depth], search.bases[depth]
    while i + 1 < size and numbers[WORK] <= budget:
        limit = need - base - gains[i]
        if gains[i + 1] < limit:
            i = size
            break
        stop = i + 2
        while stop < size and gains[stop] >= limit:
            stop += 1
        _bound_pairs(search, bends, i, stop)
        tried = 0
        for j in range(i + 1, stop):
            if bounds[j] < need or order[i] >> 1 == order[j] >> 1:
                continue
            tried += 1
            value = start + pairs[0, i] + pairs[0, j]
            for u in range(bends.shape[0]):
                row = search.node.classes[u]
                rows, where = words[row[of.COUNT]], (row[of.START], row[of.STOP])
                value += bends[u] * weigh_both(data, rows, order[i], order[j], where)
            if value >= need:
                numbers[BEST] = np.int64(np.rint(value))
                need = _need(search)
                copy(search.chosen, search.best, depth)
                search.best[depth], search.best[depth + 1] = order[i], order[j]
        numbers[WORK] += stop - i + tried * words.shape[1] // 4
        i += 1
    search.places[depth] = i
    return i + 1 < size


@inner
def _bound_pairs(search: Search, bends: Any, i: int, stop: int) -> None:
    """Bound each pair of `i` and one after it, from the least and most rows they can share."""
    size, pairs, totals = stop - i - 1, search.pairs, search.node.totals
    out, linear = search.node.gains[i + 1 : stop], pairs[0, i + 1 : stop]
    first = search.numbers[START] + pairs[0, i]
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
def _next_child(search: Search, depth: int, candidates: Any) -> tuple[int, int]:
    """Return the place of the next child that can be better, or -1, and how many candidates it has.

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
        return -1, 0
    for t in range(r - 2):
        rest += gains[first + t]
    rest += gains[i]
    if rest + gains[first + r - 2] < need:
        return -1, 0
    kept = 0
    for t in range(first, last):
        if rest + gains[t] < need:
            break
        if search.order[depth, t] >> 1 != search.order[depth, i] >> 1:
            candidates[kept] = search.order[depth, t]
            kept += 1
    return i, kept


@inner
def _branch(data: Columns, search: Search, depth: int) -> bool:
    """Enter the next child of the set at `depth`; return False if none left can be better."""
    candidates = search.scratch[CANDIDATES]
    i, size = _next_child(search, depth, candidates)
    if i < 0:
        return False
    search.places[depth] = i + 1
    literal = search.order[depth, i]
    search.chosen[depth] = literal
    of.split(data, search.classes[depth], search.classes[depth + 1], depth + 1, literal)
    search.numbers[WORK] += data.valid.shape[0] * (depth + 1) + search.sizes[depth]
    if _enter(data, search, depth + 1, candidates[:size]) >= _need(search):
        search.numbers[DEPTH] = depth + 1
    return True


@kernel
def run(data: Columns, search: Search, budget: int) -> bool:
    """Go on until finished (return True) or until the work exceeds the budget (False)."""
    numbers = search.numbers
    numbers[WORK] = 0
    if numbers[NODES] == 0:
        search.classes[0, 0] = data.valid
        literals = np.arange(search.order.shape[1])
        numbers[DEPTH] = 0 if _enter(data, search, 0, literals) >= _need(search) else -1
    while numbers[DEPTH] >= 0 and numbers[WORK] <= budget:
        depth = numbers[DEPTH]
        last = search.size - depth == 2
        more = _pairs(data, search, depth, budget) if last else _branch(data, search, depth)
        if not more:
            numbers[DEPTH] -= 1
    return numbers[DEPTH] < 0


def remaining(search: Search) -> float:
    """Return an upper bound on every set that an unfinished search has not yet looked at."""
    highest = -np.inf
    for depth in range(search.numbers[DEPTH] + 1):
        # What is below the child under way is covered by the candidates of that child.
        r, i, size = search.size - depth, search.places[depth], search.sizes[depth]
        backwards = search.backwards and r > 2
        if backwards:
            i = max(i, r - 1)
        if i < size:
            first = 0 if backwards else i + 1
            others = search.gains[depth, first : min(first + r - 1, size)]
            highest = max(highest, search.bases[depth] + search.gains[depth, i] + others.sum())
    return float(highest)
