"""The local solver for an Or of Ands: one literal at a time, in any group, by sweeps.

With all literals but one fixed, the rows that the missing one decides are those that its group
would accept and no other group does. An And of Ors is the same with labels and literals turned
round, so there is one kernel. No group has a feature twice, nor have those literals that are a
group of their own: they stand side by side in the rule.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boolsmith.engine.exact_bounds import Columns, copy, sweep, weigh
from boolsmith.engine.jit import inner, kernel
from boolsmith.engine.rng import below

NONE = -1  # the group of a place that is not in use


@inner
def _and(data: Columns, literals: Any, groups: Any, group: int, skip: int, out: Any) -> int:
    """Find the rows that the other literals of a group accept; return how many those are."""
    copy(data.valid, out, out.shape[0])
    size = 0
    for i in range(literals.shape[0]):
        if groups[i] == group and i != skip:
            column, flip = data.by_feature[literals[i] >> 1], np.uint64(-(literals[i] & 1))
            for w in range(out.shape[0]):
                out[w] &= column[w] ^ flip
            size += 1
    return size


@inner
def _complexity(groups: Any, least: int, sizes: Any) -> int:
    """The complexity of the rule; -1 if it has too few literals, or fewer than two groups."""
    sizes[:] = 0
    for i in range(groups.shape[0]):
        if groups[i] != NONE:
            sizes[groups[i]] += 1
    used, literals, total = 0, 0, 1
    for size in sizes:
        if size > 0:
            used += 1
            literals += size
            total += size + (1 if size > 1 else 0)
    return total if used >= 2 and literals >= least else -1


@inner
def _others(data: Columns, literals: Any, groups: Any, skip: int, group: int, work: Any) -> None:
    """In `work[1]` the rows that some group other than `group` accepts."""
    work[1] = 0
    for other in range(groups.shape[0]):
        if other != group and _and(data, literals, groups, other, skip, work[2]) > 0:
            for w in range(work.shape[1]):
                work[1, w] |= work[2, w]


@inner
def _score(data: Columns, words: Any) -> int:
    """The weight right if the rows set in `words` are accepted, and no others."""
    positive, end = data.num_positive, data.valid.shape[0]
    right = weigh(words, data.weights, 0, positive) + weigh(data.valid, data.weights, positive, end)
    return right - weigh(words, data.weights, positive, end)


@inner
def _taken(literals: Any, groups: Any, sizes: Any, place: int, feature: int) -> bool:
    """Whether a feature stands beside a place already: in its group, or alone as it is itself."""
    group = groups[place]
    for i in range(literals.shape[0]):
        other = groups[i]
        if i == place or other == NONE or literals[i] >> 1 != feature:
            continue
        if other == group or (sizes[other] == 1 and sizes[group] == 1):
            return True
    return False


@inner
def _clash(literals: Any, groups: Any, sizes: Any, skip: int) -> bool:
    """Whether two literals that stand alone, but for one place, read the same feature."""
    for i in range(literals.shape[0]):
        if i != skip and groups[i] != NONE and sizes[groups[i]] == 1:
            for j in range(i):
                alone = j != skip and groups[j] != NONE and sizes[groups[j]] == 1
                if alone and literals[i] >> 1 == literals[j] >> 1:
                    return True
    return False


@inner
def _tidy(literals: Any, groups: Any, sizes: Any) -> int:
    """Leave out the literals whose feature stands beside them already; return how many."""
    removed = 0
    for _ in range(2):  # a group that loses a literal in the first round may be a lone one then
        _complexity(groups, 0, sizes)
        for i in range(groups.shape[0]):
            if groups[i] != NONE and _taken(literals, groups, sizes, i, literals[i] >> 1):
                sizes[groups[i]] -= 1
                groups[i] = NONE
                removed += 1
    return removed


@inner
def _value(
    data: Columns, literals: Any, groups: Any, least: int, penalty: float, scratch: Any
) -> float:
    """The value of the rule as it is; -inf if it has too few literals or groups."""
    work, sizes, _, _ = scratch
    complexity = _complexity(groups, least, sizes)
    if complexity < 0:
        return -np.inf
    _others(data, literals, groups, -1, -2, work)
    return _score(data, work[1]) - penalty * complexity


@inner
def _visit(
    data: Columns,
    literals: Any,
    groups: Any,
    place: int,
    least: int,
    penalty: float,
    strict: bool,
    now: float,
    scratch: Any,
) -> float:
    """Give a place its best literal in its best group, or none; the value after that.

    Unless `strict`, two literals that are left alone by that may read the same feature.
    """
    work, sizes, counts, negative = scratch
    best, best_literal, best_group = now, literals[place], groups[place]
    fresh = True
    positive, end = data.num_positive, data.valid.shape[0]
    before = groups[place]
    groups[place] = NONE
    complexity = _complexity(groups, least, sizes)
    if complexity > 0 and not (strict and _clash(literals, groups, sizes, place)):
        _others(data, literals, groups, place, -2, work)
        value = _score(data, work[1]) - penalty * complexity
        if value > best:
            best, best_group = value, NONE
    for group in range(groups.shape[0]):
        groups[place] = NONE
        if _and(data, literals, groups, group, place, work[0]) == 0:
            # Any empty group is like any other.
            if not fresh:
                continue
            fresh = False
        groups[place] = group
        complexity = _complexity(groups, least, sizes)
        if complexity < 0 or (strict and _clash(literals, groups, sizes, place)):
            continue
        _others(data, literals, groups, place, group, work)
        base = _score(data, work[1]) - penalty * complexity
        for w in range(end):
            work[0, w] &= ~work[1, w]
        plus = weigh(work[0], data.weights, 0, positive)
        minus = weigh(work[0], data.weights, positive, end)
        sweep(data, work[0], positive, end, counts)
        copy(counts[0], negative, negative.shape[0])
        sweep(data, work[0], 0, positive, counts)
        for f in range(negative.shape[0]):
            gain = counts[0, f] - negative[f]
            opposite = plus - minus - gain
            if base + max(gain, opposite) > best and not _taken(literals, groups, sizes, place, f):
                best, best_group = base + max(gain, opposite), group
                best_literal = 2 * f if gain >= opposite else 2 * f + 1
    groups[place] = best_group if best > now else before
    literals[place] = best_literal
    return best


@inner
def _kick(literals: Any, groups: Any, num_features: int, rng: Any) -> None:
    """Throw one to three places, or all of them, into random groups with random literals."""
    size = literals.shape[0]
    changes = size if below(rng, 4) == 0 else 1 + below(rng, 3)
    for _ in range(changes):
        place = below(rng, size)
        groups[place] = below(rng, size)
        literals[place] = below(rng, 2 * num_features)


@inner
def _descend(
    data: Columns,
    literals: Any,
    groups: Any,
    place: int,
    least: int,
    penalty: float,
    strict: bool,
    now: float,
    visits: int,
    scratch: Any,
) -> float:
    """Visit the places in turn until none of them gains anything; the value after that."""
    size, unchanged = literals.shape[0], 0
    for _ in range(visits):
        if unchanged == size:
            break
        place = (place + 1) % size
        after = _visit(data, literals, groups, place, least, penalty, strict, now, scratch)
        unchanged = 1 if after > now else unchanged + 1
        now = after
    return now


@kernel
def improve_two(
    data: Columns,
    best: Any,
    best_groups: Any,
    value: float,
    least: int,
    penalty: float,
    visits: int,
    rng: Any,
) -> float:
    """Kick the best rule so far, descend, and keep the result if it is better; return its value.

    The value is the weight right in units minus `penalty` times the complexity. With -inf as the
    value, the places given are only where to start from; they must be a rule without a feature
    twice. The rule has at least `least` literals.
    """
    num_features, words = data.by_feature.shape
    size = best.shape[0]
    scratch = (
        np.zeros((3, words), np.uint64),
        np.zeros(size, np.int64),
        np.zeros((2, num_features), np.int64),
        np.zeros(num_features, np.int64),
    )
    literals, groups = best.copy(), best_groups.copy()
    if value > -np.inf:
        _kick(literals, groups, num_features, rng)
        _tidy(literals, groups, scratch[1])
    place = below(rng, size)
    now = _descend(data, literals, groups, place, least, penalty, False, -np.inf, visits, scratch)
    # The way to a better rule often leads past one that has a literal twice.
    if _tidy(literals, groups, scratch[1]) > 0:
        now = _value(data, literals, groups, least, penalty, scratch)
        now = _descend(data, literals, groups, place, least, penalty, True, now, visits, scratch)
    if now > value:
        value = now
        best[:], best_groups[:] = literals, groups
    return value
