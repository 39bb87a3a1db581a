"""Which rows have how many true children: the one thing that counting operators ask."""

import numpy as np

from boolsmith.engine.jit import inner
from boolsmith.engine.layout import (
    ARG,
    BLOCK,
    D_SCRATCH,
    D_SLOT_BASE,
    D_WORDS,
    KIND_TABLE,
    LITERAL,
    NEG,
    OP,
    P_KIND,
    SIZE,
    SLOT,
)
from boolsmith.engine.words import ONE, ONES, ZERO, all_of, count_children, fill, table_of


@inner
def buffer(dims, index):
    """Where buffer `index` of this worker begins; those after the slots of nodes are scratch."""
    return np.uint64(dims[D_SLOT_BASE] + index * dims[D_WORDS])


@inner
def gather(rule, i, dims, kids):
    """Where the children of operator i have their words; gives how many there are."""
    words = dims[D_WORDS]
    n = 0
    j = i + 1
    while j < i + rule[i, SIZE]:
        if rule[j, OP] == LITERAL:
            kids[2 * n] = np.uint64(rule[j, ARG] * words)
            kids[2 * n + 1] = ONES if rule[j, NEG] else ZERO
        else:
            kids[2 * n] = np.uint64(dims[D_SLOT_BASE] + rule[j, SLOT] * words)
            kids[2 * n + 1] = ZERO
        n += 1
        j += rule[j, SIZE]
    return n


@inner
def full_mask(n):
    """The mask that accepts every count of n children."""
    return ONES >> np.uint64(63 - n)


@inner
def effective_mask(rule, i, masks, n):
    """The counts that operator i accepts, its negation included."""
    mask = masks[rule[i, ARG]]
    return mask ^ full_mask(n) if rule[i, NEG] else mask


@inner
def equal_count(arena, out, scratch, planes, count, lo, hi, joined):
    """Rows whose count in the planes is `count`; joined to what is in out if asked."""
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
def counts_in(arena, dims, kids, n, wanted, out):
    """Rows on which the number of true children is one of the `wanted` counts (a mask)."""
    words = np.uint64(dims[D_WORDS])
    if wanted == ZERO:
        fill(arena, out, ZERO, ZERO, words)
        return
    if n == 1:
        flip = kids[1] ^ (ONES if wanted & ONE else ZERO)
        for w in range(words):
            arena[out + w] = arena[kids[0] + w] ^ flip
        return
    if wanted == ONE << np.uint64(n):
        all_of(arena, out, kids, n, ZERO, ZERO, ZERO, words)
        return
    if wanted == ONE:
        all_of(arena, out, kids, n, ONES, ZERO, ZERO, words)
        return
    scratch = np.uint64(dims[D_SCRATCH])
    step = np.uint64(BLOCK)
    for lo in range(ZERO, words, step):
        hi = min(lo + step, words)
        planes = count_children(arena, scratch, kids, n, lo, hi)
        joined = np.bool_(False)  # typed, or numba compiles equal_count twice
        for count in range(n + 1):
            if (wanted >> np.uint64(count)) & ONE:
                equal_count(arena, out, scratch, planes, count, lo, hi, joined)
                joined = True


@inner
def operator_words(arena, dims, params, masks, rule, i, kids, out):
    """The words of operator i from those of its children."""
    n = gather(rule, i, dims, kids)
    row = rule[i, ARG]
    if params[row, P_KIND] == KIND_TABLE:
        words = np.uint64(dims[D_WORDS])
        table_of(arena, out, kids, n, masks[row], ONES if rule[i, NEG] else ZERO, ZERO, words)
    else:
        counts_in(arena, dims, kids, n, effective_mask(rule, i, masks, n), out)
