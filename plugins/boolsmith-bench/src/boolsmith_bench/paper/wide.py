"""Depth-one rules of more literals than the built-in solvers take: a descent, without a proof."""

from __future__ import annotations

from typing import Any

import numpy as np
from boolsmith.data import PackedData
from boolsmith.operators import Operator
from boolsmith.rules import Literal, Node
from numpy.typing import NDArray

_MAX_PASSES = 20
Floats = NDArray[np.float64]
Codes = NDArray[np.intp]


def wide_rule(data: PackedData, operator: Operator, size: int, seed: int) -> Node:
    """Return a good rule of `operator` over `size` different features, each plain or negated.

    One literal after the other is exchanged for the best one at its place, from six choices of
    literals to begin with: those that hold more often for positives, that nearly always hold for
    positives, that hardly ever hold for negatives, and the same for the other class.
    """
    matrix, labels, _ = data.dense()
    shares = [1 / max(1, int(rows.sum())) for rows in (labels, ~labels)]
    weights = np.where(labels, shares[0], -shares[1])  # their sum where true: 2 * score - 1
    literals = np.concatenate([matrix, ~matrix], axis=1).astype(np.float64)
    held, wrong = (literals[rows].mean(axis=0) for rows in (labels, ~labels))
    rng = np.random.default_rng(seed)
    found = [
        _descend(literals, weights, operator, _first(merit, size), rng)
        for merit in (held - wrong, held, -wrong, wrong - held, wrong, -held)
    ]
    _, codes, k = max(found, key=lambda each: each[0])
    names = data.feature_names
    children = tuple(Literal(names[c % len(names)], bool(c >= len(names))) for c in codes)
    return Node(operator, children, k)


def _first(merit: Floats, size: int) -> Codes:
    """Return the literals of most merit, one of each feature."""
    features = len(merit) // 2
    better = np.where(merit[:features] >= merit[features:], 0, features) + np.arange(features)
    return better[np.argsort(-merit[better], kind="stable")[:size]]


def _descend(
    literals: Floats, weights: Floats, operator: Operator, codes: Codes, rng: Any
) -> tuple[float, Codes, int | None]:
    codes = codes.copy()
    counts = literals[:, codes].sum(axis=1).astype(np.int64)
    best, k = _best_parameter(operator, counts, weights, len(codes))
    for _ in range(_MAX_PASSES):
        before = best
        accepted = _accepted(operator, len(codes), k)
        for place in rng.permutation(len(codes)):
            counts = counts - literals[:, codes[place]].astype(np.int64)
            codes[place] = _best_at(literals, weights, accepted, counts, codes, place)
            counts += literals[:, codes[place]].astype(np.int64)
        best, k = _best_parameter(operator, counts, weights, len(codes))
        if best <= before + 1e-12:
            break
    return best, codes, k


def _best_at(
    literals: Floats, weights: Floats, accepted: Floats, rest: NDArray[np.int64], codes: Codes,
    place: int,
) -> int:  # fmt: skip
    """Return the best literal at a place, of a feature no other place reads; the old if tied."""
    gain = (weights * (accepted[rest + 1] - accepted[rest])) @ literals
    features = literals.shape[1] // 2
    taken = np.delete(codes, place) % features
    gain[taken] = gain[taken + features] = -np.inf
    winner = int(np.argmax(gain))
    return winner if gain[winner] > gain[codes[place]] + 1e-12 else int(codes[place])


def _best_parameter(
    operator: Operator, counts: NDArray[np.int64], weights: Floats, size: int
) -> tuple[float, int | None]:
    """Return the parameter with the best score for these counts, and the score."""
    by_count = np.bincount(counts, weights=weights, minlength=size + 1)
    scores = {k: by_count @ _accepted(operator, size, k) for k in operator.parameter_values(size)}
    k = max(scores, key=scores.__getitem__)
    return float(scores[k]), k


def _accepted(operator: Operator, size: int, k: int | None) -> Floats:
    """1 for every count of true literals, from 0 to `size`, that the operator accepts."""
    mask = operator.mask(size, k)
    return np.array([mask >> count & 1 for count in range(size + 1)], dtype=np.float64)
