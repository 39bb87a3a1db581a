"""Which rows a node decides: with the rest of the rule fixed, how the outcome follows the node.

A row is *up* for a node if the whole rule is true there exactly when the node is, *down* if it is
true exactly when the node is not, and neither if the node does not matter. The two sets are kept
as words. For the root every row is up; one step down, a child of a counting operator matters on
the rows where the count of its siblings stands just before an accepted or refused count.
"""

import numpy as np

from boolsmith.engine.counts import counts_in, effective_mask, full_mask, gather
from boolsmith.engine.jit import inner
from boolsmith.engine.layout import (
    ARG,
    D_BASE_BASE,
    D_CARE_BASE,
    D_HAS_BASE,
    D_WORDS,
    KIND_TABLE,
    NEG,
    P_KIND,
    ROOT,
    SIZE,
)
from boolsmith.engine.words import ONE, ZERO, fill, table_of


@inner
def start_at_root(arena, dims, up, down):
    """The rows that the root decides; gives whether any may be down."""
    care = np.uint64(dims[D_CARE_BASE])
    words = np.uint64(dims[D_WORDS])
    if dims[D_HAS_BASE]:
        base = np.uint64(dims[D_BASE_BASE])
        for w in range(words):
            arena[up + w] = arena[care + w] & ~arena[base + w]
            arena[down + w] = arena[care + w] & arena[base + w]
        return True
    for w in range(words):
        arena[up + w] = arena[care + w]
    return False


@inner
def drop_kid(kids, n, position):
    """Take one child out of the gathered ones."""
    for j in range(position, n - 1):
        kids[2 * j] = kids[2 * j + 2]
        kids[2 * j + 1] = kids[2 * j + 3]


@inner
def _restrict(table, n, position, value):
    """The truth table over the other children when one child has the given value."""
    result = ZERO
    for row in range(1 << (n - 1)):
        low = row & ((1 << position) - 1)
        full = low | ((row >> position) << (position + 1)) | (value << position)
        result |= ((table >> np.uint64(full)) & ONE) << np.uint64(row)
    return result


@inner
def step_down(arena, dims, params, masks, rule, parent, child, up, down, first, second, may_down,
              kids):  # fmt: skip
    """From the rows a parent decides to those that its child decides, in place.

    `first` and `second` are buffers to work in; gives whether any row may be down.
    """
    words = np.uint64(dims[D_WORDS])
    n = gather(rule, parent, dims, kids)
    position = 0
    j = parent + 1
    while j != child:
        position += 1
        j += rule[j, SIZE]
    drop_kid(kids, n, position)
    row = rule[parent, ARG]
    if params[row, P_KIND] == KIND_TABLE:
        table = masks[row]
        if rule[parent, NEG]:
            table = ~table
        at_zero = _restrict(table, n, position, ROOT)
        at_one = _restrict(table, n, position, ROOT + 1)
        rises, falls = at_one & ~at_zero, at_zero & ~at_one
        table_of(arena, first, kids, n - 1, rises, ZERO, ZERO, words)
        table_of(arena, second, kids, n - 1, falls, ZERO, ZERO, words)
    else:
        mask = effective_mask(rule, parent, masks, n)
        rises = ~mask & (mask >> ONE) & full_mask(n - 1)
        falls = mask & ~(mask >> ONE) & full_mask(n - 1)
        if rises != ZERO:
            counts_in(arena, dims, kids, n - 1, rises, first)
        if falls != ZERO:
            counts_in(arena, dims, kids, n - 1, falls, second)
    if falls == ZERO:
        if rises == ZERO:
            fill(arena, up, ZERO, ZERO, words)
            return False
        for w in range(words):
            arena[up + w] &= arena[first + w]
        if may_down:
            for w in range(words):
                arena[down + w] &= arena[first + w]
        return may_down
    if rises == ZERO:
        fill(arena, first, ZERO, ZERO, words)
    if not may_down:
        fill(arena, down, ZERO, ZERO, words)
    for w in range(words):
        rise, fall, u, d = arena[first + w], arena[second + w], arena[up + w], arena[down + w]
        arena[up + w] = (rise & u) | (fall & d)
        arena[down + w] = (fall & u) | (rise & d)
    return True


@inner
def decided_rows(arena, dims, params, masks, rule, target, up, down, first, second, kids):
    """The rows that node `target` decides; gives whether any may be down."""
    may_down = start_at_root(arena, dims, up, down)
    node = ROOT
    while node != target:
        child = node + 1
        while child + rule[child, SIZE] <= target:
            child += rule[child, SIZE]
        may_down = step_down(
            arena, dims, params, masks, rule, node, child, up, down, first, second, may_down, kids
        )
        node = child
    return may_down
