"""Rows as the search gets them: in one order, equal ones together.

So the result does not depend on the order of the rows, and a row of weight two gives what two equal
rows give.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boolsmith.data import PackedData, pack
from boolsmith.metrics import Metric
from boolsmith.rules import Rule
from boolsmith.subproblems.packed_rules import outcomes


def canonical_rows(
    matrix: NDArray[np.bool_],
    labels: NDArray[np.bool_],
    weights: NDArray[np.float64],
    names: Sequence[str],
) -> PackedData:
    """The rows sorted, packed; equal rows as one with their weights summed if that is shorter."""
    bits = np.packbits(np.column_stack([labels, matrix]), axis=1)
    keys = np.ascontiguousarray(bits).view(np.dtype((np.void, bits.shape[1])))[:, 0]
    _, first, index = np.unique(keys, return_index=True, return_inverse=True)
    totals = np.zeros(len(first))
    np.add.at(totals, index, weights)
    if np.all(totals == np.floor(totals)):
        planes = int(totals.max()).bit_length()
        if totals.sum() <= planes * len(first):  # repeated rows take less than weights do
            rows = np.repeat(first, totals.astype(np.int64))
            return pack(matrix[rows], labels[rows], feature_names=names)
    return pack(matrix[first], labels[first], sample_weight=totals, feature_names=names)


def fingerprint(data: Sequence[PackedData]) -> str:
    """A digest of the rows, labels, weights and names that a model was fitted to."""
    digest = hashlib.sha256()
    for part in data:
        digest.update("\0".join(part.feature_names).encode())
        for array in (part.words, part.planes, np.packbits(part.labels)):
            digest.update(np.ascontiguousarray(array).tobytes())
        digest.update(repr(part.unit).encode())
    return "sha256:" + digest.hexdigest()


def select_rows(X: Any, rows: NDArray[np.int64]) -> Any:
    """The given rows of X, whatever its type."""
    if hasattr(X, "take") and hasattr(X, "select") and hasattr(X, "drop"):
        from boolsmith.data.tables import Table

        if isinstance(X, Table):
            return X.take(rows)
    from sklearn.utils import _safe_indexing

    return _safe_indexing(X, rows)


def score_of(rule: Rule, data: PackedData, metric: Metric) -> float:
    """The metric of a rule on packed rows."""
    tp, fp = data.counts(outcomes(rule, data))
    positives, negatives = data.class_weights
    return metric(tp, fp, positives - tp, negatives - fp)
