"""The settings of the binarizer, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boolsmith.data.binarizer.thresholds import STRATEGIES
from boolsmith.data.inputs import row_weights
from boolsmith.errors import BoolsmithError, UnknownNameError, did_you_mean

_CHOICES = {
    "strategy": tuple(STRATEGIES),
    "missing": ("column", "refuse"),
    "unknown": ("warn", "ignore", "error"),
    "drop": ("none", "constant", "redundant"),
}
_KINDS = ("number", "category", "date", "ignore")


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise unless every setting has a value that makes sense."""
    for name, choices in _CHOICES.items():
        if settings[name] not in choices:
            raise UnknownNameError(name, str(settings[name]), choices)
    for name, least in (("num_thresholds", 1), ("max_distinct", 0), ("max_categories", 1)):
        value = settings[name]
        if value is None and name == "max_categories":
            continue
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
            raise BoolsmithError(f"{name}={value!r}: give a whole number from {least}")
    rare = settings["min_frequency"]
    if isinstance(rare, float) and not 0 <= rare <= 1:
        raise BoolsmithError(f"min_frequency={rare!r}: give rows as int or a share from 0.0 to 1.0")


def check_feature_names(settings: Mapping[str, Any], names: Sequence[str]) -> None:
    """Raise unless the settings by feature are about features there are."""
    for setting in ("kinds", "thresholds"):
        for name in settings[setting] or {}:
            if name not in names:
                raise BoolsmithError(f"{setting}: no feature {name!r}{did_you_mean(name, names)}")
    for name, kind in (settings["kinds"] or {}).items():
        if kind not in _KINDS:
            raise UnknownNameError(f"kind of column {name!r}", str(kind), _KINDS)


def as_counts(sample_weight: Any, num_rows: int) -> NDArray[np.float64]:
    """Weights as numbers of rows: whole ones as they are, others scaled to a mean of one."""
    if sample_weight is None:
        return np.ones(num_rows)
    weights = row_weights(sample_weight, num_rows)
    if np.all(weights == np.floor(weights)):
        return weights
    return np.asarray(weights * np.count_nonzero(weights) / weights.sum())
