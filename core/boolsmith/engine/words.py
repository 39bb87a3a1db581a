"""Loops over packed words: the arithmetic on 64 rows at a time that everything rests on.

All words live in one array, the arena; a column or buffer is the index where it begins. `children`
holds two entries for each child: where its words begin, and a word to flip them with. `lo` and
`hi` are the first word and the one after the last.
"""

import numpy as np

from boolsmith.engine.jit import inner, popcount
from boolsmith.engine.layout import BLOCK, MAX_PLANES

ZERO = np.uint64(0)
ONE = np.uint64(1)
TWO = np.uint64(2)
ONES = np.uint64(0xFFFFFFFFFFFFFFFF)
_BLOCK = np.uint64(BLOCK)


@inner
def fill(arena, out, value, lo, hi):
    """Set words to one value."""
    for w in range(lo, hi):
        arena[out + w] = value


@inner
def all_of(arena, out, children, n, flip_in, flip_out, lo, hi):
    """Write the And of n children, each flipped by `flip_in`, the outcome by `flip_out`."""
    a, na = children[0], children[1] ^ flip_in
    b, nb = children[2], children[3] ^ flip_in
    if n == 2:
        for w in range(lo, hi):
            arena[out + w] = ((arena[a + w] ^ na) & (arena[b + w] ^ nb)) ^ flip_out
        return
    c, nc = children[4], children[5] ^ flip_in
    last = flip_out if n == 3 else ZERO
    for w in range(lo, hi):
        both = (arena[a + w] ^ na) & (arena[b + w] ^ nb)
        arena[out + w] = (both & (arena[c + w] ^ nc)) ^ last
    j = 3
    while j < n:
        a, na = children[2 * j], children[2 * j + 1] ^ flip_in
        if j + 1 < n:
            b, nb = children[2 * j + 2], children[2 * j + 3] ^ flip_in
        else:
            b, nb = a, na
        last = flip_out if j + 2 >= n else ZERO
        for w in range(lo, hi):
            both = (arena[a + w] ^ na) & (arena[b + w] ^ nb)
            arena[out + w] = (arena[out + w] & both) ^ last
        j += 2


@inner
def _reaches(p0, p1, p2, b0, b1, b2):
    """Return where a 3-bit count reaches a bound; b are ones where a bit of the bound is 0."""
    # Comparing from the lowest bit up: a 1 in the bound needs the plane and what is below,
    # a 0 is content with either.
    reached = p0 | b0
    reached = (p1 & reached) | ((p1 ^ reached) & b1)
    return (p2 & reached) | ((p2 ^ reached) & b2)


@inner
def _zero_bits(bound, bit):
    return ((np.uint64(bound) >> bit) & ONE) - ONE


@inner
def interval3(arena, out, children, first, second, flip, lo, hi):
    """Write a counting operator over three children whose outcome changes at one or two counts."""
    a, na, b, nb = children[0], children[1], children[2], children[3]
    c, nc = children[4], children[5]
    f0, f1, f2 = _zero_bits(first, ZERO), _zero_bits(first, ONE), _zero_bits(first, TWO)
    s0, s1, s2 = _zero_bits(second, ZERO), _zero_bits(second, ONE), _zero_bits(second, TWO)
    for w in range(lo, hi):
        x, y, z = arena[a + w] ^ na, arena[b + w] ^ nb, arena[c + w] ^ nc
        p0 = x ^ y ^ z
        p1 = (x & y) | ((x ^ y) & z)
        arena[out + w] = (
            flip ^ _reaches(p0, p1, ZERO, f0, f1, f2) ^ _reaches(p0, p1, ZERO, s0, s1, s2)
        )


@inner
def interval5(arena, out, children, first, second, flip, lo, hi):
    """Write the same over four or five children (a missing one points at zeros)."""
    a, na, b, nb = children[0], children[1], children[2], children[3]
    c, nc = children[4], children[5]
    d, nd, e, ne = children[6], children[7], children[8], children[9]
    f0, f1, f2 = _zero_bits(first, ZERO), _zero_bits(first, ONE), _zero_bits(first, TWO)
    s0, s1, s2 = _zero_bits(second, ZERO), _zero_bits(second, ONE), _zero_bits(second, TWO)
    for w in range(lo, hi):
        x, y, z = arena[a + w] ^ na, arena[b + w] ^ nb, arena[c + w] ^ nc
        u, v = arena[d + w] ^ nd, arena[e + w] ^ ne
        t0 = x ^ y ^ z
        t1 = (x & y) | ((x ^ y) & z)
        p0 = t0 ^ u ^ v
        q1 = (t0 & u) | ((t0 ^ u) & v)
        p1 = t1 ^ q1
        p2 = t1 & q1
        arena[out + w] = flip ^ _reaches(p0, p1, p2, f0, f1, f2) ^ _reaches(p0, p1, p2, s0, s1, s2)


@inner
def count_children(arena, scratch, children, n, lo, hi):
    """Add up n children into bit planes in scratch; return the number of planes."""
    length = hi - lo
    a, na = children[0], children[1]
    for w in range(length):
        arena[scratch + w] = arena[a + lo + w] ^ na
    planes = 1
    carry = scratch + np.uint64(MAX_PLANES) * _BLOCK
    for j in range(1, n):
        x, nx = children[2 * j], children[2 * j + 1]
        for w in range(length):
            word = arena[x + lo + w] ^ nx
            arena[carry + w] = arena[scratch + w] & word
            arena[scratch + w] ^= word
        grows = (j + 1) >> planes  # the count no longer fits in so many bits
        for b in range(1, planes):
            plane = scratch + np.uint64(b) * _BLOCK
            for w in range(length):
                word = arena[carry + w]
                arena[carry + w] = arena[plane + w] & word
                arena[plane + w] ^= word
        if grows:
            plane = scratch + np.uint64(planes) * _BLOCK
            for w in range(length):
                arena[plane + w] = arena[carry + w]
            planes += 1
    return planes


@inner
def reach(arena, out, scratch, planes, bound, lo, hi):
    """Flip the words of out where the count in the planes is at least `bound`."""
    length = hi - lo
    reached = scratch + np.uint64(MAX_PLANES + 1) * _BLOCK
    for w in range(length):
        arena[reached + w] = ONES
    for b in range(planes):
        plane = scratch + np.uint64(b) * _BLOCK
        zero = _zero_bits(bound, np.uint64(b))
        for w in range(length):
            p, r = arena[plane + w], arena[reached + w]
            arena[reached + w] = (p & r) | ((p ^ r) & zero)
    for w in range(length):
        arena[out + lo + w] ^= arena[reached + w]


@inner
def table_of(arena, out, children, n, table, flip, lo, hi):
    """Write an ordered operator: for each of its true combinations, the rows that show it."""
    for w in range(lo, hi):
        outcome = ZERO
        for row in range(1 << n):
            if (table >> np.uint64(row)) & ONE:
                match = ONES
                for j in range(n):
                    word = arena[children[2 * j] + w] ^ children[2 * j + 1]
                    match &= word if (row >> j) & 1 else ~word
                outcome |= match
        arena[out + w] = outcome ^ flip


@inner
def count_ones(arena, start, lo, hi):
    """Return how many bits are set in the words from lo to hi."""
    total = 0
    for w in range(lo, hi):
        total += popcount(arena[start + w])
    return total


@inner
def count_common(arena, start, other, lo, hi):
    """Return how many bits are set in both of two runs of words."""
    total = 0
    for w in range(lo, hi):
        total += popcount(arena[start + w] & arena[other + w])
    return total
