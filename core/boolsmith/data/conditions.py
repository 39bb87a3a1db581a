"""Conditions: what a Boolean column says about a raw feature.

The binarizer makes one for every column it gives; exports and explanations read them. The name of
a condition is what rules print. A missing value makes every condition false but `IsMissing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.errors import BoolsmithError
from boolsmith.rules import Literal

Value = float | str | datetime
# A feature whose name reads as a comparison would be flipped when negated, so its signs are
# shown by characters that look alike.
_LOOKS_ALIKE = {" <= ": " ≤ ", " >= ": " ≥ ", " != ": " ≠ ", " < ": " \u2039 ", " > ": " \u203a "}
_LOOKS_ALIKE[" = "] = " \ua78a "


@attrs.frozen
class Condition:
    """A test of one raw feature; a kind of its own says how it ends and where it holds."""

    feature: str

    @property
    def name(self) -> str:
        """The condition as rules print it, such as `tenure > 5`."""
        return self.label + self._ending()

    @property
    def label(self) -> str:
        """The name of the feature, without what would read as a comparison."""
        text = self.feature
        for sign, twin in _LOOKS_ALIKE.items():
            text = text.replace(sign, twin)
        return text

    def holds(self, values: NDArray[Any]) -> NDArray[np.bool_]:
        """Return the outcome for every value of the feature's column."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        """Return the condition as plain data for a JSON file."""
        fields = attrs.asdict(self, recurse=False)
        return {"condition": type(self).__name__, **{k: _encoded(v) for k, v in fields.items()}}

    def _ending(self) -> str:
        return ""


@attrs.frozen
class IsTrue(Condition):
    """A feature of the values 0 and 1, as it is."""

    def holds(self, values: NDArray[Any]) -> NDArray[np.bool_]:
        """Return where the value is 1."""
        return np.asarray(values == 1)


@attrs.frozen
class Above(Condition):
    """`feature > threshold`, for a number or a date."""

    threshold: float | datetime

    def _ending(self) -> str:
        return f" > {value_text(self.threshold)}"

    def holds(self, values: NDArray[Any]) -> NDArray[np.bool_]:
        """Return where the value is above the threshold."""
        return np.asarray(values > comparable(self.threshold))


@attrs.frozen
class Equals(Condition):
    """`feature = value`, for a number or a category."""

    value: float | str

    def _ending(self) -> str:
        return f" = {value_text(self.value)}"

    def holds(self, values: NDArray[Any]) -> NDArray[np.bool_]:
        """Return where the value is the given one."""
        return np.asarray(values == self.value)


@attrs.frozen
class IsOther(Condition):
    """A category that is none of `values`: the rare ones joined, and those never seen."""

    values: tuple[str, ...]

    def _ending(self) -> str:
        return " = other" if "other" not in self.values else " = none of the others"

    def holds(self, values: NDArray[Any]) -> NDArray[np.bool_]:
        """Return where there is a value and it is not listed."""
        known = {*self.values, None}
        return np.fromiter((v not in known for v in values.tolist()), bool, len(values))


@attrs.frozen
class IsMissing(Condition):
    """The feature has no value."""

    def _ending(self) -> str:
        return " is missing"

    def holds(self, values: NDArray[Any]) -> NDArray[np.bool_]:
        """Return where there is no value."""
        return missing_mask(values)


_TYPES = {kind.__name__: kind for kind in (IsTrue, Above, Equals, IsOther, IsMissing)}
Conditions = Mapping[str, Condition]


def condition_from_json(document: Any) -> Condition:
    """Return the condition in a document that `to_json` made."""
    try:
        fields = dict(document)
        kind = _TYPES[fields.pop("condition")]
        condition = kind(**{key: _decoded(value) for key, value in fields.items()})
        given = getattr(condition, "threshold", getattr(condition, "value", ""))
        if not isinstance(condition.feature, str) or not isinstance(given, Value):
            raise TypeError("a value of the wrong type")
    except (KeyError, TypeError, ValueError) as error:
        raise BoolsmithError(f"not a condition: {str(document)[:80]!r}") from error
    return condition


def by_feature(conditions: Iterable[Condition]) -> dict[str, Condition]:
    """Return the conditions under the names that literals have."""
    return {Literal(condition.name).feature: condition for condition in conditions}


def condition_of(literal: Literal, conditions: Conditions | None) -> Condition:
    """Return the condition behind a literal; without a binarizer, the feature itself is Boolean."""
    if conditions is None:
        return IsTrue(literal.feature)
    if literal.feature not in conditions:
        raise BoolsmithError(f"the binarizer gives no column {literal.feature!r}")
    return conditions[literal.feature]


def missing_mask(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Return where a column in canonical form has no value."""
    if values.dtype.kind == "O":
        return np.fromiter((v is None for v in values.tolist()), bool, len(values))
    return np.asarray(np.isnat(values) if values.dtype.kind == "M" else np.isnan(values))


def comparable(value: Value) -> Any:
    """Return a value in the type that columns of its kind have."""
    return np.datetime64(value, "us") if isinstance(value, datetime) else value


def value_text(value: Value) -> str:
    """Return a value as names show it: exact, numbers without `.0`, dates without midnight."""
    if isinstance(value, datetime):
        return value.isoformat(sep=" ").removesuffix(" 00:00:00").removesuffix(":00")
    if isinstance(value, str):
        return value if value and value == value.strip() else repr(value)
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _encoded(value: Any) -> Any:
    if isinstance(value, datetime):
        return {"date": value.isoformat()}
    return list(value) if isinstance(value, tuple) else value


def _decoded(value: Any) -> Any:
    if isinstance(value, dict):
        return datetime.fromisoformat(value["date"])
    if isinstance(value, list):
        return tuple(map(str, value))
    return float(value) if isinstance(value, int) else value
