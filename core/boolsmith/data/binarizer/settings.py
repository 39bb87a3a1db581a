"""The settings of the binarizer, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import attrs
import numpy as np

from boolsmith.data.binarizer.thresholds import STRATEGIES
from boolsmith.errors import BoolsmithError, UnknownNameError, did_you_mean

_CHOICES = {
    "strategy": tuple(STRATEGIES),
    "missing": ("column", "refuse"),
    "unknown": ("warn", "ignore", "error"),
    "drop": ("none", "constant", "redundant"),
}
_KINDS = ("number", "category", "date", "ignore")


@attrs.define(kw_only=True, eq=False, repr=False, slots=False)
class Settings:
    """What a `Binarizer` is made with; as in all of scikit-learn, checked only by `fit`."""

    strategy: str = "quantile"
    num_thresholds: int = 10
    thresholds: Mapping[str, Any] | None = None
    max_distinct: int = 10
    max_categories: int | None = 100
    min_frequency: float | None = None
    kinds: Mapping[str, str] | None = None
    missing: str = "column"
    unknown: str = "warn"
    drop: str = "none"
    round_thresholds: bool = True
    sparse_output: bool = False


def check_settings(settings: Settings, features: Collection[str] | None = None) -> None:
    """Raise unless every setting has a value that makes sense, for the features if given."""
    for name, choices in _CHOICES.items():
        if getattr(settings, name) not in choices:
            raise UnknownNameError(name, str(getattr(settings, name)), choices)
    for name, least in (("num_thresholds", 1), ("max_distinct", 0), ("max_categories", 1)):
        value = getattr(settings, name)
        if value is None and name == "max_categories":
            continue
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
            raise BoolsmithError(f"{name}={value!r}: give a whole number from {least}")
    rare = settings.min_frequency
    if isinstance(rare, float) and not 0 <= rare <= 1:
        raise BoolsmithError(f"min_frequency={rare!r}: give rows as int or a share from 0.0 to 1.0")
    for setting in ("kinds", "thresholds"):
        for name in getattr(settings, setting) or {}:
            if features is not None and name not in features:
                hint = did_you_mean(name, features)
                raise BoolsmithError(f"{setting}: no feature {name!r}{hint}")
    for name, kind in (settings.kinds or {}).items():
        if kind not in _KINDS:
            raise UnknownNameError(f"kind of column {name!r}", str(kind), _KINDS)
