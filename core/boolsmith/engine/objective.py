"""The objective, the metric of the counts less what the complexity costs; and what is accepted."""

import numpy as np

from boolsmith.acceptances import METROPOLIS
from boolsmith.engine.jit import call_at, inner
from boolsmith.engine.rng import uniform

WORST = -1e300  # the score where the metric is not a number

metropolis = inner(METROPOLIS.accepts)


@inner
def score_of(numbers, tp, fp):
    """Return the metric for counts in units of weight."""
    true_positive = tp * numbers.unit
    false_positive = fp * numbers.unit
    if numbers.affine:
        return (
            numbers.constant + true_positive * numbers.positive + false_positive * numbers.negative
        )
    false_negative = numbers.total_positive - true_positive
    true_negative = numbers.total_negative - false_positive
    counts = (true_positive, false_positive, false_negative, true_negative)
    score = call_at(numbers.metric, counts)
    return score if np.isfinite(score) else WORST


@inner
def penalty(numbers, complexity):
    """Return what the complexity costs."""
    return numbers.regularization * complexity


@inner
def accepts(numbers, difference, temperature, rng):
    """Return whether a rule is accepted whose objective is higher by `difference`."""
    if numbers.takes_better and difference >= 0:
        return True
    draw = uniform(rng)
    if numbers.acceptance == 0:
        return metropolis(difference, temperature, draw)
    return call_at(numbers.acceptance, (difference, temperature, draw)) > 0
