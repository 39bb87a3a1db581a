"""The built-in metrics."""

from boolsmith.metrics.metric import Metric


def _balanced_accuracy(tp: float, fp: float, fn: float, tn: float) -> float:
    return 0.5 * (tp / (tp + fn) + tn / (tn + fp))


def _accuracy(tp: float, fp: float, fn: float, tn: float) -> float:
    return (tp + tn) / (tp + fp + fn + tn)


def _f1(tp: float, fp: float, fn: float, tn: float) -> float:
    return 2 * tp / (2 * tp + fp + fn)


BALANCED_ACCURACY = Metric(
    "balanced_accuracy",
    _balanced_accuracy,
    affine=True,
    description="mean of the accuracies of the two classes",
)
ACCURACY = Metric(
    "accuracy", _accuracy, affine=True, description="share of rows classified correctly"
)
F1 = Metric("f1", _f1, description="harmonic mean of precision and recall")

BUILTIN = (BALANCED_ACCURACY, ACCURACY, F1)
