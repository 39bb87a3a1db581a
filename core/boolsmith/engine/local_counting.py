"""The local solver for one operator over literals: sweeps from many starts.

With all literals but one fixed, one pass over the data counts, for every literal that could take
the place, how many rows of each class it is true for; those counts score every literal under every
mask of accepted counts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boolsmith.engine.exact_bounds import Columns, copy, part, profile, split, sweep, weigh
from boolsmith.engine.jit import inner, kernel
from boolsmith.engine.rng import below


@inner
def _count(data: Columns, literals: Any, skip: int, work: Any) -> None:
    """Write the weight of each class of rows by all literals but `skip`, and of its features."""
    classes, true, totals, _, _, scratch = work
    layer, size = 0, 1
    copy(data.valid, classes[0, 0], data.valid.shape[0])
    for i in range(literals.shape[0]):
        if i != skip:
            split(data, classes[layer], classes[1 - layer], size, literals[i])
            layer = 1 - layer
            size += 1
    for label in range(2):
        start, stop = part(data, label)
        for count in range(size):
            totals[label, count] = weigh(classes[layer, count], data.weights, start, stop)
            sweep(data, classes[layer, count], start, stop, scratch)
            copy(scratch[0], true[label, count], scratch.shape[1])


@inner
def _best_literal(
    accepted: int, size: int, true: Any, totals: Any, used: Any, scores: Any
) -> tuple[int, int]:
    """Return the best literal for the open place under one mask, and its score."""
    base, span = 0, 0
    scores[:] = 0
    for label in range(2):
        for count in range(size):
            now = profile(accepted, label, count, 0)
            change = profile(accepted, label, count, 1) - now
            base += now * totals[label, count]
            span += change * totals[label, count]
            if change != 0:
                for f in range(scores.shape[0]):
                    scores[f] += change * true[label, count, f]
    best, best_score = -1, np.int64(-1)
    for f in range(scores.shape[0]):
        if used[f] == 0:
            if base + scores[f] > best_score:
                best, best_score = 2 * f, base + scores[f]
            if base + span - scores[f] > best_score:
                best, best_score = 2 * f + 1, base + span - scores[f]
    return best, best_score


@inner
def _descend(
    data: Columns, masks: Any, literals: Any, visits: int, rng: Any, work: Any
) -> tuple[int, int]:
    """Give each place its best literal until none gets better; return the score and the mask."""
    _, true, totals, used, scores, _ = work
    size = literals.shape[0]
    used[:] = 0
    for code in literals:
        used[code >> 1] = 1
    score, mask, unchanged = np.int64(-1), 0, 0
    place = below(rng, size)
    for _ in range(visits):
        if unchanged == size:
            break
        place = (place + 1) % size
        old = literals[place]
        used[old >> 1] = 0
        _count(data, literals, place, work)
        unchanged += 1
        for i in range(masks.shape[0]):
            code, value = _best_literal(masks[i], size, true, totals, used, scores)
            if value > score:
                score, mask, unchanged = value, i, 1
                literals[place] = code
        used[literals[place] >> 1] = 1
    return score, mask


@inner
def _kick(literals: Any, num_features: int, rng: Any) -> None:
    """Replace one to three literals, or all of them, by others at random."""
    size = literals.shape[0]
    changes = size if below(rng, 4) == 0 else min(size, 1 + below(rng, 3))
    for _ in range(changes):
        place = below(rng, size)
        while True:
            code = below(rng, 2 * num_features)
            free = True
            for i in range(size):
                if i != place and literals[i] >> 1 == code >> 1:
                    free = False
            if free:
                break
        literals[place] = code


@kernel
def improve(
    data: Columns, masks: Any, best: Any, score: int, mask: int, visits: int, rng: Any
) -> tuple[int, int]:
    """Kick the best literals so far, descend, and keep the result in `best` if it is better.

    Return the score of the best and the place of its mask. With -1 as the score, `best` is only
    where to start from. A descent ends after so many visits to a place, if not before.
    """
    num_features, words = data.by_feature.shape
    size = best.shape[0]
    work = (
        np.zeros((2, size + 1, words), np.uint64),
        np.zeros((2, size, num_features), np.int64),
        np.zeros((2, size), np.int64),
        np.zeros(num_features, np.int64),
        np.zeros(num_features, np.int64),
        np.zeros((2, num_features), np.int64),
    )
    literals = best.copy()
    if score >= 0:
        _kick(literals, num_features, rng)
    value, i = _descend(data, masks, literals, visits, rng, work)
    if value > score:
        score, mask = value, i
        best[:] = literals
    return score, mask
