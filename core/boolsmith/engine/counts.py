"""Which rows have how many true children: the one thing that counting operators ask."""

import numpy as np

from boolsmith.engine.jit import inner
from boolsmith.engine.layout import ARG, BLOCK, KIND_TABLE, LITERAL, NEG, OP, P_KIND, SIZE, SLOT
from boolsmith.engine.words import ONE, ONES, ZERO, all_of, count_children, fill, table_of


@inner
def buffer(numbers, index):
    """Return where buffer `index` of this worker begins; those after the nodes' are spare."""
    return np.uint64(numbers.slot_base + index * numbers.words)


@inner
def gather(rule, i, numbers, children):
    """Find where the children of operator i have their words; return how many there are."""
    words = numbers.words
    n = 0
    j = i + 1
    while j < i + rule[i, SIZE]:
        if rule[j, OP] == LITERAL:
            children[2 * n] = np.uint64(rule[j, ARG] * words)
            children[2 * n + 1] = ONES if rule[j, NEG] else ZERO
        else:
            children[2 * n] = np.uint64(numbers.slot_base + rule[j, SLOT] * words)
            children[2 * n + 1] = ZERO
        n += 1
        j += rule[j, SIZE]
    return n


@inner
def full_mask(n):
    """Return the mask that accepts every count of n children."""
    return ONES >> np.uint64(63 - n)


@inner
def effective_mask(rule, i, masks, n):
    """Return the counts that operator i accepts, its negation included."""
    mask = masks[rule[i, ARG]]
    return mask ^ full_mask(n) if rule[i, NEG] else mask


@inner
def equal_count(arena, out, scratch, planes, count, lo, hi, joined):
    """Write the rows whose count in the planes is `count`; `joined` to what is in out or not."""
    last = scratch + np.uint64((planes - 1) * BLOCK)
    flip = ZERO if (count >> (planes - 1)) & 1 else ONES
    found = scratch + np.uint64(7 * BLOCK)
    length = hi - lo
    for w in range(length):
        arena[found + w] = arena[last + w] ^ flip
    for b in range(planes - 1):
        plane = scratch + np.uint64(b * BLOCK)
        flip = ZERO if (count >> b) & 1 else ONES
        for w in range(length):
            arena[found + w] &= arena[plane + w] ^ flip
    if joined:
        for w in range(length):
            arena[out + lo + w] |= arena[found + w]
    else:
        for w in range(length):
            arena[out + lo + w] = arena[found + w]


@inner
def counts_in(arena, numbers, children, n, wanted, out):
    """Write the rows on which the number of true children is among the `wanted` (a mask)."""
    words = np.uint64(numbers.words)
    if wanted == ZERO:
        fill(arena, out, ZERO, ZERO, words)
        return
    if n == 1:
        flip = children[1] ^ (ONES if wanted & ONE else ZERO)
        for w in range(words):
            arena[out + w] = arena[children[0] + w] ^ flip
        return
    if wanted == ONE << np.uint64(n):
        all_of(arena, out, children, n, ZERO, ZERO, ZERO, words)
        return
    if wanted == ONE:
        all_of(arena, out, children, n, ONES, ZERO, ZERO, words)
        return
    scratch = np.uint64(numbers.scratch)
    step = np.uint64(BLOCK)
    for lo in range(ZERO, words, step):
        hi = min(lo + step, words)
        planes = count_children(arena, scratch, children, n, lo, hi)
        joined = np.bool_(False)  # typed, or numba compiles equal_count twice
        for count in range(n + 1):
            if (wanted >> np.uint64(count)) & ONE:
                equal_count(arena, out, scratch, planes, count, lo, hi, joined)
                joined = True


@inner
def operator_words(problem, rule, i, children, out):
    """Write the words of operator i from those of its children."""
    arena, numbers, operators = problem.arena, problem.numbers, problem.operators
    n = gather(rule, i, numbers, children)
    row = rule[i, ARG]
    if operators.params[row, P_KIND] == KIND_TABLE:
        words, flip = np.uint64(numbers.words), ONES if rule[i, NEG] else ZERO
        table_of(arena, out, children, n, operators.masks[row], flip, ZERO, words)
    else:
        wanted = effective_mask(rule, i, operators.masks, n)
        counts_in(arena, numbers, children, n, wanted, out)
