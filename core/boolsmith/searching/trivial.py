"""Rules that need no search: always false, always true, and every single literal."""

from __future__ import annotations

from collections.abc import Callable

from boolsmith.data import PackedData
from boolsmith.rules import Literal, One, Rule, Zero

Score = Callable[[float, float], float]


def trivial_rules(data: PackedData, score: Score) -> tuple[tuple[Rule, float], tuple[Rule, float]]:
    """The better constant and the best literal, each with its score from (tp, fp)."""
    positives, negatives = data.class_weights
    constants = [(Zero, score(0.0, 0.0)), (One, score(positives, negatives))]
    literals: list[tuple[Rule, float]] = []
    for name, words in zip(data.feature_names, data.words, strict=True):
        tp, fp = data.counts(words)
        literals.append((Literal(name), score(tp, fp)))
        literals.append((~Literal(name), score(positives - tp, negatives - fp)))
    best_constant = max(constants, key=lambda pair: pair[1])
    return best_constant, max(literals, key=lambda pair: pair[1])
