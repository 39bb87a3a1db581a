"""What users hand in: checked, and read in pieces without a dense copy.

Arrays of any type and order, sparse matrices, and DataFrames of any library narwhals knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.errors import BoolsmithError


@attrs.frozen
class BinarySource:
    """A Boolean matrix that gives the rows asked for."""

    num_rows: int
    feature_names: tuple[str, ...]
    take: Callable[[NDArray[np.int64]], NDArray[np.bool_]]

    @property
    def num_features(self) -> int:
        """How many columns there are."""
        return len(self.feature_names)


def binary_source(X: Any, feature_names: Sequence[str] | None = None) -> BinarySource:
    """Read X as a Boolean matrix; a value that is not 0 or 1 is an error when it is met."""
    if hasattr(X, "tocsr") and hasattr(X, "nnz"):
        rows = X.tocsr()
        names = _names(feature_names, None, X.shape[1])
        return BinarySource(X.shape[0], names, lambda part: _boolean(rows[part].toarray(), names))
    if hasattr(X, "columns") and not isinstance(X, np.ndarray):
        return _frame_source(X, feature_names)
    matrix = np.asarray(X)
    if matrix.ndim != 2:
        raise BoolsmithError(f"X has {matrix.ndim} dimension(s): give a matrix of rows by features")
    names = _names(feature_names, None, matrix.shape[1])
    return BinarySource(len(matrix), names, lambda part: _boolean(matrix[part], names))


def _frame_source(X: Any, feature_names: Sequence[str] | None) -> BinarySource:
    import narwhals.stable.v2 as nw

    frame = nw.from_native(X, eager_only=True)
    names = _names(feature_names, [str(name) for name in frame.columns], len(frame.columns))
    columns = [frame[name].to_numpy() for name in frame.columns]

    def take(part: NDArray[np.int64]) -> NDArray[np.bool_]:
        out = np.empty((len(part), len(columns)), dtype=bool, order="F")
        for j, column in enumerate(columns):
            out[:, j] = _boolean(column[part, None], names[j : j + 1])[:, 0]
        return out

    return BinarySource(len(frame), names, take)


def _names(given: Sequence[str] | None, own: Sequence[str] | None, count: int) -> tuple[str, ...]:
    if given is not None and len(given) != count:
        raise BoolsmithError(
            f"feature_names has {len(given)} names for the {count} columns of X: give one for each"
        )
    names = tuple(map(str, given if given is not None else own or default_names(count)))
    if len(set(names)) != len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise BoolsmithError(f"feature name {twice!r} appears twice: names must differ")
    return names


def default_names(count: int) -> tuple[str, ...]:
    """The names of columns that have none: f0, f1, ..."""
    return tuple(f"f{i}" for i in range(count))


def _boolean(values: NDArray[Any], names: Sequence[str]) -> NDArray[np.bool_]:
    if values.dtype == bool:
        return values
    try:
        wrong = (values != 0) & (values != 1)
    except TypeError:
        wrong = np.ones(values.shape, dtype=bool)
    wrong = np.asarray(wrong, dtype=bool)
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise BoolsmithError(
            f"X has the value {values[row, column]!r} in column {names[column]!r}: "
            "every value must be 0 or 1; binarize the data first"
        )
    return values.astype(bool)


def binary_labels(y: Any) -> NDArray[np.bool_]:
    """Read y as Boolean labels."""
    if hasattr(y, "to_numpy"):
        y = y.to_numpy()
    labels = np.asarray(y)
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = labels[:, 0]
    if labels.ndim != 1:
        raise BoolsmithError(f"y has {labels.ndim} dimensions: give one label for each row")
    if labels.dtype == bool:
        return labels
    try:
        wrong = np.asarray((labels != 0) & (labels != 1), dtype=bool)
    except TypeError:
        wrong = np.ones(labels.shape, dtype=bool)
    if wrong.any():
        raise BoolsmithError(
            f"y has the value {labels[wrong.argmax()]!r}: every label must be 0 or 1"
        )
    return labels.astype(bool)


def row_weights(sample_weight: Any, num_rows: int) -> NDArray[np.float64]:
    """Read sample weights: one for each row, finite, none negative, not all zero."""
    weights = np.asarray(sample_weight, dtype=np.float64)
    if weights.shape != (num_rows,):
        raise BoolsmithError(
            f"sample_weight has shape {weights.shape} for {num_rows} rows: give one for each row"
        )
    if not np.all(np.isfinite(weights)) or np.any(weights < 0) or not np.any(weights > 0):
        raise BoolsmithError("sample_weight must be finite, not negative, and not all zero")
    return weights
