"""Rules that need no search: always false, always true, and every single literal."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from boolsmith.data import PackedData
from boolsmith.rules import Literal, One, Rule, Zero
from boolsmith.searching.result import ScoredRule

Score = Callable[[float, float], float]


def literal_counts(data: PackedData) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the weight of the positive and of the negative rows on which each feature is true."""
    split = data.num_positive_words
    positive = np.zeros(data.num_features)
    negative = np.zeros(data.num_features)
    for feature, words in enumerate(data.words):
        for b, plane in enumerate(data.planes):
            shown = np.bitwise_count(words & plane)
            positive[feature] += int(shown[:split].sum(dtype=np.int64)) << b
            negative[feature] += int(shown[split:].sum(dtype=np.int64)) << b
    return positive * data.unit, negative * data.unit


def trivial_rules(data: PackedData, score: Score) -> tuple[ScoredRule, ScoredRule]:
    """Return the better constant and the best literal, scored by `score(tp, fp)` alone."""
    positives, negatives = data.class_weights
    constants: list[tuple[Rule, float]] = [
        (Zero, score(0.0, 0.0)),
        (One, score(positives, negatives)),
    ]
    literals: list[tuple[Rule, float]] = []
    for name, tp, fp in zip(data.feature_names, *literal_counts(data), strict=True):
        literals.append((Literal(name), score(tp, fp)))
        literals.append((~Literal(name), score(positives - tp, negatives - fp)))
    return _best(constants), _best(literals)


def _best(scored: list[tuple[Rule, float]]) -> ScoredRule:
    rule, score = max(scored, key=lambda pair: pair[1])
    return ScoredRule(rule, score, score)
