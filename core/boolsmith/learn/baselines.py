"""Baselines: the best single literal, and the most frequent class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boolsmith.data import PackedData
from boolsmith.learn.base import RuleModel
from boolsmith.learn.rows import scorer
from boolsmith.metrics import Metric
from boolsmith.rules import One, Zero
from boolsmith.searching.result import ScoredRule
from boolsmith.searching.trivial import trivial_rules


class SingleFeatureClassifier(RuleModel):
    """The baseline of one literal: the column, or its negation, that scores best."""

    _poor_score = True

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
    ) -> Sequence[ScoredRule]:
        return trivial_rules(data, scorer(data, metric))[1:]


class MostFrequentClassifier(RuleModel):
    """The baseline without a feature: every row gets the most frequent class."""

    _poor_score = True

    def __init__(self, *, class_weight: Any = None) -> None:
        self.class_weight = class_weight

    def _find_path(
        self, data: PackedData, metric: Metric, target: int, share: float
    ) -> Sequence[ScoredRule]:
        positive, negative = data.class_weights
        score = max(positive, negative) / (positive + negative)
        return [ScoredRule(One if positive > negative else Zero, score, score)]
