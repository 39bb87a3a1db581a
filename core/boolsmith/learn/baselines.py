"""Baselines: the best single literal, and the most frequent class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boolsmith.data import PackedData
from boolsmith.learn.base import RuleModel
from boolsmith.learn.paths import PathPoint
from boolsmith.metrics import Metric
from boolsmith.rules import One, Zero
from boolsmith.searching.trivial import trivial_rules


class SingleFeatureClassifier(RuleModel):
    """The baseline of one literal: the column, or its negation, that scores best."""

    def __init__(
        self,
        *,
        metric: str = "balanced_accuracy",
        binarizer: Any = "auto",
        class_weight: Any = None,
    ) -> None:
        self.metric = metric
        self.binarizer = binarizer
        self.class_weight = class_weight

    def _find_path(
        self, data: PackedData, metric: Metric, target: int, share: float
    ) -> Sequence[PathPoint]:
        positives, negatives = data.class_weights
        _, best = trivial_rules(data, lambda tp, fp: metric(tp, fp, positives - tp, negatives - fp))
        return [PathPoint(1, (best.rule,), best.score)]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags


class MostFrequentClassifier(RuleModel):
    """The baseline without a feature: every row gets the most frequent class."""

    def __init__(self, *, class_weight: Any = None) -> None:
        self.class_weight = class_weight

    def _find_path(
        self, data: PackedData, metric: Metric, target: int, share: float
    ) -> Sequence[PathPoint]:
        positive, negative = data.class_weights
        rule = One if positive > negative else Zero
        return [PathPoint(0, (rule,), max(positive, negative) / (positive + negative))]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags
