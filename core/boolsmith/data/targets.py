"""The target column of a table: found, checked, and taken apart from the features."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boolsmith.data.columns import is_missing, text_of
from boolsmith.data.conditions import missing_mask
from boolsmith.data.tables import Table
from boolsmith.errors import BoolsmithError, BoolsmithWarning, did_you_mean

MAX_CLASSES = 50


def split_target(table: Table, target: str) -> tuple[Table, NDArray[Any]]:
    """Return the features and labels of a table; rows without a label are left out, with a warning.

    Labels are Booleans, whole numbers or text, as the column has them.
    """
    labels = table[target]
    if len(table.columns) < 2:
        raise BoolsmithError(f"no column but the target {target!r}: give at least one feature")
    if (gone := missing_mask(labels)).any():
        table, labels = table.take(~gone), labels[~gone]
        warnings.warn(
            f"{int(gone.sum())} rows have no value of the target {target!r} and are left out",
            BoolsmithWarning,
            stacklevel=2,
        )
    return table.drop([target]), _checked_labels(target, labels)


def refuse_missing_labels(y: Any, labels: NDArray[Any]) -> None:
    """Raise if one of `labels`, which were read from `y`, is missing among text or objects."""
    if isinstance(y, list | tuple):
        cells = list(y)  # numpy would have read NaN among text as the text nan
    else:
        cells = labels.tolist() if labels.dtype.kind == "O" else []
    for row, label in enumerate(cells):
        if is_missing(label):
            raise BoolsmithError(
                f"y has {label!r} in row {row}: give every row a label, or leave the row out"
            )


def positive_class(labels: NDArray[Any], positive: str | None = None) -> Any:
    """Return the label that the rule is to find: the one given as `positive`, else the last."""
    classes = np.unique(labels).tolist()
    if positive is None:
        return classes[-1]
    written = {text_of(label).lower(): label for label in classes}
    if positive.lower() not in written:
        raise BoolsmithError(
            f"no class {positive!r}{did_you_mean(positive, map(text_of, classes))}"
        )
    return written[positive.lower()]


def _checked_labels(target: str, labels: NDArray[Any]) -> NDArray[Any]:
    classes = set(labels.tolist())
    if not classes:
        raise BoolsmithError(f"the target {target!r} has no value in any row")
    if len(classes) == 1:
        value = text_of(next(iter(classes)))
        raise BoolsmithError(f"the target {target!r} is {value!r} in every row: two classes needed")
    if len(classes) > MAX_CLASSES:
        raise BoolsmithError(
            f"the target {target!r} has {len(classes)} different values: it needs to be a class, "
            f"with at most {MAX_CLASSES}"
        )
    if labels.dtype.kind == "O":
        return labels.astype(str)
    if labels.dtype.kind == "f" and np.all(labels == np.floor(labels)):
        return labels.astype(np.int64)
    return labels if labels.dtype.kind == "b" else np.array([text_of(v) for v in labels.tolist()])
