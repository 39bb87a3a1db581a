"""Columns of raw data in one form, whatever they came in: array, sparse, DataFrame or table.

There are three kinds. A number is float64 with NaN for missing (a Boolean is 0 or 1), a category
is text with None for missing, a date is datetime64[us] with NaT for missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.data.inputs import default_names, refuse_equal_names
from boolsmith.data.tables import Table
from boolsmith.errors import BoolsmithError

Kind = Literal["number", "category", "date"]


@attrs.frozen(eq=False)
class RawColumn:
    """A column under its name, in the form of its kind; `values` keeps bool as bool."""

    name: str
    values: NDArray[Any]

    @property
    def kind(self) -> Kind:
        """Number, category or date."""
        letter = self.values.dtype.kind
        return "category" if letter == "O" else "date" if letter == "M" else "number"


def raw_columns(X: Any) -> Iterator[RawColumn]:
    """Every column of X in turn; only one at a time is held in full."""
    if isinstance(X, Table):
        for name, values in X.columns.items():
            yield RawColumn(name, values)
    elif hasattr(X, "tocsc") and hasattr(X, "nnz"):
        columns = X.tocsc()
        for j, name in enumerate(default_names(X.shape[1])):
            yield RawColumn(name, _as_numbers(columns[:, [j]].toarray()[:, 0]))
    elif isinstance(X, np.ndarray):
        for name, values in zip(default_names(X.shape[1]), X.T, strict=True):
            yield RawColumn(name, _from_array(name, values))
    else:
        yield from frame_columns(X)


def from_values(name: str, values: Sequence[Any]) -> RawColumn:
    """The column of plain values, its kind by their types; None and NaN are missing."""
    cells = np.empty(len(values), dtype=object)
    cells[:] = list(values)
    return RawColumn(name, _from_objects(name, cells))


def frame_columns(frame: Any) -> Iterator[RawColumn]:
    """Every column of a DataFrame of any library that narwhals knows."""
    import narwhals.stable.v2 as nw

    refuse_equal_names(frame)
    frame = nw.from_native(frame, eager_only=True)
    names = [str(name) for name in frame.columns]
    for name, series in zip(names, frame.iter_columns(), strict=True):
        yield RawColumn(name, _from_series(name, series, nw))


def _from_series(name: str, series: Any, nw: Any) -> NDArray[Any]:
    dtype = series.dtype
    if dtype == nw.Boolean and not series.is_null().any():
        return np.asarray(series.to_numpy(), dtype=bool)
    if dtype == nw.Boolean or dtype.is_numeric():
        return np.asarray(series.cast(nw.Float64).to_numpy(), dtype=np.float64)
    if dtype in (nw.Date, nw.Datetime):
        if getattr(dtype, "time_zone", None):
            series = series.dt.convert_time_zone("UTC").dt.replace_time_zone(None)
        return np.asarray(series.cast(nw.Datetime("us")).to_numpy()).astype("datetime64[us]")
    if dtype in (nw.String, nw.Categorical, nw.Enum, nw.Object, nw.Unknown):
        return _from_array(name, np.array(series.to_list(), dtype=object))
    raise BoolsmithError(f"column {name!r} is of type {dtype}: give numbers, text or dates")


def _from_array(name: str, values: NDArray[Any]) -> NDArray[Any]:
    letter = values.dtype.kind
    if letter == "b":
        return values
    if letter in "iuf":
        return _as_numbers(values)
    if letter == "M":
        return values.astype("datetime64[us]")
    if letter in "OUST":
        return _from_objects(name, values.astype(object))
    raise BoolsmithError(f"column {name!r} is of type {values.dtype}: give numbers, text or dates")


def _as_numbers(values: NDArray[Any]) -> NDArray[np.float64]:
    return values.astype(np.float64)


def _from_objects(name: str, values: NDArray[Any]) -> NDArray[Any]:
    """Objects by the types found among them: all bool, all numbers, all dates, or as text."""
    cells = values.tolist()
    missing = [is_missing(cell) for cell in cells]
    types = {type(cell) for cell, gone in zip(cells, missing, strict=True) if not gone}
    if types <= {bool, np.bool_} and types and not any(missing):
        return values.astype(bool)
    if all(issubclass(kind, int | float | np.number | np.bool_) for kind in types):
        numbers = [np.nan if gone else cell for cell, gone in zip(cells, missing, strict=True)]
        return np.array(numbers, dtype=np.float64)
    if all(hasattr(kind, "isoformat") for kind in types):
        dates = [None if gone else cell for cell, gone in zip(cells, missing, strict=True)]
        return np.array(dates, dtype="datetime64[us]")
    for kind in types:
        if not issubclass(kind, str | int | float | np.generic):
            raise TypeError(
                f"column {name!r} has a {kind.__name__}: each value must be a string or a number"
            )
    texts = [None if gone else text_of(cell) for cell, gone in zip(cells, missing, strict=True)]
    return np.array([*texts, None], dtype=object)[:-1]


def is_missing(cell: Any) -> bool:
    """Whether a cell stands for a missing value: None, NaN, NaT or pandas' NA."""
    if cell is None:
        return True
    if isinstance(cell, str):
        return False
    try:
        return bool(cell != cell)  # noqa: PLR0124
    except (TypeError, ValueError):
        return type(cell).__name__ == "NAType"


def text_of(cell: Any) -> str:
    """A category as text: whole numbers without `.0`, so that 1 and 1.0 are one category."""
    if isinstance(cell, float | np.floating) and float(cell).is_integer():
        return str(int(cell))
    return str(cell)


def as_kind(column: RawColumn, kind: Kind) -> NDArray[Any]:
    """The values in the form of `kind`; a value that is not of that kind is an error."""
    values = column.values
    if kind == "number" and column.kind == "number":
        return values.astype(np.float64, copy=False)
    if kind == column.kind:
        return values
    if kind == "category":
        cells = values.tolist()
        gone = np.isnat(values) if column.kind == "date" else np.isnan(values.astype(float))
        texts = [None if g else text_of(c) for c, g in zip(cells, gone.tolist(), strict=True)]
        return np.array([*texts, None], dtype=object)[:-1]
    if column.kind == "category":
        return _parsed(column, kind)
    if np.isnan(values.astype(float)).all():  # a column without any value is of every kind
        return np.full(len(values), np.datetime64("NaT"), dtype="datetime64[us]")
    raise BoolsmithError(f"column {column.name!r} has a {column.kind} where a {kind} is expected")


def _parsed(column: RawColumn, kind: Kind) -> NDArray[Any]:
    numbers = kind == "number"
    out = np.full(len(column.values), np.nan if numbers else np.datetime64("NaT"))
    out = out if numbers else out.astype("datetime64[us]")
    for i, cell in enumerate(column.values.tolist()):
        try:
            if cell is not None:
                out[i] = float(cell) if numbers else np.datetime64(cell, "us")
        except ValueError:
            raise BoolsmithError(
                f"column {column.name!r} has {cell!r} in row {i} where a {kind} is expected"
            ) from None
    return out
