"""Cells: the parts into which the conditions of a decision divide the values of its raw features.

A decision sees of a value only which of its conditions hold. So each raw feature has a few cells,
and the decision is one finite table over them; the smallest sets and changes are read from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import chain, combinations
from math import prod
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.data.columns import RawColumn, as_kind, from_values
from boolsmith.data.conditions import (
    Above,
    Condition,
    Equals,
    IsMissing,
    IsOther,
    IsTrue,
    comparable,
    value_text,
)
from boolsmith.learn.decisions import Decision
from boolsmith.rules import Literal
from boolsmith.rules.truth import outcome

MAX_COMBINATIONS = 1 << 22


@attrs.frozen
class Cell:
    """Values of a raw feature that the decision does not tell apart."""

    feature: str
    holds: tuple[bool, ...]  # which of the feature's conditions are true
    text: str  # the cell in words, as in `5 < tenure <= 12`
    missing: bool = False


@attrs.frozen(eq=False)
class CellTable:
    """The label of a decision for every combination of cells; one axis for each raw feature."""

    features: tuple[str, ...]
    conditions: dict[str, tuple[Condition, ...]]
    cells: dict[str, tuple[Cell, ...]]
    labels: NDArray[np.int64] | None  # None if there are too many combinations

    @classmethod
    def of(cls, decision: Decision) -> CellTable:
        """Return the cells of a decision and its table over them."""
        used: dict[str, dict[str, Condition]] = {}
        for rule, _ in decision.branches:
            for literal in rule.literals():
                condition = decision.condition(literal)
                used.setdefault(condition.feature, {})[literal.feature] = condition
        conditions = {name: tuple(by_name.values()) for name, by_name in used.items()}
        cells = {name: _cells(name, found, decision) for name, found in conditions.items()}
        few = prod(map(len, cells.values())) <= MAX_COMBINATIONS
        labels = _labels(decision, used, cells) if few else None
        return cls(tuple(used), conditions, cells, labels)

    def cell_of(self, decision: Decision, name: str, value: Any) -> int:
        """Return the position of the cell that a raw value lies in."""
        column = as_kind(from_values(name, [value]), decision.kinds.get(name, "number"))
        vector = tuple(bool(c.holds(column)[0]) for c in self.conditions[name])
        return next(i for i, cell in enumerate(self.cells[name]) if cell.holds == vector)

    def sufficient(self, position: tuple[int, ...]) -> tuple[str, ...] | None:
        """Return a smallest set of features whose cells alone fix the label.

        Such a set shares a feature with every difference that leads to another label.
        """
        if self.labels is None:
            return None
        other = self.labels != self.labels[position]
        differences = _minimal(np.unique(self._differing(position)[other]).tolist())
        for size in range(len(position) + 1):
            for chosen in combinations(range(len(position)), size):
                members = sum(1 << axis for axis in chosen)
                if all(members & difference for difference in differences):
                    return tuple(self.features[axis] for axis in chosen)
        raise AssertionError("all features together fix the label")

    def changes(
        self, position: tuple[int, ...], free: Sequence[str], target: int | None, limit: int
    ) -> list[dict[str, Cell]] | None:
        """Return the smallest changes of free features that give another label, or the target."""
        if self.labels is None:
            return None
        own = self.labels[position]
        wanted = self.labels != own if target is None else self.labels == target
        for axis, name in enumerate(self.features):
            for step, cell in enumerate(self.cells[name]):
                # Nobody can make a value missing.
                if step != position[axis] and (name not in free or cell.missing):
                    wanted[(slice(None),) * axis + (step,)] = False
        size = np.bitwise_count(self._differing(position))
        if not wanted.any() or wanted[position]:
            return []
        spots = np.argwhere(wanted & (size == size[wanted].min()))[:limit]
        steps = [zip(self.features, spot, position, strict=True) for spot in spots.tolist()]
        return [
            {name: self.cells[name][step] for name, step, before in group if step != before}
            for group in steps
        ]

    def _differing(self, position: tuple[int, ...]) -> NDArray[np.int64]:
        """Return for every combination the set of features (as bits) whose cell is another one."""
        assert self.labels is not None
        differing = np.zeros(self.labels.shape, dtype=np.int64)
        for axis, own in enumerate(position):
            bit = (np.arange(self.labels.shape[axis]) != own).astype(np.int64) << axis
            differing += bit.reshape([-1 if a == axis else 1 for a in range(len(position))])
        return differing


def _minimal(sets: list[int]) -> list[int]:
    """Return those of the sets that have no other one inside."""
    kept: list[int] = []
    for candidate in sorted(sets, key=int.bit_count):
        if not any(candidate & smaller == smaller for smaller in kept):
            kept.append(candidate)
    return kept


def _labels(
    decision: Decision, used: dict[str, dict[str, Condition]], cells: dict[str, tuple[Cell, ...]]
) -> NDArray[np.int64]:
    shape = tuple(map(len, cells.values()))
    columns = {}
    for axis, (name, by_name) in enumerate(used.items()):
        for j, literal_name in enumerate(by_name):
            values = np.array([cell.holds[j] for cell in cells[name]], dtype=bool)
            columns[literal_name] = values.reshape([-1] + [1] * (len(shape) - axis - 1))
    labels = {label: i for i, label in enumerate(decision.labels)}
    false = np.zeros((1,) * len(shape), dtype=bool)
    chosen = np.full(shape, labels[decision.otherwise])
    for rule, label in reversed(decision.branches):
        holds = np.broadcast_to(outcome(rule, columns.__getitem__, false, ~false), shape)
        chosen[holds] = labels[label]
    return chosen


def _cells(name: str, conditions: tuple[Condition, ...], decision: Decision) -> tuple[Cell, ...]:
    """Return the combinations of the conditions that some value gives, in order of the values."""
    kind = decision.kinds.get(name, "number")
    examples = _examples(conditions, kind)
    present = from_values(name, examples) if kind == "category" else RawColumn(name, examples)
    vectors = np.array([c.holds(as_kind(present, kind)) for c in conditions]).T
    cells: dict[tuple[bool, ...], Cell] = {}
    for vector in map(tuple, vectors.tolist()):
        cells.setdefault(vector, Cell(name, vector, _describe(conditions, vector)))
    if not decision.refuses_missing:
        vector = tuple(isinstance(c, IsMissing) for c in conditions)
        cells.setdefault(vector, Cell(name, vector, _describe(conditions, vector), missing=True))
    return tuple(cells.values())


def _examples(conditions: tuple[Condition, ...], kind: str) -> Any:
    """Return values of which at least one lies in every cell, in increasing order."""
    if kind == "category":
        known = [
            [c.value] if isinstance(c, Equals) else getattr(c, "values", ()) for c in conditions
        ]
        values = dict.fromkeys(chain.from_iterable(known))
        return [*values, "".join(map(str, values)) + "?"]
    points: list[Any] = [c.threshold for c in conditions if isinstance(c, Above)]
    points += [c.value for c in conditions if isinstance(c, Equals)]
    points += [0.0, 1.0] if any(isinstance(c, IsTrue) for c in conditions) else []
    if kind == "date":
        moments = np.array([comparable(point) for point in points] or [0], dtype="datetime64[us]")
        return np.unique(np.concatenate([moments, moments + 1]))
    numbers = np.array(points or [0.0], dtype=np.float64)
    if any(isinstance(c, IsTrue) for c in conditions):
        return np.unique(numbers)
    return np.unique(
        np.concatenate([np.nextafter(numbers, -np.inf), numbers, np.nextafter(numbers, np.inf)])
    )


def _describe(conditions: tuple[Condition, ...], holds: tuple[bool, ...]) -> str:
    """Return the values of a cell in words."""
    label = conditions[0].label
    true = [c for c, value in zip(conditions, holds, strict=True) if value]
    false = [c for c in conditions if c not in true]
    for condition in true:
        if isinstance(condition, IsMissing | Equals | IsOther):
            return condition.name
    low = max((c.threshold for c in true if isinstance(c, Above)), default=None)
    high = min((c.threshold for c in false if isinstance(c, Above)), default=None)
    unequal = [f"{label} != {value_text(c.value)}" for c in false if isinstance(c, Equals)]
    parts = [text for text in (_between(label, low, high), *unequal) if text]
    parts += [str(Literal(c.name, c in false)) for c in conditions if isinstance(c, IsTrue)]
    known = [value for c in false if isinstance(c, IsOther) for value in c.values]
    if known and not unequal:
        parts.append(f"{label} = {' or '.join(known)}")
    return " and ".join(parts) or f"{label} is not missing"


def _between(label: str, low: float | datetime | None, high: float | datetime | None) -> str:
    if low is not None and high is not None:
        return f"{value_text(low)} < {label} <= {value_text(high)}"
    if low is not None:
        return f"{label} > {value_text(low)}"
    return f"{label} <= {value_text(high)}" if high is not None else ""
