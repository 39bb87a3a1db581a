"""The score landscape: all rules of one and of two literals, by enumeration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from boolsmith.data import PackedData, pack
from boolsmith.errors import BoolsmithError
from boolsmith.metrics import BALANCED_ACCURACY, Metric
from boolsmith.operators import BUILTIN, OR
from boolsmith.rules import Literal, Node, Rule
from numpy.typing import NDArray

_MAX_FEATURES = 2000


def score_landscape(
    X: Any, y: Any = None, *, metric: Metric = BALANCED_ACCURACY, sample_weight: Any = None
) -> dict[str, NDArray[np.float64]]:
    """Return the score of every rule of one or two literals, by the kind of rule.

    Kinds are `single`, `~single`, `And` and `Or` over literals plain or negated, and `~And` and
    `~Or`. Rules of two literals read two different features.
    """
    data = pack(X, y, sample_weight=sample_weight)
    return _scores(data, metric)[0]


def best_rules(
    X: Any,
    y: Any = None,
    *,
    metric: Metric = BALANCED_ACCURACY,
    sample_weight: Any = None,
    feature_names: Sequence[str] | None = None,
) -> dict[str, tuple[Rule, float]]:
    """Return the best rule of every kind in the landscape, with its score; the first of equals."""
    data = pack(X, y, sample_weight=sample_weight, feature_names=feature_names)
    scores, pairs = _scores(data, metric)
    names = data.feature_names
    best = {}
    for kind, values in scores.items():
        place = int(np.argmax(values))
        if kind.endswith("single"):
            rule: Rule = Literal(names[place], kind.startswith("~"))
        else:
            operator = BUILTIN[kind.lstrip("~")]
            # By De Morgan, an Or has the opposites of the literals of its And.
            literals = (_literal(names, end[place], operator is OR) for end in pairs)
            rule = Node(operator, tuple(literals), None, kind.startswith("~"))
        best[kind] = rule, float(values[place])
    return best


def _literal(names: Sequence[str], code: int, opposite: bool) -> Literal:
    return Literal(names[code % len(names)], (code >= len(names)) != opposite)


def _scores(
    data: PackedData, metric: Metric
) -> tuple[dict[str, NDArray[np.float64]], tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Return the scores by kind, and the literals of each pair: features, then negations."""
    if data.num_features > _MAX_FEATURES:
        raise BoolsmithError(
            f"{data.num_features} columns: the landscape is for at most {_MAX_FEATURES}"
        )
    matrix, labels, weights = data.dense()
    positive, negative = (_pair_weights(matrix[rows], weights[rows]) for rows in (labels, ~labels))
    totals = data.class_weights
    score = np.vectorize(
        lambda tp, fp: metric(tp, fp, totals[0] - tp, totals[1] - fp), otypes=[np.float64]
    )
    m = data.num_features
    single = score(np.diag(positive)[:m], np.diag(negative)[:m])
    opposite = score(np.diag(positive)[m:], np.diag(negative)[m:])
    first, second = np.triu_indices(2 * m, k=1)
    different = first % m != second % m
    pairs = first[different], second[different]
    both = positive[pairs], negative[pairs]
    neither = totals[0] - both[0], totals[1] - both[1]
    conjunctions, complements = score(*both), score(*neither)
    # By De Morgan, Or over all literals is the complement of And over all literals.
    scores = {
        "single": single,
        "~single": opposite,
        "And": conjunctions,
        "Or": complements,
        "~And": complements,
        "~Or": conjunctions,
    }
    return scores, pairs


def _pair_weights(matrix: Any, weights: Any) -> NDArray[np.float64]:
    """Return the weight of rows on which both of two literals hold, for all pairs of literals."""
    literals = np.concatenate([matrix, ~matrix], axis=1).astype(np.float64)
    return np.asarray((literals * weights[:, None]).T @ literals)
