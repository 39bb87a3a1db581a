"""The branch and bound for And and Or: which literals keep some rows and shut out the others.

An And keeps the rows for which all its literals are true. Its score is the weight of the rows
kept that should be, plus that of the rows shut out that should be. Or is the same with the classes
changed over: an Or is false where the opposites of its literals are all true.

A set is branched on from the literal that keeps least. Then no set below keeps more than that one
literal, and none shuts out more than all its literals do one by one, which makes a bound out of
counts that are there already.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boolsmith.engine.exact_bounds import Columns, copy, count_true, sort_places, weigh_both
from boolsmith.engine.exact_search import BEST, DEPTH, NODES, WORK
from boolsmith.engine.jit import inner, kernel


class Conjunction(NamedTuple):
    """Everything a search needs to go on where it stopped. What is sorted, is by depth first."""

    sizes: Any  # int64[size]: how many candidates
    places: Any  # int64[size]: the next candidate to branch on
    chosen: Any  # int64[size]
    best: Any  # int64[size]
    highest: Any  # int64[size]
    order: Any  # int64[size, literals]: candidates, those that keep least first
    kept: Any  # int64[size, literals]: the weight that each keeps inside
    shut: Any  # int64[size, literals]: and shuts out
    tops: Any  # int64[size, size, literals + 1]: [.., q, i], the q highest of `shut` from i on
    numbers: Any  # int64[6], as in `exact_search`
    rows: Any  # uint64[size, words]: what the literals so far keep
    weights: Any  # int64[size, 2]: the weight of that, inside and outside
    counts: Any  # int64[4, literals]: what candidates keep, shut out, their places, a child's
    scratch: Any  # int64[2, features]
    size: int
    least: int  # what every literal must shut out, of the rows that the others leave
    inside: Any  # (start, stop): the words of the rows to keep
    outside: Any  # (start, stop): those of the rows to shut out


@inner
def _push(tops: Any, q: int, value: int) -> None:
    """Put a value among the `q` highest, which are sorted."""
    if q == 0 or value <= tops[q - 1]:
        return
    j = q - 1
    while j > 0 and tops[j - 1] < value:
        tops[j] = tops[j - 1]
        j -= 1
    tops[j] = value


@inner
def _enter(data: Columns, search: Conjunction, depth: int, literals: Any) -> None:
    """Count what the candidates keep and shut out, and sort those that can be of use."""
    numbers, size = search.numbers, literals.shape[0]
    rows, kept, shut = search.rows[depth], search.counts[0], search.counts[1]
    inside, outside = search.weights[depth, 0], search.weights[depth, 1]
    r = search.size - depth
    numbers[NODES] += 1
    numbers[WORK] += rows.shape[0] * min(size, data.by_feature.shape[0]) // 4 + 4 * size
    count_true(data, rows, search.inside, inside, literals, kept, search.scratch)
    count_true(data, rows, search.outside, outside, literals, shut, search.scratch)
    highest = search.highest
    highest[: r - 1] = 0
    for i in range(size):
        shut[i] = outside - shut[i]
        _push(highest, r - 1, shut[i])
    rest = 0
    for q in range(r - 1):
        rest += highest[q]
    limit = numbers[BEST] - (search.weights[0, 1] - outside)
    places = search.counts[2]
    useful = 0
    for i in range(size):
        if shut[i] >= search.least and kept[i] + min(outside, shut[i] + rest) > limit:
            places[useful] = i
            useful += 1
    sort_places(places, useful, kept, 1)
    for i in range(useful):
        search.order[depth, i] = literals[places[i]]
        search.kept[depth, i] = kept[places[i]]
        search.shut[depth, i] = shut[places[i]]
    search.sizes[depth], search.places[depth] = useful, 0
    if r > 2:
        _sum_tops(search.shut[depth], useful, r, search.tops[depth], highest)


@inner
def _sum_tops(shut: Any, size: int, r: int, tops: Any, highest: Any) -> None:
    """Write the sums of the highest up to `r - 1` of `shut` from each place on."""
    highest[: r - 1] = 0
    tops[:r, size] = 0
    for i in range(size - 1, -1, -1):
        _push(highest, r - 1, shut[i])
        total = 0
        tops[0, i] = 0
        for q in range(1, r):
            total += highest[q - 1]
            tops[q, i] = total


@inner
def _pairs(data: Columns, search: Conjunction, depth: int, budget: int) -> bool:
    """Score the pairs that can be better; return whether the budget ran out before the end."""
    numbers, rows = search.numbers, search.rows[depth]
    order, shut, size = search.order[depth], search.shut[depth], search.sizes[depth]
    total, outside = search.weights[0, 1], search.weights[depth, 1]
    words, i = rows.shape[0], search.places[depth]
    while i + 1 < size and numbers[WORK] <= budget:
        limit = numbers[BEST] - (total - outside) - search.kept[depth, i]
        tried = 0
        if outside > limit:
            for j in range(i + 1, size):
                if shut[i] + shut[j] <= limit or order[i] >> 1 == order[j] >> 1:
                    continue
                tried += 1
                value = total + weigh_both(data, rows, order[i], order[j], search.inside)
                value -= weigh_both(data, rows, order[i], order[j], search.outside)
                if value > numbers[BEST]:
                    limit += value - numbers[BEST]
                    numbers[BEST] = value
                    copy(search.chosen, search.best, depth)
                    search.best[depth], search.best[depth + 1] = order[i], order[j]
        numbers[WORK] += size - i + tried * words // 4
        i += 1
    search.places[depth] = i
    return i + 1 < size


@inner
def _bound(search: Conjunction, depth: int, i: int) -> int:
    """Return what a set can score at most that is branched on from candidate `i`."""
    outside = search.weights[depth, 1]
    most = search.shut[depth, i] + search.tops[depth, search.size - depth - 1, i + 1]
    return search.weights[0, 1] - outside + search.kept[depth, i] + min(outside, most)


@inner
def _branch(data: Columns, search: Conjunction, depth: int) -> bool:
    """Enter the next child of `depth` that can be better; return False if there is none."""
    numbers, size, r = search.numbers, search.sizes[depth], search.size - depth
    i = search.places[depth]
    while i + r <= size and _bound(search, depth, i) <= numbers[BEST]:
        i += 1
    search.places[depth] = i + 1
    if i + r > size:
        return False
    literal, outside = search.order[depth, i], search.weights[depth, 1]
    limit = numbers[BEST] - (search.weights[0, 1] - outside) - search.kept[depth, i]
    limit -= search.shut[depth, i] + search.tops[depth, r - 2, i + 1]
    candidates, count = search.counts[3], 0
    for j in range(i + 1, size):
        if search.shut[depth, j] > limit and search.order[depth, j] >> 1 != literal >> 1:
            candidates[count] = search.order[depth, j]
            count += 1
    numbers[WORK] += size
    if count < r - 1:
        return True
    column, flip = data.by_feature[literal >> 1], np.uint64(-(literal & 1))
    above, below = search.rows[depth], search.rows[depth + 1]
    for w in range(above.shape[0]):
        below[w] = above[w] & (column[w] ^ flip)
    search.chosen[depth] = literal
    search.weights[depth + 1, 0] = search.kept[depth, i]
    search.weights[depth + 1, 1] = outside - search.shut[depth, i]
    numbers[DEPTH] = depth + 1
    _enter(data, search, depth + 1, candidates[:count])
    return True


@kernel
def run(data: Columns, search: Conjunction, budget: int) -> bool:
    """Go on until finished (return True) or until the work exceeds the budget (False)."""
    numbers = search.numbers
    numbers[WORK] = 0
    if numbers[NODES] == 0:
        search.rows[0] = data.valid
        _enter(data, search, 0, np.arange(search.order.shape[1]))
    while numbers[DEPTH] >= 0 and numbers[WORK] <= budget:
        depth = numbers[DEPTH]
        last = search.size - depth == 2
        more = _pairs(data, search, depth, budget) if last else _branch(data, search, depth)
        if not more:
            numbers[DEPTH] -= 1
    return numbers[DEPTH] < 0


def remaining(search: Conjunction) -> float:
    """Return an upper bound on every set that an unfinished search has not yet looked at."""
    highest = -np.inf
    for depth in range(search.numbers[DEPTH] + 1):
        # What is below the child under way is covered by the candidates of that child.
        r, i, size = search.size - depth, search.places[depth], search.sizes[depth]
        if i + r <= size:
            outside = search.weights[depth, 1]
            shut, tops = search.shut[depth], search.tops[depth, r - 1]
            if r == 2:
                tops = np.append(np.maximum.accumulate(shut[:size][::-1])[::-1], 0)
            most = shut[i:size] + tops[i + 1 : size + 1]
            sums = search.kept[depth, i:size] + np.minimum(outside, most)
            highest = max(highest, float(search.weights[0, 1] - outside + sums.max()))
    return highest
