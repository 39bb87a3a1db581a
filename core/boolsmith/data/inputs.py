"""What users hand in: checked, and read in pieces without a dense copy.

Arrays of any type and order, sparse matrices, and DataFrames of any library narwhals knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.errors import BoolsmithError


@attrs.frozen
class BinarySource:
    """A Boolean matrix that gives the rows asked for, of a run of columns."""

    num_rows: int
    feature_names: tuple[str, ...]
    take: Callable[[NDArray[np.int64], slice], NDArray[np.bool_]]
    by_column: bool = False  # whether it is stored by column, so that reading by column is cheap

    @property
    def num_features(self) -> int:
        """How many columns there are."""
        return len(self.feature_names)


def binary_source(X: Any, feature_names: Sequence[str] | None = None) -> BinarySource:
    """Read X as a Boolean matrix; a value that is not 0 or 1 is an error when it is met."""
    if hasattr(X, "tocsr") and hasattr(X, "nnz"):
        return _sparse_source(X, feature_names)
    if hasattr(X, "columns") and not isinstance(X, np.ndarray):
        return _frame_source(X, feature_names)
    matrix = _matrix(X)
    if matrix.ndim != 2:
        raise BoolsmithError(f"X has {matrix.ndim} dimension(s): give a matrix of rows by features")
    names = _names(feature_names, None, matrix.shape[1])
    return BinarySource(
        len(matrix),
        names,
        lambda rows, columns: _boolean(matrix[:, columns][rows], names[columns]),
        by_column=matrix.flags.f_contiguous,
    )


def _matrix(X: Any) -> NDArray[Any]:
    """X as an array; rows of different lengths are none."""
    try:
        return np.asarray(X)
    except ValueError as error:
        sizes = [len(row) if hasattr(row, "__len__") else 0 for row in X]
        odd = next((i for i, size in enumerate(sizes) if size != sizes[0]), None)
        if odd is None:
            raise BoolsmithError(f"X is no matrix: {str(error).splitlines()[0]}") from error
        raise BoolsmithError(
            f"X has {sizes[odd]} values in row {odd} and {sizes[0]} in row 0: "
            "give every row one value for each feature"
        ) from error


def _sparse_source(X: Any, feature_names: Sequence[str] | None) -> BinarySource:
    by_column = X.format == "csc"
    names = _names(feature_names, None, X.shape[1])

    @cache  # only when the shape has been found right: it may be a copy
    def matrix() -> Any:
        return X if by_column else X.tocsr()

    def take(rows: NDArray[np.int64], columns: slice) -> NDArray[np.bool_]:
        if by_column:
            return _boolean(matrix()[:, columns].toarray()[rows], names[columns])
        return _boolean(matrix()[rows].toarray()[:, columns], names[columns])

    return BinarySource(X.shape[0], names, take, by_column)


def _frame_source(X: Any, feature_names: Sequence[str] | None) -> BinarySource:
    import narwhals.stable.v2 as nw

    frame = nw.from_native(X, eager_only=True)
    names = _names(feature_names, [str(name) for name in frame.columns], len(frame.columns))

    def take(rows: NDArray[np.int64], columns: slice) -> NDArray[np.bool_]:
        parts = [
            _boolean(frame[:, j].to_numpy()[rows, None], names[j : j + 1])
            for j in range(*columns.indices(len(names)))
        ]
        return np.hstack(parts)

    return BinarySource(len(frame), names, take, by_column=True)


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
    wrong = _not_binary(values)
    if wrong.any():
        row, column = np.unravel_index(wrong.argmax(), wrong.shape)
        raise BoolsmithError(
            f"X has the value {_shown(values[row, column])} in column {names[int(column)]!r}: "
            "every value must be 0 or 1; binarize the data first"
        )
    return values.astype(bool)


def _not_binary(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Where values are neither 0 nor 1; what cannot be compared is not."""
    try:
        wrong = values != 0
        wrong &= values != 1
        return np.asarray(wrong, dtype=bool)
    except TypeError:
        flat = [not (isinstance(v, (int, float)) and v in (0, 1)) for v in values.ravel().tolist()]
        return np.array(flat, dtype=bool).reshape(values.shape)


def _shown(value: Any) -> str:
    """A value as Python writes it, in one line."""
    return " ".join(repr(value.item() if isinstance(value, np.generic) else value).split())


def binary_labels(y: Any) -> NDArray[np.bool_]:
    """Read y as Boolean labels."""
    if hasattr(y, "to_numpy"):
        y = y.to_numpy()
    try:
        labels = np.asarray(y)
    except ValueError as error:
        raise BoolsmithError("y is a list of unequal lists: give one label for each row") from error
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = labels[:, 0]
    if labels.ndim != 1:
        raise BoolsmithError(f"y has {labels.ndim} dimensions: give one label for each row")
    if labels.dtype != bool:
        wrong = _not_binary(labels)
        if wrong.any():
            value = _shown(labels[wrong.argmax()])
            raise BoolsmithError(f"y has the value {value}: every label must be 0 or 1")
    return labels.astype(bool)


def row_weights(sample_weight: Any, num_rows: int) -> NDArray[np.float64]:
    """Read sample weights: one for each row, finite, none negative, not all zero."""
    try:
        weights = np.asarray(sample_weight, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise BoolsmithError("sample_weight holds more than numbers: give one per row") from error
    if weights.shape != (num_rows,):
        raise BoolsmithError(
            f"sample_weight has shape {weights.shape} for {num_rows} rows: give one for each row"
        )
    if not np.all(np.isfinite(weights)) or np.any(weights < 0) or not np.any(weights > 0):
        raise BoolsmithError("sample_weight must be finite, not negative, and not all zero")
    return weights
