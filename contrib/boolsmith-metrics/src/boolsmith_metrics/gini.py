"""The two measures that go by the name of Gini."""

from boolsmith import Metric


def _gini(tp: float, fp: float, fn: float, tn: float) -> float:
    if tp + fn <= 0.0 or fp + tn <= 0.0:
        return 0.0
    return tp / (tp + fn) - fp / (fp + tn)


def _gini_gain(tp: float, fp: float, fn: float, tn: float) -> float:
    # The fall of 2p(1 - p) from the whole to its two parts, as a share of what there was.
    product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    difference = tp * tn - fp * fn
    return difference * abs(difference) / product if product > 0.0 else 0.0


GINI = Metric(
    "gini",
    _gini,
    affine=True,
    description="Gini coefficient of credit scoring: twice the area under the ROC curve minus 1",
)
GINI_GAIN = Metric(
    "gini_gain",
    _gini_gain,
    description="share of Gini impurity that the rule removes, negative if it points the wrong way",
)
