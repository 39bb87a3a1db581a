"""From what was seen of a raw feature to its conditions."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import attrs
import numpy as np

from boolsmith.data.binarizer.settings import Settings
from boolsmith.data.binarizer.summaries import CategorySummary, OrderedSummary, Summary
from boolsmith.data.binarizer.thresholds import STRATEGIES, decimals, moments, shorten
from boolsmith.data.columns import KINDS, Kind
from boolsmith.data.conditions import (
    Above,
    Condition,
    Equals,
    IsMissing,
    IsOther,
    IsTrue,
    condition_from_json,
)
from boolsmith.errors import BoolsmithError, BoolsmithWarning

# As in ID, customer_id, customerID or PassengerId, but not in paid.
_ID_NAME = re.compile(r"(?i:(.*[^a-z])?(id|key|nr|no|number))|.*[a-z](I[dD]|Key|Nr|No|Number)")
_COUNTER_NAME = re.compile(r"(.*[^a-z])?(index|row|column 1)", re.IGNORECASE)
_ID_ROWS, _ID_SHARE = 50, 0.95
_COUNTER_SHARE = 0.25  # of the numbers in its range that a counter has, also in a part of the rows
_MAX_KNOWN = 10_000  # values that a file lists


@attrs.frozen
class Feature:
    """A raw feature as it was in training.

    `known` lists all its values when there is a column for each; `low` and `high` are its range.
    """

    name: str
    kind: Kind
    conditions: tuple[Condition, ...] = ()
    known: tuple[Any, ...] | None = None
    low: float | datetime | None = None
    high: float | datetime | None = None
    whole: bool = False  # all values are whole numbers

    def to_json(self) -> dict[str, Any]:
        """Return the feature as plain data for a JSON file."""
        known = self.known if self.known and len(self.known) <= _MAX_KNOWN else None
        conditions = [condition.to_json() for condition in self.conditions]
        fields = attrs.asdict(attrs.evolve(self, known=known), recurse=False)
        return {**{k: plain(v) for k, v in fields.items()}, "conditions": conditions}

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Feature:
        """Return the feature in a document that `to_json` made."""
        fields = {field.name: document[field.name] for field in attrs.fields(cls)}
        name, kind, known = fields["name"], fields["kind"], fields["known"]
        if not isinstance(name, str) or kind not in KINDS:
            raise BoolsmithError(f"no feature of kind {kind!r}")
        fields["conditions"] = tuple(map(condition_from_json, fields["conditions"]))
        if any(condition.feature != name for condition in fields["conditions"]):
            raise BoolsmithError(f"a condition of {name!r} is about another feature")
        fields["known"] = None if known is None else tuple(known)
        if kind == "date":
            for end in ("low", "high"):
                fields[end] = fields[end] and datetime.fromisoformat(fields[end])
        return cls(**fields)


def plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray | list | tuple):
        return [plain(item) for item in value]
    if hasattr(value, "items"):
        return {str(key): plain(item) for key, item in value.items()}
    return value


def make_feature(settings: Settings, summary: Summary) -> Feature:
    """Return the feature with its conditions: none if it is ignored or looks like an identifier."""
    name = summary.name
    if summary.kind == "ignore":
        return Feature(name, "category")
    if name not in (settings.kinds or {}) and _is_identifier(summary):
        return Feature(name, summary.kind)
    make: Any = _category if isinstance(summary, CategorySummary) else _ordered
    feature: Feature = make(settings, summary)
    if summary.num_missing:
        return attrs.evolve(feature, conditions=(*feature.conditions, IsMissing(name)))
    return feature


def _category(settings: Settings, summary: CategorySummary) -> Feature:
    name, counts, rare = summary.name, summary.counts, settings.min_frequency
    values = sorted(counts)
    common = sorted(values, key=lambda value: -counts[value])[: settings.max_categories]
    if rare is not None:
        share = summary.num_rows - summary.num_missing if isinstance(rare, float) else 1
        common = [value for value in common if counts[value] >= rare * share]
    common.sort()
    if len(common) == len(values):
        return Feature(name, "category", _per_value(name, values), tuple(values))
    conditions = *(Equals(name, value) for value in common), IsOther(name, tuple(common))
    return Feature(name, "category", conditions, tuple(values))


def _ordered(settings: Settings, summary: OrderedSummary) -> Feature:
    name, kind, values = summary.name, summary.kind, summary.values
    given = (settings.thresholds or {}).get(name)
    known = None
    if given is not None:
        cuts = [_given_threshold(name, kind, cut) for cut in given]
    elif not len(values):
        return Feature(name, kind)
    elif kind == "number" and _is_discrete(settings, summary):
        cuts, known = [], tuple(values.tolist())
    else:
        cuts = STRATEGIES[settings.strategy](values, summary.counts, settings.num_thresholds)
        if kind == "date":
            cuts = sorted(set(map(_moment, shorten(cuts, values, moments))))
        elif settings.round_thresholds:
            cuts = shorten(cuts, values, decimals)
    conditions = _per_value(name, known) if known else tuple(Above(name, cut) for cut in cuts)
    feature = Feature(name, kind, conditions, known)
    if not len(values):
        return feature
    low, high = float(values[0]), float(values[-1])
    if kind == "date":
        return attrs.evolve(feature, low=_moment(low), high=_moment(high))
    return attrs.evolve(feature, low=low, high=high, whole=_are_whole(values))


def _are_whole(values: Any) -> bool:
    return bool(np.all(values == np.floor(values)))


def _is_discrete(settings: Settings, summary: OrderedSummary) -> bool:
    """Return whether few values mean a scale of few steps, not few rows of a continuous one."""
    num_values = len(summary.values)
    if num_values > max(2, settings.max_distinct):
        return False
    repeats = summary.num_rows - summary.num_missing >= 2 * num_values
    return repeats or num_values == 1 or _are_whole(summary.values)


def _per_value(name: str, values: Sequence[Any]) -> tuple[Condition, ...]:
    if len(values) == 2:  # the condition of one is the negation of the other's
        return (IsTrue(name) if tuple(values) == (0, 1) else Equals(name, values[1]),)
    return tuple(Equals(name, value) for value in values)


def _is_identifier(summary: Summary) -> bool:
    """Return whether the feature tells rows apart and nothing more, and warn of it if so.

    That is a text that hardly ever repeats, or whole numbers that never do, under a name that says
    so.
    """
    rows = summary.num_rows - summary.num_missing
    if rows < _ID_ROWS:
        return False
    distinct = len(summary.counts)
    if isinstance(summary, CategorySummary):
        found = distinct > _ID_SHARE * rows
    else:
        found = _numbers_rows(summary, rows)
    if found:
        warnings.warn(
            f"column {summary.name!r} looks like an identifier ({distinct} different values in "
            f"{rows:g} rows) and is left out; naming its kind keeps it",
            BoolsmithWarning,
            stacklevel=2,
        )
    return found


def _numbers_rows(summary: OrderedSummary, rows: float) -> bool:
    """Return whether every row has a whole number of its own, under the name of an identifier.

    The rows may be a part of all, so that a counter has gaps.
    """
    values, name = summary.values, summary.name
    if len(values) < summary.counts.sum() or not _are_whole(values):
        return False
    dense = _COUNTER_SHARE * (values[-1] - values[0] + 1) <= rows
    counter = bool(dense) and _COUNTER_NAME.fullmatch(name) is not None
    return counter or _ID_NAME.fullmatch(name) is not None


def _given_threshold(name: str, kind: Kind, cut: Any) -> Any:
    try:
        return datetime.fromisoformat(str(cut)) if kind == "date" else float(cut)
    except (TypeError, ValueError):
        raise BoolsmithError(f"threshold {cut!r} of column {name!r} is not a {kind}") from None


def _moment(microseconds: float) -> datetime:
    return np.datetime64(int(microseconds), "us").item()
