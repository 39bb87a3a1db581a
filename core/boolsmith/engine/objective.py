"""The objective: the metric of the counts less what the complexity costs."""

import numpy as np

from boolsmith.engine.jit import call_metric, inner
from boolsmith.engine.layout import (
    C_CONSTANT,
    C_LAMBDA,
    C_NEGATIVE,
    C_POSITIVE,
    C_TOTAL_NEGATIVE,
    C_TOTAL_POSITIVE,
    C_UNIT,
    D_AFFINE,
    D_METRIC,
)

WORST = -1e300  # the score where the metric is not a number


@inner
def score_of(dims, coefs, tp, fp):
    """The metric for counts in units of weight."""
    true_positive = tp * coefs[C_UNIT]
    false_positive = fp * coefs[C_UNIT]
    if dims[D_AFFINE]:
        return (
            coefs[C_CONSTANT]
            + true_positive * coefs[C_POSITIVE]
            + false_positive * coefs[C_NEGATIVE]
        )
    score = call_metric(
        dims[D_METRIC],
        true_positive,
        false_positive,
        coefs[C_TOTAL_POSITIVE] - true_positive,
        coefs[C_TOTAL_NEGATIVE] - false_positive,
    )
    return score if np.isfinite(score) else WORST


@inner
def penalty(coefs, complexity):
    """What the complexity costs."""
    return coefs[C_LAMBDA] * complexity
