"""What a metric is, and the built-in ones.

A metric gives a score, higher is better, from the four counts of the confusion matrix. Counts
are weighted if the rows are, so they come as floats.
"""

from boolsmith.metrics.builtin import ACCURACY, BALANCED_ACCURACY, BUILTIN, F1
from boolsmith.metrics.metric import Metric

__all__ = ["ACCURACY", "BALANCED_ACCURACY", "BUILTIN", "F1", "Metric"]
