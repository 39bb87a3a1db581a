"""Why one row got its label: what held, what decided, what is enough, what would change it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
import numpy as np

from boolsmith.data.columns import from_values
from boolsmith.data.conditions import value_text
from boolsmith.data.tables import Table, plain_value
from boolsmith.errors import BoolsmithError, UnknownNameError, did_you_mean
from boolsmith.learn.decisions import Decision, as_decision
from boolsmith.learn.explain.cells import Cell, CellTable
from boolsmith.learn.exports.text import phrase
from boolsmith.rules import Literal, Path, Rule
from boolsmith.rules.truth import outcome


@attrs.frozen
class Part:
    """A node of a rule on one row: whether it held, and whether it was decisive.

    A literal is decisive if the label would change were it alone the other way round.
    """

    branch: int
    path: Path
    text: str
    holds: bool
    decisive: bool = False


@attrs.frozen
class Change:
    """One raw feature of a counterfactual: its value, and where it would have to be."""

    feature: str
    value: Any
    to: str


@attrs.frozen
class RowExplanation:
    """Why one row got its label.

    `sufficient` is a smallest set of raw features whose values alone fix the label.
    `counterfactuals` are the smallest changes that would give another one, none if no change of
    the features that may change does. Both are None for a rule that reads too many features.
    """

    label: Any
    parts: tuple[Part, ...]
    sufficient: dict[str, Any] | None
    counterfactuals: tuple[tuple[Change, ...], ...] | None

    @property
    def decisive(self) -> tuple[str, ...]:
        """The literals that would each change the label alone."""
        return tuple(dict.fromkeys(part.text for part in self.parts if part.decisive))

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as plain data."""
        plain = {"label": plain_value(self.label), "decisive": list(self.decisive)}
        return {**attrs.asdict(self), **plain}

    def __str__(self) -> str:
        lines = [f"label: {self.label}"]
        for part in self.parts:
            mark = "true " if part.holds else "false"
            note = "  (decisive)" if part.decisive else ""
            lines.append(f"{mark} {'  ' * len(part.path)}{part.text}{note}")
        if self.sufficient is not None:
            facts = ", ".join(f"{name} = {_shown(v)}" for name, v in self.sufficient.items())
            lines.append(f"enough to decide: {facts or 'nothing, the label is always the same'}")
        for group in self.counterfactuals or ():
            changes = " and ".join(f"{c.to} (now {_shown(c.value)})" for c in group)
            lines.append(f"would change it: {changes}")
        if self.counterfactuals == ():
            lines.append("would change it: nothing that may change")
        return "\n".join(lines)


def explain_row(
    model: Any,
    row: Mapping[str, Any],
    *,
    actionable: Sequence[str] | None = None,
    to: Any = None,
    limit: int = 5,
) -> RowExplanation:
    """Return why a row of raw values got its label.

    Counterfactuals change only `actionable` features if given, and lead to the label `to` if
    given, else to any other; at most `limit` of the smallest ones are listed.
    """
    decision = as_decision(model)
    for name in decision.features():
        if name not in row:
            raise BoolsmithError(f"the row has no {name!r}{did_you_mean(name, map(str, row))}")
    for name in actionable or ():
        if name not in row:
            raise UnknownNameError("feature", name, map(str, row))
    values = {name: plain_value(row[name]) for name in decision.features()}
    truth = _truth_of_literals(decision, values)
    cells = CellTable.of(decision)
    position = tuple(cells.cell_of(decision, name, values[name]) for name in cells.features)
    enough = cells.sufficient(position)
    free = cells.features if actionable is None else actionable
    found = cells.changes(position, free, _index(decision, to), limit)
    return RowExplanation(
        _label_of(decision, truth),
        tuple(_parts(decision, truth)),
        None if enough is None else {name: values[name] for name in enough},
        None if found is None else tuple(_changes(values, group) for group in found),
    )


def _changes(values: Mapping[str, Any], group: Mapping[str, Cell]) -> tuple[Change, ...]:
    return tuple(Change(name, values[name], cell.text) for name, cell in group.items())


def _index(decision: Decision, to: Any) -> int | None:
    if to is None:
        return None
    written = {str(label): i for i, label in enumerate(decision.labels)}
    if str(to) not in written:
        raise UnknownNameError("label", str(to), written)
    return written[str(to)]


def _truth_of_literals(decision: Decision, values: Mapping[str, Any]) -> dict[str, np.bool_]:
    """Return whether the condition of every literal's feature holds on the row."""
    row = Table({name: from_values(name, [value]).values for name, value in values.items()})
    names = dict.fromkeys(name for rule, _ in decision.branches for name in rule.features())
    probes = attrs.evolve(decision, branches=tuple((Literal(name), True) for name in names))
    return {name: holds[0] for name, holds in zip(names, probes.outcomes(row), strict=True)}


def _holds(rule: Rule, truth: Mapping[str, np.bool_]) -> bool:
    return bool(outcome(rule, truth.__getitem__, np.False_, np.True_))


def _label_of(decision: Decision, truth: Mapping[str, np.bool_]) -> Any:
    taken = (label for rule, label in decision.branches if _holds(rule, truth))
    return next(taken, decision.otherwise)


def _parts(decision: Decision, truth: Mapping[str, np.bool_]) -> Iterator[Part]:
    label = _label_of(decision, truth)
    for i, (rule, given) in enumerate(decision.branches):
        for path, node in rule.flatten():
            decisive = False
            if isinstance(node, Literal):
                other = (rule.replace(path, ~node), given)
                branches = (*decision.branches[:i], other, *decision.branches[i + 1 :])
                decisive = _label_of(attrs.evolve(decision, branches=branches), truth) != label
            yield Part(i, path, phrase(node), _holds(node, truth), decisive)


def _shown(value: Any) -> str:
    if value is None:
        return "missing"
    return value_text(float(value)) if isinstance(value, int | float) else str(value)
