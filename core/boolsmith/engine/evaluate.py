"""Evaluating rules on packed words, and counting what they predict.

Only the operators that a move changed are evaluated again: the others keep their words in the
buffers (slots) they have. A plan lists those to evaluate, deepest first.
"""

from typing import Any, NamedTuple

import numpy as np

from boolsmith.engine.counts import gather
from boolsmith.engine.jit import inner, spliced
from boolsmith.engine.layout import (
    ARG,
    BLOCK,
    KIND_ALL,
    KIND_ANY,
    KIND_CONSTANT,
    KIND_INTERVAL,
    KIND_TABLE,
    LITERAL,
    NEG,
    OP,
    P_FIRST,
    P_FLIP,
    P_KIND,
    P_SECOND,
    SIZE,
    SLOT,
)
from boolsmith.engine.words import (
    ONE,
    ONES,
    ZERO,
    all_of,
    count_children,
    count_common,
    count_ones,
    fill,
    interval3,
    interval5,
    reach,
    table_of,
)

# Columns of the steps of a plan.
S_ROW = 0  # the operator with its parameter, a row of the parameter table
S_NEG = 1
S_CHILDREN = 2  # where its children begin in `children`
S_ARITY = 3
S_OUT = 4  # where its words go
STEP_FIELDS = 5


class Plan(NamedTuple):
    """The operators to evaluate, and the slots that are free for them.

    Narrow, as are the arguments of what is called for every move: passing them takes time.
    """

    children: Any  # uint64[4 * (nodes + 2)]: where the words of children begin, and their flips
    steps: Any  # int64[nodes + 2, 5]
    free: Any  # int64[slots + 1]


@spliced
def make_plan(rule, numbers, plan):
    """List the operators to evaluate and give each a free slot.

    Return how many there are, and how many runs of words they read and write.
    """
    count = 0
    start = 0
    steps = plan.steps
    for i in range(rule[0, SIZE] - 1, -1, -1):
        if rule[i, OP] != LITERAL and rule[i, SLOT] == -1:
            slot = plan.free[count]
            rule[i, SLOT] = slot
            n = gather(rule, i, numbers, plan.children[start:])
            steps[count, S_ROW] = rule[i, ARG]
            steps[count, S_NEG] = rule[i, NEG]
            steps[count, S_CHILDREN] = start
            steps[count, S_ARITY] = n
            steps[count, S_OUT] = numbers.slot_base + slot * numbers.words
            count += 1
            start += 2 * n + 2  # with room for a child that is never true
    return count, start >> 1


@spliced
def evaluate_step(arena, numbers, operators, step, children, lo, hi):
    """Write words lo to hi of one operator, a step of the plan."""
    row, negated, n, out = step[S_ROW], step[S_NEG], step[S_ARITY], np.uint64(step[S_OUT])
    kind = operators.params[row, P_KIND]
    flip = ONES if (operators.params[row, P_FLIP] ^ negated) else ZERO
    if kind == KIND_ALL:
        all_of(arena, out, children, n, ZERO, flip, lo, hi)
    elif kind == KIND_ANY:
        all_of(arena, out, children, n, ONES, ~flip, lo, hi)
    elif kind == KIND_INTERVAL and n <= 5:
        first, second = operators.params[row, P_FIRST], operators.params[row, P_SECOND]
        if n == 2 or n == 4:  # a child that is never true, to make it three or five
            children[2 * n] = np.uint64(numbers.scratch + 8 * BLOCK) - lo
            children[2 * n + 1] = ZERO
        if n <= 3:
            interval3(arena, out, children, first, second, flip, lo, hi)
        else:
            interval5(arena, out, children, first, second, flip, lo, hi)
    elif kind == KIND_CONSTANT:
        fill(arena, out, flip, lo, hi)
    elif kind == KIND_TABLE:
        table, flip = operators.masks[row], ONES if negated else ZERO
        table_of(arena, out, children, n, table, flip, lo, hi)
    else:
        mask, scratch = operators.masks[row], np.uint64(numbers.scratch)
        planes = count_children(arena, scratch, children, n, lo, hi)
        fill(arena, out, flip, lo, hi)
        for count in range(1, n + 1):
            if ((mask >> np.uint64(count)) ^ (mask >> np.uint64(count - 1))) & ONE:
                reach(arena, out, scratch, planes, count, lo, hi)


@inner
def count_predicted(arena, numbers, start, lo, hi):
    """Return the weight of the rows predicted true in words lo to hi of a run, in units."""
    planes = numbers.planes
    if numbers.has_base:
        return _count_with_base(arena, numbers, start, lo, hi)
    if planes == 0:
        return count_ones(arena, start, lo, hi)
    total = 0
    for b in range(planes):
        plane = np.uint64(numbers.plane_base + b * numbers.words)
        total += count_common(arena, start, plane, lo, hi) << b
    return total


@inner
def _count_with_base(arena, numbers, start, lo, hi):
    care = np.uint64(numbers.care_base)
    base = np.uint64(numbers.base_base)
    other = np.uint64(numbers.scratch)
    total = 0
    step = np.uint64(BLOCK)
    for at in range(lo, hi, step):
        stop = min(at + step, hi)
        for w in range(at, stop):
            arena[other + w - at] = arena[base + w] ^ (arena[start + w] & arena[care + w])
        for b in range(max(1, numbers.planes)):
            plane = np.uint64(numbers.plane_base + b * numbers.words) + at
            total += count_common(arena, other, plane, ZERO, stop - at) << b
    return total


@spliced
def evaluate_plan(arena, numbers, operators, plan, count):
    """Evaluate the planned operators, the root last; return tp and fp in units of weight."""
    steps = plan.steps
    words = np.uint64(numbers.words)
    positive = np.uint64(numbers.positive_words)
    root = np.uint64(steps[count - 1, S_OUT])
    plain = numbers.planes == 0 and numbers.has_base == 0
    tp = np.int64(0)
    fp = np.int64(0)
    size = np.uint64(BLOCK)
    for lo in range(ZERO, words, size):
        hi = min(lo + size, words)
        for s in range(count):
            children = plan.children[steps[s, S_CHILDREN] :]
            evaluate_step(arena, numbers, operators, steps[s], children, lo, hi)
        if plain:
            if lo < positive <= hi:
                arena[root + positive - ONE] &= arena[numbers.plane_base - 2]
            if hi == words:
                arena[root + words - ONE] &= arena[numbers.plane_base - 1]
        if lo < positive:
            tp += count_predicted(arena, numbers, root, lo, min(hi, positive))
        if hi > positive:
            fp += count_predicted(arena, numbers, root, max(lo, positive), hi)
    return tp, fp


@inner
def free_slots(rule, free, used):
    """List the slots that the rule does not use, as many as a rule can need."""
    for slot in range(len(used)):
        used[slot] = False
    for i in range(rule[0, SIZE]):
        if rule[i, OP] != LITERAL:
            used[rule[i, SLOT]] = True
    count = 0
    for slot in range(len(used)):
        free[count] = slot
        count += not used[slot]
