"""Evaluating rules on data as people have it: a matrix, a DataFrame, or one row as a dict.

This is the convenient way. The search evaluates rules on packed words in compiled code instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.errors import BoolsmithError, UnknownNameError
from boolsmith.rules.nodes import Rule, flip
from boolsmith.rules.truth import outcome

Column = NDArray[np.bool_]


@attrs.frozen
class _Table:
    """Named columns that are read, and checked, only when a rule asks for them."""

    num_rows: int
    names: Iterable[str]
    read: Callable[[str], NDArray[Any]]

    def column(self, name: str) -> Column:
        """The values of a feature; its column may carry the opposite comparison."""
        if name in self.names:
            return _boolean(self.read(name), name)
        opposite = flip(name)
        if opposite is not None and opposite in self.names:
            return ~_boolean(self.read(opposite), opposite)
        raise UnknownNameError("column", name, self.names)


def evaluate(rule: Rule, data: Any, feature_names: Sequence[str] | None = None) -> Column | bool:
    """The outcome of the rule for every row of `data`; a bool for one row given as a dict.

    The columns of a matrix are named by `feature_names`, or f0, f1, ... A DataFrame brings its own
    names. Every value that the rule reads must be a bool, 0 or 1. A column may be present in
    either spelling of a comparison: `a <= 3` serves a rule that reads `a > 3`.
    """
    if isinstance(data, Mapping):
        row = _row(data, feature_names)
        return bool(outcome(rule, row.column, np.zeros(1, bool), np.ones(1, bool))[0])
    framed = hasattr(type(data), "columns")
    table = _frame(data, feature_names) if framed else _matrix(data, feature_names)
    count = table.num_rows
    result = outcome(rule, table.column, np.zeros(count, bool), np.ones(count, bool))
    return result.copy()  # a rule of one literal must not hand out the column of the data itself


def _row(data: Mapping[Any, Any], feature_names: Sequence[str] | None) -> _Table:
    if feature_names is not None:
        raise BoolsmithError("feature_names are for a matrix: a dict has its own names")
    return _Table(1, data.keys(), lambda name: np.asarray([data[name]]))


def _frame(data: Any, feature_names: Sequence[str] | None) -> _Table:
    import narwhals.stable.v2 as nw

    try:
        frame = nw.from_native(data, eager_only=True)
    except Exception as error:  # whatever the library of the frame raises
        reason = " ".join(str(error).split())
        raise BoolsmithError(
            f"cannot read {type(data).__name__} as a DataFrame: {reason}"
        ) from error
    own = list(frame.columns)
    names = _checked_names(own if feature_names is None else feature_names, len(own))
    place = dict(zip(names, own, strict=True))
    return _Table(len(frame), place.keys(), lambda name: frame[place[name]].to_numpy())


def _matrix(data: Any, feature_names: Sequence[str] | None) -> _Table:
    sparse = hasattr(data, "tocsc")
    matrix: Any = data.tocsc() if sparse else np.asarray(data)
    if matrix.ndim != 2:
        raise BoolsmithError(
            f"the data has {matrix.ndim} dimension(s): give a matrix of rows by features, "
            "a DataFrame, or a dict for one row"
        )
    rows, count = matrix.shape
    default = [f"f{i}" for i in range(count)]
    names = _checked_names(default if feature_names is None else feature_names, count)
    place = {name: i for i, name in enumerate(names)}

    def read(name: str) -> NDArray[Any]:
        j = place[name]
        return np.asarray(matrix[:, [j]].toarray()[:, 0] if sparse else matrix[:, j])

    return _Table(rows, place.keys(), read)


def _checked_names(names: Iterable[Any], count: int) -> list[str]:
    texts = list(map(str, names))
    if len(texts) != count:
        raise BoolsmithError(
            f"feature_names has {len(texts)} names for {count} columns: give one for each"
        )
    if len(set(texts)) != count:
        seen: set[str] = set()
        twice = next(name for name in texts if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise BoolsmithError(f"column {twice!r} appears twice: names must differ")
    return texts


def _boolean(values: NDArray[Any], name: str) -> Column:
    if values.dtype == bool:
        return values
    if values.dtype.kind not in "iufO" or values.ndim != 1:
        raise _wrong_value(name, values[0] if len(values) else values.dtype)
    if values.dtype == object:
        wrong = np.array([not _is_binary(value) for value in values], dtype=bool)
    else:
        wrong = (values != 0) & (values != 1)
    if wrong.any():
        raise _wrong_value(name, values[wrong.argmax()])
    return values.astype(bool)


def _is_binary(value: Any) -> bool:
    return isinstance(value, (bool, int, float, np.bool_, np.number)) and value in (0, 1)


def _wrong_value(name: str, value: Any) -> BoolsmithError:
    shown = value.item() if isinstance(value, np.generic) else value
    return BoolsmithError(
        f"column {name!r} has the value {shown!r}: every value must be 0 or 1; "
        "binarize the data first"
    )
