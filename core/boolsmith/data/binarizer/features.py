"""From what was seen of a raw feature to its conditions: the recipe of the binarizer."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import attrs
import numpy as np

from boolsmith.data.binarizer.summaries import CategorySummary, OrderedSummary, Summary
from boolsmith.data.binarizer.thresholds import STRATEGIES, shorten
from boolsmith.data.columns import Kind
from boolsmith.data.conditions import Above, Condition, Equals, IsMissing, IsOther, IsTrue
from boolsmith.errors import BoolsmithError, BoolsmithWarning

# As in ID, customer_id, customerID or PassengerId, but not in paid.
_ID_NAME = re.compile(r"(?i:(.*[^a-z])?(id|key|nr|no|number))|.*[a-z](I[dD]|Key|Nr|No|Number)")
_COUNTER_NAME = re.compile(r"(.*[^a-z])?(index|row|column 1)", re.IGNORECASE)
_ID_ROWS, _ID_SHARE = 50, 0.95
_COUNTER_SHARE = 0.25  # of the numbers in its range that a counter has, also in a part of the rows
_MICROSECONDS = (86_400_000_000, 3_600_000_000, 60_000_000, 1_000_000, 1)


@attrs.frozen
class Feature:
    """A raw feature as it was in training.

    `known` lists all its values when there is a column for each; `low` and `high` are its range.
    """

    name: str
    kind: Kind
    conditions: tuple[Condition, ...]
    known: tuple[Any, ...] | None = None
    low: float | datetime | None = None
    high: float | datetime | None = None
    whole: bool = False  # all values are whole numbers


@attrs.frozen
class Recipe:
    """The settings of the binarizer that decide which conditions a feature gets."""

    strategy: str
    num_thresholds: int
    max_distinct: int
    max_categories: int | None
    min_frequency: float | None
    round_thresholds: bool

    def feature(
        self, name: str, kind: Kind, summary: Summary, given: Sequence[Any] | None, keep: bool
    ) -> Feature:
        """The feature with its conditions; `keep` it even if it looks like an identifier."""
        if not keep and _is_identifier(name, summary):
            return Feature(name, kind, ())
        if isinstance(summary, CategorySummary):
            feature = self._category(name, summary)
        else:
            assert isinstance(summary, OrderedSummary)
            feature = self._ordered(name, kind, summary, given)
        if summary.num_missing:
            return attrs.evolve(feature, conditions=(*feature.conditions, IsMissing(name)))
        return feature

    def _category(self, name: str, summary: CategorySummary) -> Feature:
        counts, filled = summary.counts, summary.num_rows - summary.num_missing
        values = sorted(counts)
        common = [
            value for value, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        ]
        common = common[: self.max_categories]
        if self.min_frequency is not None:
            share = filled if isinstance(self.min_frequency, float) else 1
            common = [value for value in common if counts[value] >= self.min_frequency * share]
        conditions: list[Condition]
        if len(common) == len(values) == 2:
            conditions = [Equals(name, values[1])]
        else:
            conditions = [Equals(name, value) for value in sorted(common)]
        if len(common) < len(values):
            conditions.append(IsOther(name, tuple(sorted(common))))
        return Feature(name, "category", tuple(conditions), tuple(values))

    def _ordered(
        self, name: str, kind: Kind, summary: OrderedSummary, given: Sequence[Any] | None
    ) -> Feature:
        values = summary.values
        if given is not None:
            conditions = tuple(Above(name, _given_threshold(name, kind, cut)) for cut in given)
            return _with_range(Feature(name, kind, conditions), values)
        if not len(values):
            return Feature(name, kind, ())
        if kind == "date":
            cuts = STRATEGIES[self.strategy](values, summary.counts, self.num_thresholds)
            conditions = tuple(Above(name, when) for when in _shorten_dates(cuts, values))
            return _with_range(Feature(name, kind, conditions), values)
        if len(values) <= max(2, self.max_distinct) and _is_discrete(values, summary):
            return _with_range(
                Feature(name, kind, _per_value(name, values), tuple(values.tolist())), values
            )
        cuts = STRATEGIES[self.strategy](values, summary.counts, self.num_thresholds)
        if self.round_thresholds:
            cuts = shorten(cuts, values)
        return _with_range(Feature(name, kind, tuple(Above(name, cut) for cut in cuts)), values)


def _is_discrete(values: Any, summary: OrderedSummary) -> bool:
    """Whether few values mean a scale of few steps, rather than few rows of a continuous one."""
    repeats = summary.num_rows - summary.num_missing >= 2 * len(values)
    return repeats or len(values) == 1 or bool(np.all(values == np.floor(values)))


def _per_value(name: str, values: Any) -> tuple[Condition, ...]:
    if len(values) == 2:
        return (IsTrue(name) if values.tolist() == [0, 1] else Equals(name, float(values[1])),)
    return tuple(Equals(name, float(value)) for value in values)


def _with_range(feature: Feature, values: Any) -> Feature:
    if not len(values):
        return feature
    low, high = float(values[0]), float(values[-1])
    whole = bool(np.all(values == np.floor(values)))
    if feature.kind == "date":
        return attrs.evolve(feature, low=_moment(low), high=_moment(high))
    return attrs.evolve(feature, low=low, high=high, whole=whole)


def _is_identifier(name: str, summary: Summary) -> bool:
    """Whether the feature tells rows apart and nothing more: warned of if so.

    That is a text that hardly ever repeats, or whole numbers that never do, under a name that says
    so.
    """
    rows = summary.num_rows - summary.num_missing
    if rows < _ID_ROWS:
        return False
    if isinstance(summary, CategorySummary):
        distinct = len(summary.counts)
        found = distinct > _ID_SHARE * rows
    else:
        assert isinstance(summary, OrderedSummary)
        distinct = len(summary.values)
        found = _numbers_rows(name, summary, rows)
    if found:
        warnings.warn(
            f"column {name!r} looks like an identifier ({distinct} different values in {rows:g} "
            "rows) and is left out; naming its kind keeps it",
            BoolsmithWarning,
            stacklevel=2,
        )
    return found


def _numbers_rows(name: str, summary: OrderedSummary, rows: float) -> bool:
    """Whether every row has a whole number of its own, and the name is one of an identifier.

    The rows may be a part of all, so that a counter has gaps.
    """
    values = summary.values
    repeats = len(values) < summary.counts.sum()
    if repeats or not np.all(values == np.floor(values)):
        return False
    dense = _COUNTER_SHARE * (values[-1] - values[0] + 1) <= rows
    counter = bool(dense) and _COUNTER_NAME.fullmatch(name) is not None
    return counter or _ID_NAME.fullmatch(name) is not None


def _given_threshold(name: str, kind: Kind, cut: Any) -> float | datetime:
    try:
        if kind == "date":
            return datetime.fromisoformat(str(cut))
        return float(cut)
    except (TypeError, ValueError):
        raise BoolsmithError(f"threshold {cut!r} of column {name!r} is not a {kind}") from None


def _moment(microseconds: float) -> datetime:
    moment = np.datetime64(int(microseconds), "us").item()
    assert isinstance(moment, datetime)
    return moment


def _shorten_dates(cuts: list[float], values: Any) -> list[datetime]:
    """The cuts as whole days, else hours, minutes or seconds, where no value changes sides."""
    taken: set[float] = set()
    for cut in cuts:
        position = int(np.searchsorted(values, cut, side="right"))
        high = values[position] if position < len(values) else cut + 1
        for unit in _MICROSECONDS:
            below = cut // unit * unit
            near = [s for s in (below, below + unit) if values[max(0, position - 1)] <= s < high]
            near = [short for short in near if short not in taken]
            if near:
                taken.add(near[0])
                break
    return [_moment(cut) for cut in sorted(taken)]
