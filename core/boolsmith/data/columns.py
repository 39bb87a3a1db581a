"""Columns of raw data in one form, whatever they came in: array, sparse, DataFrame or table.

There are three kinds. A number is float64 with NaN for missing (a Boolean is 0 or 1), a category
is text with None for missing, a date is datetime64[us] with NaT for missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import starmap
from typing import Any, Literal, get_args

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.data.conditions import missing_mask
from boolsmith.data.inputs import default_names, objects, refuse_equal_names
from boolsmith.data.tables import Table
from boolsmith.errors import BoolsmithError

Kind = Literal["number", "category", "date"]
KINDS = get_args(Kind)
_BLANKS = {"number": np.nan, "date": np.datetime64("NaT", "us")}


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
    """Yield every column of X in turn; only one at a time is held in full."""
    if isinstance(X, Table):
        yield from starmap(RawColumn, X.columns.items())
    elif hasattr(X, "tocsc") and hasattr(X, "nnz"):
        columns = X.tocsc()
        for j, name in enumerate(default_names(X.shape[1])):
            yield RawColumn(name, columns[:, [j]].toarray()[:, 0].astype(np.float64))
    elif isinstance(X, np.ndarray):
        for name, values in zip(default_names(X.shape[1]), X.T, strict=True):
            yield RawColumn(name, _from_array(name, values))
    else:
        yield from frame_columns(X)


def from_values(name: str, values: Sequence[Any]) -> RawColumn:
    """Return the column of plain values, its kind by their types; None and NaN are missing."""
    return RawColumn(name, _from_objects(name, objects(values)))


def frame_columns(frame: Any) -> Iterator[RawColumn]:
    """Yield every column of a DataFrame of any library that narwhals knows."""
    import narwhals.stable.v2 as nw

    refuse_equal_names(frame)
    frame = nw.from_native(frame, eager_only=True)
    for name, series in zip(map(str, frame.columns), frame.iter_columns(), strict=True):
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
        return values.astype(np.float64)
    if letter == "M":
        return values.astype("datetime64[us]")
    if letter in "OUST":
        return _from_objects(name, values.astype(object))
    raise BoolsmithError(f"column {name!r} is of type {values.dtype}: give numbers, text or dates")


def _from_objects(name: str, values: NDArray[Any]) -> NDArray[Any]:
    """Return objects by the types found among them: all bool, numbers, dates, or else text.

    `values` is a copy that nobody else reads.
    """
    missing = np.fromiter(map(is_missing, values.tolist()), bool, len(values))
    types = set(map(type, values[~missing].tolist()))
    if types <= {bool, np.bool_} and types and not missing.any():
        return values.astype(bool)
    if all(issubclass(kind, int | float | np.number | np.bool_) for kind in types):
        values[missing] = np.nan
        return values.astype(np.float64)
    if all(hasattr(kind, "isoformat") for kind in types):
        values[missing] = None
        return values.astype("datetime64[us]")
    for kind in types:
        if not issubclass(kind, str | int | float | np.generic):
            raise TypeError(
                f"column {name!r} has a {kind.__name__}: each value must be a string or a number"
            )
    return _texts(values, missing)


def _texts(values: NDArray[Any], missing: NDArray[np.bool_]) -> NDArray[Any]:
    pairs = zip(values.tolist(), missing.tolist(), strict=True)
    return objects(None if gone else text_of(cell) for cell, gone in pairs)


def is_missing(cell: Any) -> bool:
    """Return whether a cell stands for a missing value: None, NaN, NaT or pandas' NA."""
    if cell is None:
        return True
    if isinstance(cell, str):
        return False
    try:
        return bool(cell != cell)  # noqa: PLR0124
    except (TypeError, ValueError):
        return type(cell).__name__ == "NAType"


def text_of(cell: Any) -> str:
    """Return a category as text, whole numbers without `.0`: 1 and 1.0 are one category."""
    if isinstance(cell, float | np.floating) and float(cell).is_integer():
        return str(int(cell))
    return str(cell)


def as_kind(column: RawColumn, kind: Kind) -> NDArray[Any]:
    """Return the values in the form of `kind`; a value that is not of that kind is an error."""
    values = column.values
    if kind == column.kind:
        return values.astype(np.float64, copy=False) if kind == "number" else values
    if kind == "category":
        return _texts(values, missing_mask(values))
    out = np.full(len(values), _BLANKS[kind])
    gone = missing_mask(values)
    if gone.all():  # a column without any value is of every kind
        return out
    if column.kind != "category":
        raise BoolsmithError(
            f"column {column.name!r} has a {column.kind} where a {kind} is expected"
        )
    for i in np.flatnonzero(~gone):
        try:
            out[i] = float(values[i]) if kind == "number" else np.datetime64(values[i], "us")
        except ValueError:
            raise BoolsmithError(
                f"column {column.name!r} has {values[i]!r} in row {i} where a {kind} is expected"
            ) from None
    return out
