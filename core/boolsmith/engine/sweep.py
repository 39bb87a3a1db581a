"""Sweeps: scoring every literal at a place, or every operator and parameter, in a single pass.

With the rest of the rule fixed, replacing a node by a literal changes the counts by the number of
up rows on which the literal is true, less the down rows. For all literals at once that is a few
population counts per word, read from the words in transposed order (all features of a word
together), so that the loop runs over features.
"""

from typing import Any, NamedTuple

import numpy as np

from boolsmith.engine.jit import inner, popcount
from boolsmith.engine.objective import score_of
from boolsmith.engine.tree import has_feature
from boolsmith.engine.words import ZERO

# What is found of a literal.
FEATURE = 0
NEGATED = 1


class Work(NamedTuple):
    """What the sweeps of a kernel write their counts to."""

    children: Any  # uint64[128]: where the words of children begin, and their flips
    gains: Any  # int64[...]: what each literal adds to the positives, then to the negatives
    totals: Any  # int64[2]: what a literal that is always true would add
    found: Any  # int64[2]: the best literal
    counts: Any  # int64[nodes + 2, 2]: decided rows by number of true children, for each class


@inner
def _add_counts(transposed, word, mask, gains, part, features, shift):
    """Add, for each feature, how many rows of the mask show it in one word."""
    start = word * features
    offset = part * features
    for f in range(features):
        gains[offset + f] += popcount(transposed[start + f] & mask) << shift


@inner
def sweep_literals(problem, decided, gains, totals):
    """Count what every plain literal adds, in `gains`: positives, then negatives.

    `gains` has room for twice that, to count down rows apart. `totals` gets what a literal that
    is always true would add.
    """
    arena, numbers = problem.arena, problem.numbers
    features = np.uint64(numbers.features)
    words = np.uint64(numbers.words)
    positive = np.uint64(numbers.positive_words)
    directions = 2 if decided.any_down else 1
    for f in range(np.uint64(2 * directions) * features):
        gains[f] = 0
    totals[:] = 0
    planes = numbers.planes
    for w in range(words):
        side = 0 if w < positive else 1
        for b in range(max(planes, 1)):
            for direction in range(directions):
                mask = arena[(decided.down if direction else decided.up) + w]
                if planes > 0:
                    mask &= arena[np.uint64(numbers.plane_base + b * numbers.words) + w]
                if mask != ZERO:
                    shown = popcount(mask) << b
                    totals[side] += -shown if direction else shown
                    part = np.uint64(2 * direction + side)
                    _add_counts(problem.transposed, w, mask, gains, part, features, b)
    if decided.any_down:
        for f in range(np.uint64(2) * features):
            gains[f] -= gains[np.uint64(2) * features + f]


@inner
def count_decided(problem, run, decided, totals):
    """Count what a node whose words begin at `run` adds, in `totals`."""
    arena, numbers = problem.arena, problem.numbers
    words = np.uint64(numbers.words)
    positive = np.uint64(numbers.positive_words)
    planes = numbers.planes
    totals[0] = 0
    totals[1] = 0
    for b in range(max(planes, 1)):
        plane = np.uint64(numbers.plane_base + b * numbers.words)
        for side in range(2):
            lo = ZERO if side == 0 else positive
            hi = positive if side == 0 else words
            total = 0
            for w in range(lo, hi):
                shown = arena[run + w] & arena[plane + w]
                total += popcount(shown & arena[decided.up + w])
            if decided.any_down:
                for w in range(lo, hi):
                    shown = arena[run + w] & arena[plane + w]
                    total -= popcount(shown & arena[decided.down + w])
            totals[side] += total << b


@inner
def best_literal(numbers, rule, parent, excluded, counts, first, work):
    """Return the score of the best literal by the gains of a sweep; `work.found` gets it.

    `counts` are those of the rule without it. Features that other literal children of `parent`
    read are passed over. The search begins at feature `first`, so that ties fall differently.
    """
    gains, totals, found = work.gains, work.totals, work.found
    tp, fp = counts
    features = numbers.features
    best = -np.inf
    affine = numbers.affine
    a = numbers.positive * numbers.unit
    b = numbers.negative * numbers.unit
    start = score_of(numbers, tp, fp) if affine else 0.0
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
                plain = score_of(numbers, tp + gain_p, fp + gain_n)
                negated = score_of(numbers, tp + totals[0] - gain_p, fp + totals[1] - gain_n)
            better = max(plain, negated)
            if better > best and not has_feature(rule, parent, f, excluded):
                best = better
                found[FEATURE] = f
                found[NEGATED] = negated > plain
    return best
