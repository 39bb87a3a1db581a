"""Evaluating rules on packed words, and scoring what they predict."""

import numpy as np

from boolsmith.engine.counts import gather
from boolsmith.engine.jit import inner
from boolsmith.engine.layout import (
    ARG,
    BLOCK,
    D_BASE_BASE,
    D_CARE_BASE,
    D_HAS_BASE,
    D_PLANE_BASE,
    D_PLANES,
    D_POSITIVE_WORDS,
    D_SCRATCH,
    D_SLOT_BASE,
    D_WORDS,
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
S_KIDS = 2  # where its children begin in `kids`
S_ARITY = 3
S_OUT = 4  # where its words go
STEP_FIELDS = 5


@inner
def evaluate_operator(arena, dims, params, masks, row, negated, kids, n, out, lo, hi):
    """The words of one operator (a row of the parameter table) over gathered children."""
    kind = params[row, P_KIND]
    flip = ONES if (params[row, P_FLIP] ^ negated) else ZERO
    if kind == KIND_ALL:
        all_of(arena, out, kids, n, ZERO, flip, lo, hi)
    elif kind == KIND_ANY:
        all_of(arena, out, kids, n, ONES, ~flip, lo, hi)
    elif kind == KIND_INTERVAL and n <= 5:
        first, second = params[row, P_FIRST], params[row, P_SECOND]
        if n == 2 or n == 4:  # a child that is never true, to make it three or five
            kids[2 * n] = np.uint64(dims[D_SCRATCH] + 8 * BLOCK) - lo
            kids[2 * n + 1] = ZERO
        if n <= 3:
            interval3(arena, out, kids, first, second, flip, lo, hi)
        else:
            interval5(arena, out, kids, first, second, flip, lo, hi)
    elif kind == KIND_CONSTANT:
        fill(arena, out, flip, lo, hi)
    elif kind == KIND_TABLE:
        table_of(arena, out, kids, n, masks[row], ONES if negated else ZERO, lo, hi)
    else:
        scratch = np.uint64(dims[D_SCRATCH])
        planes = count_children(arena, scratch, kids, n, lo, hi)
        fill(arena, out, flip, lo, hi)
        for count in range(1, n + 1):
            if ((masks[row] >> np.uint64(count)) ^ (masks[row] >> np.uint64(count - 1))) & ONE:
                reach(arena, out, scratch, planes, count, lo, hi)


@inner
def plan(rule, dims, free, kids, steps):
    """List the operators that must be evaluated, deepest first, and give each a free slot.

    `kids` gets where the words of their children are, `steps` everything else about them. Gives
    how many there are, and how many runs of words they read and write.
    """
    count = 0
    start = 0
    for i in range(rule[0, SIZE] - 1, -1, -1):
        if rule[i, OP] != LITERAL and rule[i, SLOT] == -1:
            slot = free[count]
            rule[i, SLOT] = slot
            n = gather(rule, i, dims, kids[start:])
            steps[count, S_ROW] = rule[i, ARG]
            steps[count, S_NEG] = rule[i, NEG]
            steps[count, S_KIDS] = start
            steps[count, S_ARITY] = n
            steps[count, S_OUT] = dims[D_SLOT_BASE] + slot * dims[D_WORDS]
            count += 1
            start += 2 * n + 2  # with room for a child that is never true
    return count, start >> 1


@inner
def count_predicted(arena, dims, start, lo, hi):
    """The weighted number of rows predicted true in words lo to hi of a run, in units."""
    planes = dims[D_PLANES]
    if dims[D_HAS_BASE]:
        return _count_with_base(arena, dims, start, lo, hi)
    if planes == 0:
        return count_ones(arena, start, lo, hi)
    total = 0
    for b in range(planes):
        plane = np.uint64(dims[D_PLANE_BASE] + b * dims[D_WORDS])
        total += count_common(arena, start, plane, lo, hi) << b
    return total


@inner
def _count_with_base(arena, dims, start, lo, hi):
    care = np.uint64(dims[D_CARE_BASE])
    base = np.uint64(dims[D_BASE_BASE])
    other = np.uint64(dims[D_SCRATCH])
    total = 0
    step = np.uint64(BLOCK)
    for at in range(lo, hi, step):
        stop = min(at + step, hi)
        for w in range(at, stop):
            arena[other + w - at] = arena[base + w] ^ (arena[start + w] & arena[care + w])
        for b in range(max(1, dims[D_PLANES])):
            plane = np.uint64(dims[D_PLANE_BASE] + b * dims[D_WORDS]) + at
            total += count_common(arena, other, plane, ZERO, stop - at) << b
    return total


@inner
def evaluate_steps(arena, dims, params, masks, kids, steps, count):
    """Evaluate planned operators, the root last; gives tp and fp in units of weight."""
    words = np.uint64(dims[D_WORDS])
    positive = np.uint64(dims[D_POSITIVE_WORDS])
    root = np.uint64(steps[count - 1, S_OUT])
    plain = dims[D_PLANES] == 0 and dims[D_HAS_BASE] == 0
    tp = np.int64(0)
    fp = np.int64(0)
    size = np.uint64(BLOCK)
    for lo in range(ZERO, words, size):
        hi = min(lo + size, words)
        for s in range(count):
            evaluate_operator(
                arena, dims, params, masks, steps[s, S_ROW], steps[s, S_NEG],
                kids[steps[s, S_KIDS] :], steps[s, S_ARITY], np.uint64(steps[s, S_OUT]), lo, hi,
            )  # fmt: skip
        if plain:
            if lo < positive <= hi:
                arena[root + positive - ONE] &= arena[dims[D_PLANE_BASE] - 2]
            if hi == words:
                arena[root + words - ONE] &= arena[dims[D_PLANE_BASE] - 1]
        if lo < positive:
            tp += count_predicted(arena, dims, root, lo, min(hi, positive))
        if hi > positive:
            fp += count_predicted(arena, dims, root, max(lo, positive), hi)
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
