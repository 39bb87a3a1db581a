"""What users hand in: checked, and read in pieces without a dense copy.

Arrays of any type and order, sparse matrices, tables, DataFrames of any library narwhals knows,
and one row as a dict. Every part of the package that takes a Boolean matrix reads it here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.data.tables import Table
from boolsmith.errors import BoolsmithError

Rows = NDArray[np.int64] | slice


@attrs.frozen
class BinarySource:
    """A Boolean matrix that gives the rows asked for, of a run of columns."""

    num_rows: int
    feature_names: tuple[str, ...]
    take: Callable[[Rows, slice], NDArray[np.bool_]]
    by_column: bool = False  # whether it is stored by column, so that reading by column is cheap

    def column(self, place: int) -> NDArray[np.bool_]:
        """Return the column at a place, all rows of it."""
        return self.take(slice(None), slice(place, place + 1))[:, 0]


def binary_source(X: Any, feature_names: Sequence[str] | None = None) -> BinarySource:
    """Return X as a Boolean matrix; a value that is not 0 or 1 is an error when it is met."""
    if hasattr(X, "tocsr") and hasattr(X, "nnz"):
        return _sparse_source(X, feature_names)
    if isinstance(X, Mapping):
        if feature_names is not None:
            raise BoolsmithError("feature_names are for a matrix: a dict has its own names")
        cells = [objects([value]) for value in X.values()]
        return _column_source(1, None, list(X), cells.__getitem__)
    if isinstance(X, Table):
        columns = list(X.columns.values())
        return _column_source(len(X), feature_names, list(X.columns), columns.__getitem__)
    if hasattr(type(X), "columns"):
        return _frame_source(X, feature_names)
    matrix = _matrix(X)
    if matrix.ndim != 2:
        raise BoolsmithError(
            f"X has {matrix.ndim} dimension(s): give a matrix of rows by features, or a DataFrame"
        )
    names = _names(feature_names, default_names(matrix.shape[1]))
    return BinarySource(
        len(matrix),
        names,
        lambda rows, columns: _boolean(matrix[:, columns][rows], names[columns]),
        by_column=matrix.flags.f_contiguous,
    )


def objects(cells: Iterable[Any]) -> NDArray[Any]:
    """Return a column of the cells as they are, whatever they are."""
    return np.array([*cells, None], dtype=object)[:-1]  # None: cells of one length stay cells


def _matrix(X: Any) -> NDArray[Any]:
    """Return X as an array; rows of different lengths are none."""
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
    names = _names(feature_names, default_names(X.shape[1]))
    # Other forms only when the shape has been found right: they may be copies.
    by_columns, by_rows = cache(X.tocsc), cache(X.tocsr)

    def take(rows: Rows, columns: slice) -> NDArray[np.bool_]:
        if by_column or isinstance(rows, slice):
            return _boolean(by_columns()[:, columns].toarray()[rows], names[columns])
        return _boolean(by_rows()[rows].toarray()[:, columns], names[columns])

    return BinarySource(X.shape[0], names, take, by_column)


def _frame_source(X: Any, feature_names: Sequence[str] | None) -> BinarySource:
    import narwhals.stable.v2 as nw

    try:
        frame = nw.from_native(X, eager_only=True)
    except Exception as error:  # whatever the library of the frame raises
        refuse_equal_names(X)
        reason = " ".join(str(error).split())
        raise BoolsmithError(f"cannot read {type(X).__name__} as a DataFrame: {reason}") from error
    names = frame.columns
    return _column_source(len(frame), feature_names, names, lambda j: frame[:, j].to_numpy())


def _column_source(
    num_rows: int, given: Sequence[str] | None, own: Sequence[Any], read: Callable[[int], Any]
) -> BinarySource:
    """Return the source of what is read column by column, each by its place."""
    names = _names(given, own)

    def take(rows: Rows, columns: slice) -> NDArray[np.bool_]:
        places = range(*columns.indices(len(own)))
        return np.hstack([_boolean(read(j)[rows, None], names[j : j + 1]) for j in places])

    return BinarySource(num_rows, names, take, by_column=True)


def _names(given: Sequence[str] | None, own: Sequence[Any]) -> tuple[str, ...]:
    if given is not None and len(given) != len(own):
        raise BoolsmithError(
            f"feature_names has {len(given)} names for the {len(own)} columns of X: "
            "give one for each"
        )
    return different(own if given is None else given)


def default_names(count: int) -> tuple[str, ...]:
    """Return the names of columns that have none, as scikit-learn gives them: x0, x1, ..."""
    return tuple(f"x{i}" for i in range(count))


def refuse_equal_names(X: Any) -> None:
    """Raise if X is a DataFrame with two columns of one name."""
    if hasattr(X, "columns") and not isinstance(X, np.ndarray | Table):
        different(getattr(X, "column_names", X.columns))  # a pyarrow table's columns are arrays


def different(
    names: Iterable[Any], where: str = "X", remedy: str = "rename one"
) -> tuple[str, ...]:
    """Return the names of columns as text; two that are equal are an error."""
    first: dict[str, int] = {}
    for place, name in enumerate(map(str, names), start=1):
        if first.setdefault(name, place) < place:
            raise BoolsmithError(
                f"{where} has two columns named {name!r} ({first[name]} and {place}): {remedy}"
            )
    return tuple(first)


def _boolean(values: NDArray[Any], names: Sequence[str]) -> NDArray[np.bool_]:
    if values.dtype == bool:
        return values
    if (wrong := _not_binary(values)).any():
        row, column = np.unravel_index(wrong.argmax(), wrong.shape)
        raise BoolsmithError(
            f"X has the value {_shown(values[row, column])} in column {names[int(column)]!r}: "
            "every value must be 0 or 1; binarize the data first"
        )
    return values.astype(bool)


def _not_binary(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Return where values are neither 0 nor 1; what cannot be compared is neither."""
    try:
        wrong = values != 0
        wrong &= values != 1
        return np.asarray(wrong, dtype=bool)
    except (TypeError, ValueError):
        numbers = (int, float, np.bool_, np.number)
        flat = [not (isinstance(v, numbers) and v in (0, 1)) for v in values.ravel().tolist()]
        return np.array(flat, dtype=bool).reshape(values.shape)


def _shown(value: Any) -> str:
    """Return a value as Python writes it, in one line."""
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
    if (wrong := _not_binary(labels)).any():
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
