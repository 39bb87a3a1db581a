"""Which rows a node decides: with the rest of the rule fixed, how the outcome follows the node.

A row is *up* for a node if the whole rule is true there exactly when the node is, *down* if it is
true exactly when the node is not, and neither if the node does not matter. The two sets are kept
as words. For the root every row is up; one step down, a child of a counting operator matters on
the rows where the count of its siblings stands just before an accepted or refused count.
"""

from typing import Any, NamedTuple

import numpy as np

from boolsmith.engine.counts import buffer, counts_in, effective_mask, full_mask, gather
from boolsmith.engine.jit import inner
from boolsmith.engine.layout import ARG, KIND_TABLE, NEG, P_KIND, ROOT, SIZE
from boolsmith.engine.words import ONE, ZERO, fill, table_of

# The spare buffers, after those of the nodes.
UP = np.int64(0)
DOWN = np.int64(1)
FIRST = np.int64(2)
SECOND = np.int64(3)
SHOWN = np.int64(4)


class Decided(NamedTuple):
    """The rows that a node decides: where they begin in the arena."""

    up: Any
    down: Any
    any_down: Any  # False: no row is down, and the words of `down` are not to be read


@inner
def spare(numbers, index):
    """Return where one of the spare buffers begins."""
    return buffer(numbers, numbers.max_complexity + index)


@inner
def decided_by_root(problem):
    """Return the rows that the root decides."""
    arena, numbers = problem.arena, problem.numbers
    up, down = spare(numbers, UP), spare(numbers, DOWN)
    care = np.uint64(numbers.care_base)
    words = np.uint64(numbers.words)
    if numbers.has_base:
        base = np.uint64(numbers.base_base)
        for w in range(words):
            arena[up + w] = arena[care + w] & ~arena[base + w]
            arena[down + w] = arena[care + w] & arena[base + w]
        return Decided(up, down, True)
    for w in range(words):
        arena[up + w] = arena[care + w]
    return Decided(up, down, False)


@inner
def drop_child(children, n, position):
    """Take one child out of the gathered ones."""
    for j in range(position, n - 1):
        children[2 * j] = children[2 * j + 2]
        children[2 * j + 1] = children[2 * j + 3]


@inner
def _restrict(table, n, position, value):
    """Return the truth table over the other children when one child has the given value."""
    result = ZERO
    for row in range(1 << (n - 1)):
        low = row & ((1 << position) - 1)
        full = low | ((row >> position) << (position + 1)) | (value << position)
        result |= ((table >> np.uint64(full)) & ONE) << np.uint64(row)
    return result


@inner
def find_turns(problem, rule, parent, child, children):
    """Find where a child turns the outcome of its parent; return whether it rises, falls.

    The rows where the parent rises with the child are in the buffer FIRST, those where it falls
    in SECOND; if there are none, the buffer is left as it is.
    """
    arena, numbers, masks = problem.arena, problem.numbers, problem.operators.masks
    first, second = spare(numbers, FIRST), spare(numbers, SECOND)
    n = gather(rule, parent, numbers, children)
    position = 0
    j = parent + 1
    while j != child:
        position += 1
        j += rule[j, SIZE]
    drop_child(children, n, position)
    row = rule[parent, ARG]
    if problem.operators.params[row, P_KIND] == KIND_TABLE:
        words = np.uint64(numbers.words)
        table = ~masks[row] if rule[parent, NEG] else masks[row]
        at_zero = _restrict(table, n, position, ROOT)
        at_one = _restrict(table, n, position, ROOT + 1)
        rises, falls = at_one & ~at_zero, at_zero & ~at_one
        table_of(arena, first, children, n - 1, rises, ZERO, ZERO, words)
        table_of(arena, second, children, n - 1, falls, ZERO, ZERO, words)
    else:
        mask = effective_mask(rule, parent, masks, n)
        rises = ~mask & (mask >> ONE) & full_mask(n - 1)
        falls = mask & ~(mask >> ONE) & full_mask(n - 1)
        if rises != ZERO:
            counts_in(arena, numbers, children, n - 1, rises, first)
        if falls != ZERO:
            counts_in(arena, numbers, children, n - 1, falls, second)
    return rises != ZERO, falls != ZERO


@inner
def step_down(problem, rule, parent, child, decided, children):
    """Return the rows that a child decides, in place of those that its parent decides."""
    rises, falls = find_turns(problem, rule, parent, child, children)
    arena, words = problem.arena, np.uint64(problem.numbers.words)
    first, second = spare(problem.numbers, FIRST), spare(problem.numbers, SECOND)
    up, down, any_down = decided.up, decided.down, decided.any_down
    if not falls:
        if not rises:
            fill(arena, up, ZERO, ZERO, words)
            return Decided(up, down, False)
        for w in range(words):
            arena[up + w] &= arena[first + w]
        if any_down:
            for w in range(words):
                arena[down + w] &= arena[first + w]
        return Decided(up, down, any_down)
    if not rises:
        fill(arena, first, ZERO, ZERO, words)
    if not any_down:
        fill(arena, down, ZERO, ZERO, words)
    for w in range(words):
        rise, fall, u, d = arena[first + w], arena[second + w], arena[up + w], arena[down + w]
        arena[up + w] = (rise & u) | (fall & d)
        arena[down + w] = (fall & u) | (rise & d)
    return Decided(up, down, True)


@inner
def decided_rows(problem, rule, target, children):
    """Return the rows that node `target` decides."""
    decided = decided_by_root(problem)
    node = ROOT
    while node != target:
        child = node + 1
        while child + rule[child, SIZE] <= target:
            child += rule[child, SIZE]
        decided = step_down(problem, rule, node, child, decided, children)
        node = child
    return decided
