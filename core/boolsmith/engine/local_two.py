"""The local solver for an Or of Ands: one literal at a time, in any group, by sweeps.

With all literals but one fixed, the rows that the missing one decides are those that its group
would accept and no other group does. An And of Ors is the same with labels and literals turned
round, so there is one kernel. No group has a feature twice, nor have those literals that are a
group of their own: they stand side by side in the rule.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boolsmith.engine.exact_bounds import Columns, copy, sweep, weigh
from boolsmith.engine.jit import inner, kernel
from boolsmith.engine.rng import below

NONE = -1  # the group of a place that is not in use


class Places(NamedTuple):
    """The rule at hand, literal by literal, what it must be like, and room to work in."""

    literals: Any  # int64[places]
    groups: Any  # int64[places]
    sizes: Any  # int64[places]: how many literals each group has
    rows: Any  # uint64[3, words]
    counts: Any  # int64[3, features]
    least: int  # how many literals the rule must have
    penalty: float  # what a unit of complexity costs


@inner
def _and(data: Columns, rule: Places, group: int, skip: int, out: Any) -> int:
    """Write the rows that the other literals of a group accept; return how many those are."""
    copy(data.valid, out, out.shape[0])
    size = 0
    for i in range(rule.literals.shape[0]):
        if rule.groups[i] == group and i != skip:
            code = rule.literals[i]
            column, flip = data.by_feature[code >> 1], np.uint64(-(code & 1))
            for w in range(out.shape[0]):
                out[w] &= column[w] ^ flip
            size += 1
    return size


@inner
def _complexity(rule: Places) -> int:
    """Return the complexity of the rule; -1 if it has too few literals, or under two groups."""
    rule.sizes[:] = 0
    for group in rule.groups:
        if group != NONE:
            rule.sizes[group] += 1
    used, literals, total = 0, 0, 1
    for size in rule.sizes:
        if size > 0:
            used += 1
            literals += size
            total += size + (1 if size > 1 else 0)
    return total if used >= 2 and literals >= rule.least else -1


@inner
def _value(data: Columns, rule: Places, skip: int, group: int) -> float:
    """Return the value of the rule without a place and its group; -inf if the rule is too small.

    The rows that the other groups accept are in `rows[1]` after that.
    """
    complexity = _complexity(rule)
    if complexity < 0:
        return -np.inf
    rows, weights = rule.rows, data.weights
    rows[1] = 0
    for other in range(rule.groups.shape[0]):
        if other != group and _and(data, rule, other, skip, rows[2]) > 0:
            for w in range(rows.shape[1]):
                rows[1, w] |= rows[2, w]
    positive, end = data.num_positive, data.valid.shape[0]
    right = weigh(rows[1], weights, 0, positive) + weigh(data.valid, weights, positive, end)
    return right - weigh(rows[1], weights, positive, end) - rule.penalty * complexity


@inner
def _taken(rule: Places, place: int, feature: int) -> bool:
    """Return whether a feature stands beside a place: in its group, or alone as it is itself."""
    group = rule.groups[place]
    for i in range(rule.literals.shape[0]):
        other = rule.groups[i]
        if i == place or other == NONE or rule.literals[i] >> 1 != feature:
            continue
        if other == group or (rule.sizes[other] == 1 and rule.sizes[group] == 1):
            return True
    return False


@inner
def _clash(rule: Places, skip: int) -> bool:
    """Return whether two literals that stand alone, but for one place, read the same feature."""
    literals, groups, sizes = rule.literals, rule.groups, rule.sizes
    for i in range(literals.shape[0]):
        if i != skip and groups[i] != NONE and sizes[groups[i]] == 1:
            for j in range(i):
                alone = j != skip and groups[j] != NONE and sizes[groups[j]] == 1
                if alone and literals[i] >> 1 == literals[j] >> 1:
                    return True
    return False


@inner
def _tidy(rule: Places) -> int:
    """Leave out the literals whose feature stands beside them already; return how many."""
    removed = 0
    for _ in range(2):  # a group that loses a literal in the first round may be a lone one then
        _complexity(rule)
        for i in range(rule.groups.shape[0]):
            if rule.groups[i] != NONE and _taken(rule, i, rule.literals[i] >> 1):
                rule.sizes[rule.groups[i]] -= 1
                rule.groups[i] = NONE
                removed += 1
    return removed


@inner
def _visit(data: Columns, rule: Places, place: int, strict: bool, now: float) -> float:
    """Give a place its best literal in its best group, or none; return the value after that.

    Unless `strict`, two literals that are left alone by that may read the same feature.
    """
    groups, decided, counts = rule.groups, rule.rows[0], rule.counts
    best, best_literal, best_group = now, rule.literals[place], groups[place]
    fresh = True
    positive, end = data.num_positive, data.valid.shape[0]
    for group in range(NONE, groups.shape[0]):
        groups[place] = group
        if group != NONE and _and(data, rule, group, place, decided) == 0:
            # Any empty group is like any other.
            if not fresh:
                continue
            fresh = False
        base = _value(data, rule, place, group)
        if base == -np.inf or (strict and _clash(rule, place)):
            continue
        if group == NONE:
            if base > best:
                best, best_group = base, NONE
            continue
        for w in range(end):
            decided[w] &= ~rule.rows[1, w]
        plus = weigh(decided, data.weights, 0, positive)
        minus = weigh(decided, data.weights, positive, end)
        sweep(data, decided, positive, end, counts)
        copy(counts[0], counts[2], counts.shape[1])
        sweep(data, decided, 0, positive, counts)
        for f in range(counts.shape[1]):
            gain = counts[0, f] - counts[2, f]
            opposite = plus - minus - gain
            if base + max(gain, opposite) > best and not _taken(rule, place, f):
                best, best_group = base + max(gain, opposite), group
                best_literal = 2 * f if gain >= opposite else 2 * f + 1
    groups[place], rule.literals[place] = best_group, best_literal
    return best


@inner
def _kick(rule: Places, num_features: int, rng: Any) -> None:
    """Throw one to three places, or all of them, into random groups with random literals."""
    size = rule.literals.shape[0]
    changes = size if below(rng, 4) == 0 else 1 + below(rng, 3)
    for _ in range(changes):
        place = below(rng, size)
        rule.groups[place] = below(rng, size)
        rule.literals[place] = below(rng, 2 * num_features)


@inner
def _descend(
    data: Columns, rule: Places, place: int, strict: bool, now: float, visits: int
) -> float:
    """Visit the places in turn until none of them gains anything; return the value after that."""
    size, unchanged = rule.literals.shape[0], 0
    for _ in range(visits):
        if unchanged == size:
            break
        place = (place + 1) % size
        after = _visit(data, rule, place, strict, now)
        unchanged = 1 if after > now else unchanged + 1
        now = after
    return now


@kernel
def improve_two(
    data: Columns, best: Any, rule: Places, value: float, visits: int, rng: Any
) -> float:
    """Kick the best rule so far, descend, and keep the result if it is better; return its value.

    `best` has the literals and their groups. The value is the weight right in units minus
    `penalty` times the complexity. With -inf as the value, `best` is only where to start from; it
    must be a rule without a feature twice.
    """
    rule.literals[:], rule.groups[:] = best[0], best[1]
    if value > -np.inf:
        _kick(rule, data.by_feature.shape[0], rng)
        _tidy(rule)
    place = below(rng, rule.literals.shape[0])
    now = _descend(data, rule, place, False, -np.inf, visits)
    # The way to a better rule often leads past one that has a literal twice.
    if _tidy(rule) > 0:
        now = _descend(data, rule, place, True, _value(data, rule, NONE, NONE), visits)
    if now > value:
        value = now
        best[0], best[1] = rule.literals, rule.groups
    return value
