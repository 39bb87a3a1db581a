"""Decisions: rules with the labels they give, over raw features."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.data.columns import RawColumn, as_kind, raw_columns
from boolsmith.data.conditions import Condition, Conditions, IsMissing, condition_of
from boolsmith.errors import BoolsmithError, did_you_mean
from boolsmith.rules import Literal, Rule
from boolsmith.rules.truth import outcome

if TYPE_CHECKING:
    from boolsmith.data.binarizer import Binarizer

Column = NDArray[np.bool_]


def where_true(rule: Rule, column: Callable[[str], Column], num_rows: int) -> Column:
    """Return on which rows the rule holds; `column(name)` has the outcomes of a feature."""
    false = np.zeros(num_rows, dtype=bool)
    return outcome(rule, column, false, ~false)


def first_to_hold(outcomes: Sequence[Column], num_rows: int) -> NDArray[np.int64]:
    """Return the position of the first rule that holds on each row; their number if none does."""
    branch = np.full(num_rows, len(outcomes))
    for i, holds in reversed(list(enumerate(outcomes))):
        branch[holds] = i
    return branch


def _plain(label: Any) -> Any:
    return label.item() if isinstance(label, np.generic) else label


def _plain_branches(
    branches: tuple[tuple[Rule, Any], ...],
) -> tuple[tuple[Rule, Any], ...]:
    return tuple((rule, _plain(label)) for rule, label in branches)


@attrs.frozen
class Decision:
    """The label of the first rule that holds, else the label `otherwise`.

    `conditions` says what the literals mean; without it, every feature is Boolean. A feature whose
    value is missing makes its conditions false, unless `refuses_missing`.
    """

    branches: tuple[tuple[Rule, Any], ...] = attrs.field(converter=_plain_branches)
    otherwise: Any = attrs.field(default=False, converter=_plain)
    conditions: Conditions | None = attrs.field(default=None, repr=False)
    kinds: dict[str, Any] = attrs.field(factory=dict, repr=False)
    refuses_missing: bool = True

    @classmethod
    def of(
        cls,
        rule: Rule,
        binarizer: Binarizer | None = None,
        *,
        label: Any = True,
        otherwise: Any = False,
    ) -> Decision:
        """Return the decision for `label` where the rule holds, over a binarizer's features."""
        return cls(((rule, label),), otherwise).over(binarizer)

    def over(self, binarizer: Binarizer | None) -> Decision:
        """Return the same rules over the raw features of a fitted binarizer."""
        if binarizer is None:
            return self
        known = binarizer.conditions_by_name_
        used = {}
        for name in (name for rule, _ in self.branches for name in rule.features()):
            if name not in known:
                hint = did_you_mean(name, known)
                raise BoolsmithError(f"the binarizer gives no column {name!r}{hint}")
            used[name] = known[name]
        read = {condition.feature for condition in used.values()}
        kinds = {f.name: f.kind for f in binarizer.features_ if f.name in read}
        missing = binarizer.missing == "refuse"
        return attrs.evolve(self, conditions=used, kinds=kinds, refuses_missing=missing)

    @property
    def labels(self) -> tuple[Any, ...]:
        """Every label that can come out, each once."""
        return tuple(dict.fromkeys([*(label for _, label in self.branches), self.otherwise]))

    def condition(self, literal: Literal) -> Condition:
        """Return what a literal says about its raw feature, before its negation."""
        return condition_of(literal, self.conditions)

    def features(self) -> tuple[str, ...]:
        """Return the raw features that the rules read, in order of appearance."""
        literals = (literal for rule, _ in self.branches for literal in rule.literals())
        return tuple(dict.fromkeys(self.condition(literal).feature for literal in literals))

    def outcomes(self, X: Any) -> list[NDArray[np.bool_]]:
        """Return for every branch where its rule holds on raw rows."""
        columns = {column.name: column for column in raw_columns(X)}
        values = {name: self._values(columns, name) for name in self.features()}

        def holds(name: str) -> Column:
            condition = self.condition(Literal(name))
            return condition.holds(values[condition.feature])

        return [where_true(rule, holds, X.shape[0]) for rule, _ in self.branches]

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the label of every raw row of a table or DataFrame."""
        labels = np.array([*(label for _, label in self.branches), self.otherwise])
        return np.asarray(labels[first_to_hold(self.outcomes(X), X.shape[0])])

    def _values(self, columns: dict[str, RawColumn], name: str) -> NDArray[Any]:
        if name not in columns:
            raise BoolsmithError(f"no column {name!r}{did_you_mean(name, columns)}")
        values = as_kind(columns[name], self.kinds.get(name, "number"))
        if self.refuses_missing and IsMissing(name).holds(values).any():
            raise BoolsmithError(f"column {name!r} has a missing value: the rule needs them all")
        return values


def as_decision(model: Any, binarizer: Binarizer | None = None) -> Decision:
    """Return the decision of a rule, a fitted classifier, or a decision itself."""
    if isinstance(model, Rule):
        return Decision.of(model, binarizer)
    found = model if isinstance(model, Decision) else getattr(model, "decision_", None)
    if not isinstance(found, Decision):
        raise BoolsmithError(
            f"{type(model).__name__} has no rule: give a rule or a fitted classifier"
        )
    return found
