"""Metrics for data where accuracy says little. One file per family.

A score is plain arithmetic on floats, so that numba compiles it into the search, and where a
denominator can be zero the limit to return is written out.
"""

from boolsmith import Metric, hookimpl

from boolsmith_metrics.agreement import COHEN_KAPPA, MATTHEWS
from boolsmith_metrics.cost import COST
from boolsmith_metrics.gini import GINI, GINI_GAIN
from boolsmith_metrics.retrieval import F_BETA, PRECISION_AT_RECALL

boolsmith_api = 2

METRICS = (F_BETA, PRECISION_AT_RECALL, MATTHEWS, COHEN_KAPPA, COST, GINI, GINI_GAIN)


@hookimpl
def boolsmith_metrics() -> list[Metric]:
    """Return the metrics of this package."""
    return list(METRICS)
