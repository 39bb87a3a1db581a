"""The objective: the metric of the counts less what the complexity costs."""

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
    return call_metric(
        dims[D_METRIC],
        true_positive,
        false_positive,
        coefs[C_TOTAL_POSITIVE] - true_positive,
        coefs[C_TOTAL_NEGATIVE] - false_positive,
    )


@inner
def penalty(coefs, complexity):
    """What the complexity costs."""
    return coefs[C_LAMBDA] * complexity
