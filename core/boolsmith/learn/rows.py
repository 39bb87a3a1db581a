"""Rows as the search gets them: in one order, equal ones together.

So the result does not depend on the order of the rows, and a row of weight two gives what two equal
rows give.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import _safe_indexing

from boolsmith.data import PackedData, pack
from boolsmith.data.tables import Table
from boolsmith.metrics import Metric
from boolsmith.rules import Rule
from boolsmith.subproblems.packed_rules import outcomes


def canonical_rows(
    matrix: NDArray[np.bool_],
    labels: NDArray[np.bool_],
    weights: NDArray[np.float64],
    names: Sequence[str],
) -> PackedData:
    """Return the rows sorted and packed; equal rows as one of their weight if that is shorter."""
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
    """Return a digest of the rows, labels, weights and names that a model was fitted to."""
    digest = hashlib.sha256()
    for part in data:
        digest.update("\0".join(part.feature_names).encode())
        for array in (part.words, part.planes, np.packbits(part.labels)):
            digest.update(np.ascontiguousarray(array).tobytes())
        digest.update(repr(part.unit).encode())
    return "sha256:" + digest.hexdigest()


def select_rows(X: Any, rows: NDArray[np.int64]) -> Any:
    """Return the given rows of X, whatever its type."""
    return X.take(rows) if isinstance(X, Table) else _safe_indexing(X, rows)


def scorer(data: PackedData, metric: Metric) -> Callable[[float, float], float]:
    """Return the metric as a function of the true and the false positives among packed rows."""
    positives, negatives = data.class_weights
    return lambda tp, fp: metric(tp, fp, positives - tp, negatives - fp)


def score_of(rule: Rule, data: PackedData, metric: Metric) -> float:
    """Return the metric of a rule on packed rows."""
    return scorer(data, metric)(*data.counts(outcomes(rule, data)))
