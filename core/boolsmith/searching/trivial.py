"""Rules that need no search: always false, always true, and every single literal."""

from __future__ import annotations

from collections.abc import Callable

from boolsmith.data import PackedData
from boolsmith.rules import Literal, One, Rule, Zero
from boolsmith.searching.result import ScoredRule

Score = Callable[[float, float], float]


def trivial_rules(data: PackedData, score: Score) -> tuple[ScoredRule, ScoredRule]:
    """Return the better constant and the best literal, scored by `score(tp, fp)` alone."""
    positives, negatives = data.class_weights
    constants: list[tuple[Rule, float]] = [
        (Zero, score(0.0, 0.0)),
        (One, score(positives, negatives)),
    ]
    literals: list[tuple[Rule, float]] = []
    for name, words in zip(data.feature_names, data.words, strict=True):
        tp, fp = data.counts(words)
        literals.append((Literal(name), score(tp, fp)))
        literals.append((~Literal(name), score(positives - tp, negatives - fp)))
    return _best(constants), _best(literals)


def _best(scored: list[tuple[Rule, float]]) -> ScoredRule:
    rule, score = max(scored, key=lambda pair: pair[1])
    return ScoredRule(rule, score, score)
