"""F-beta, and precision with a floor under recall."""

import attrs
from attrs.validators import ge, gt, le
from boolsmith import Metric


@attrs.frozen
class Beta:
    """How many times more recall counts than precision."""

    beta: float = attrs.field(default=2.0, converter=float, validator=gt(0))


@attrs.frozen
class Floor:
    """The recall that a rule must reach."""

    min_recall: float = attrs.field(default=0.8, converter=float, validator=[ge(0), le(1)])


def _f_beta(tp: float, fp: float, fn: float, tn: float, beta: float) -> float:
    weight = beta * beta
    denominator = (1.0 + weight) * tp + weight * fn + fp
    return (1.0 + weight) * tp / denominator if denominator > 0.0 else 0.0


def _precision_at_recall(tp: float, fp: float, fn: float, tn: float, min_recall: float) -> float:
    recall = tp / (tp + fn) if tp + fn > 0.0 else 0.0
    if recall < min_recall:
        return recall - min_recall  # negative: any rule that reaches the floor is better
    return tp / (tp + fp) if tp + fp > 0.0 else 0.0


F_BETA = Metric(
    "f_beta",
    _f_beta,
    parameters=Beta,
    description="weighted harmonic mean of precision and recall",
)
PRECISION_AT_RECALL = Metric(
    "precision_at_recall",
    _precision_at_recall,
    parameters=Floor,
    description="precision of rules that reach a recall; below it, minus what is missing",
)
