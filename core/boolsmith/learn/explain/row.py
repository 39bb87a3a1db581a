"""Why one row got its label: what held, what decided, what is enough, what would change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import numpy as np

from boolsmith.data.columns import from_values
from boolsmith.data.conditions import value_text
from boolsmith.data.tables import Table, plain_value
from boolsmith.errors import BoolsmithError, UnknownNameError, did_you_mean
from boolsmith.learn.decisions import Decision, as_decision
from boolsmith.learn.explain.cells import CellTable
from boolsmith.learn.exports.text import label_text, literal_phrase, operator_phrase
from boolsmith.rules import Literal, Node, Path, Rule
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
        """The explanation as plain data."""
        return {
            "label": plain_value(self.label),
            "parts": [attrs.asdict(part) for part in self.parts],
            "decisive": list(self.decisive),
            "sufficient": self.sufficient,
            "counterfactuals": None
            if self.counterfactuals is None
            else [[attrs.asdict(change) for change in group] for group in self.counterfactuals],
        }

    def __str__(self) -> str:
        lines = [f"label: {label_text(self.label)}"]
        for part in self.parts:
            mark = "true " if part.holds else "false"
            note = "  (decisive)" if part.decisive else ""
            lines.append(f"{mark} {'  ' * len(part.path)}{part.text}{note}")
        if self.sufficient is not None:
            facts = ", ".join(f"{name} = {_shown(v)}" for name, v in self.sufficient.items())
            lines.append(f"enough to decide: {facts or 'nothing, the label is always the same'}")
        for group in self.counterfactuals or ():
            lines.append(
                "would change it: " + " and ".join(f"{c.to} (now {_shown(c.value)})" for c in group)
            )
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
    """Why a row of raw values got its label.

    Counterfactuals change only `actionable` features if given, and lead to the label `to` if
    given, else to any other; at most `limit` of the smallest ones are listed.
    """
    decision = as_decision(model)
    features = decision.features()
    for name in features:
        if name not in row:
            raise BoolsmithError(f"the row has no {name!r}{did_you_mean(name, map(str, row))}")
    free = _checked_actionable(actionable, features, row)
    values = {name: plain_value(row[name]) for name in features}
    columns = Table({name: from_values(name, [values[name]]).values for name in features})
    label = decision.predict(columns)[0] if features else _label_of(decision, {})
    truth = _truth_of_literals(decision, columns)
    cells = CellTable.of(decision)
    position = tuple(cells.cell_of(decision, name, values[name]) for name in cells.features)
    enough = cells.sufficient(position)
    found = cells.changes(position, free, _index(decision, to), limit)
    return RowExplanation(
        label,
        tuple(_parts(decision, truth)),
        None if enough is None else {name: values[name] for name in enough},
        None
        if found is None
        else tuple(
            tuple(Change(name, values[name], cell.text) for name, cell in group.items())
            for group in found
        ),
    )


def _checked_actionable(
    actionable: Sequence[str] | None, features: Sequence[str], row: Mapping[str, Any]
) -> tuple[str, ...]:
    if actionable is None:
        return tuple(features)
    for name in actionable:
        if name not in row:
            raise UnknownNameError("feature", name, map(str, row))
    return tuple(name for name in features if name in set(actionable))


def _index(decision: Decision, to: Any) -> int | None:
    if to is None:
        return None
    written = {label_text(label): i for i, label in enumerate(decision.labels)}
    if label_text(to) not in written:
        raise UnknownNameError("label", label_text(to), written)
    return written[label_text(to)]


def _truth_of_literals(decision: Decision, columns: Table) -> dict[str, bool]:
    """Whether the condition of every literal's feature holds on the row."""
    truth = {}
    for rule, _ in decision.branches:
        for name in rule.features():
            probe = attrs.evolve(decision, branches=((Literal(name), True),))
            truth[name] = bool(probe.outcomes(columns)[0][0])
    return truth


def _holds(rule: Rule, truth: Mapping[str, bool]) -> bool:
    one = np.True_
    return bool(outcome(rule, lambda name: np.bool_(truth[name]), ~one, one))


def _label_of(decision: Decision, truth: Mapping[str, bool]) -> Any:
    taken = (label for rule, label in decision.branches if _holds(rule, truth))
    return next(taken, decision.otherwise)


def _parts(decision: Decision, truth: Mapping[str, bool]) -> list[Part]:
    parts = []
    label = _label_of(decision, truth)
    for i, (rule, given) in enumerate(decision.branches):
        for path, node in rule.flatten():
            decisive = False
            if isinstance(node, Literal):
                other = (rule.replace(path, ~node), given)
                branches = (*decision.branches[:i], other, *decision.branches[i + 1 :])
                decisive = _label_of(attrs.evolve(decision, branches=branches), truth) != label
            text = operator_phrase(node) if isinstance(node, Node) else literal_phrase(node)
            parts.append(Part(i, path, text, _holds(node, truth), decisive))
    return parts


def _shown(value: Any) -> str:
    if value is None:
        return "missing"
    return value_text(float(value)) if isinstance(value, int | float) else str(value)
