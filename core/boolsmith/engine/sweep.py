"""Sweeps: scoring every literal at a place, or every operator and parameter, in a single pass.

With the rest of the rule fixed, replacing a node by a literal changes the counts by the number of
up rows on which the literal is true, less the down rows. For all literals at once that is a few
population counts per word, read from the words in transposed order (all features of a word
together), so that the loop runs over features.
"""

import numpy as np

from boolsmith.engine.jit import inner, popcount
from boolsmith.engine.layout import (
    C_NEGATIVE,
    C_POSITIVE,
    C_UNIT,
    D_AFFINE,
    D_FEATURES,
    D_PLANE_BASE,
    D_PLANES,
    D_POSITIVE_WORDS,
    D_WORDS,
)
from boolsmith.engine.objective import score_of
from boolsmith.engine.tree import has_feature
from boolsmith.engine.words import ZERO


@inner
def _add_counts(transposed, word, mask, gains, part, features, shift):
    """Add, for each feature, how many rows of the mask show it in one word."""
    start = word * features
    offset = part * features
    for f in range(features):
        gains[offset + f] += popcount(transposed[start + f] & mask) << shift


@inner
def sweep_literals(arena, transposed, dims, up, down, may_down, gains, totals):
    """What every plain literal adds to the counts, in `gains`: positives, then negatives.

    `gains` has room for twice that, to count down rows apart. `totals` gets what a literal that
    is always true would add.
    """
    features = np.uint64(dims[D_FEATURES])
    words = np.uint64(dims[D_WORDS])
    positive = np.uint64(dims[D_POSITIVE_WORDS])
    directions = 2 if may_down else 1
    for f in range(np.uint64(2 * directions) * features):
        gains[f] = 0
    totals[:] = 0
    planes = dims[D_PLANES]
    for w in range(words):
        side = 0 if w < positive else 1
        for b in range(max(planes, 1)):
            for direction in range(directions):
                mask = arena[(down if direction else up) + w]
                if planes > 0:
                    mask &= arena[np.uint64(dims[D_PLANE_BASE] + b * dims[D_WORDS]) + w]
                if mask != ZERO:
                    shown = popcount(mask) << b
                    totals[side] += -shown if direction else shown
                    part = np.uint64(2 * direction + side)
                    _add_counts(transposed, w, mask, gains, part, features, b)
    if may_down:
        for f in range(np.uint64(2) * features):
            gains[f] -= gains[np.uint64(2) * features + f]


@inner
def count_decided(arena, dims, words_of, up, down, may_down, totals):
    """What a node with the given words adds to the counts, in `totals`."""
    words = np.uint64(dims[D_WORDS])
    positive = np.uint64(dims[D_POSITIVE_WORDS])
    planes = dims[D_PLANES]
    totals[0] = 0
    totals[1] = 0
    for b in range(max(planes, 1)):
        plane = np.uint64(dims[D_PLANE_BASE] + b * dims[D_WORDS])
        for side in range(2):
            lo = ZERO if side == 0 else positive
            hi = positive if side == 0 else words
            total = 0
            for w in range(lo, hi):
                shown = arena[words_of + w] & arena[plane + w]
                total += popcount(shown & arena[up + w])
            if may_down:
                for w in range(lo, hi):
                    shown = arena[words_of + w] & arena[plane + w]
                    total -= popcount(shown & arena[down + w])
            totals[side] += total << b


@inner
def best_literal(dims, coefs, rule, parent, excluded, gains, totals, tp, fp, first, found):
    """The best literal by the gains of a sweep, given the counts of the rule without it.

    Features that other literal children of `parent` read are passed over. The search begins at
    feature `first`, so that ties fall differently. Gives its score; `found` gets its feature, its
    negation and the counts.
    """
    features = dims[D_FEATURES]
    best = -np.inf
    affine = dims[D_AFFINE]
    a = coefs[C_POSITIVE] * coefs[C_UNIT]
    b = coefs[C_NEGATIVE] * coefs[C_UNIT]
    start = score_of(dims, coefs, tp, fp) if affine else 0.0
    all_gain = a * totals[0] + b * totals[1]
    for part in range(2):
        lo = first if part == 0 else 0
        hi = features if part == 0 else first
        for f in range(lo, hi):
            gain_p = gains[f]
            gain_n = gains[features + f]
            if affine:
                gain = a * gain_p + b * gain_n
                plain = start + gain
                negated = start + all_gain - gain
            else:
                plain = score_of(dims, coefs, tp + gain_p, fp + gain_n)
                negated = score_of(dims, coefs, tp + totals[0] - gain_p, fp + totals[1] - gain_n)
            better = max(plain, negated)
            if better > best and not has_feature(rule, parent, f, excluded):
                best = better
                found[0] = f
                found[1] = negated > plain
                found[2] = tp + (totals[0] - gain_p if negated > plain else gain_p)
                found[3] = fp + (totals[1] - gain_n if negated > plain else gain_n)
    return best
