"""Decisions: rules with the labels they give, over raw features."""

from __future__ import annotations

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


@attrs.frozen
class Decision:
    """The label of the first rule that holds, else the label `otherwise`.

    `conditions` says what the literals mean; without it, every feature is Boolean. A feature whose
    value is missing makes its conditions false, unless `refuses_missing`.
    """

    branches: tuple[tuple[Rule, Any], ...]
    otherwise: Any = False
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
        """The decision for `label` where the rule holds, over the features of the binarizer."""
        return cls(((rule, label),), otherwise).over(binarizer)

    def over(self, binarizer: Binarizer | None) -> Decision:
        """The same rules over the raw features of a fitted binarizer."""
        if binarizer is None:
            return self
        known = binarizer.conditions_by_name_
        for rule, _ in self.branches:
            for name in rule.features():
                if name not in known:
                    hint = did_you_mean(name, known)
                    raise BoolsmithError(f"the binarizer gives no column {name!r}{hint}")
        used = {name: known[name] for rule, _ in self.branches for name in rule.features()}
        kinds = {feature.name: feature.kind for feature in binarizer.features_}
        read = {condition.feature for condition in used.values()}
        return attrs.evolve(
            self,
            conditions=used,
            kinds={name: kind for name, kind in kinds.items() if name in read},
            refuses_missing=binarizer.missing == "refuse",
        )

    @property
    def labels(self) -> tuple[Any, ...]:
        """Every label that can come out, each once."""
        return tuple(dict.fromkeys([*(label for _, label in self.branches), self.otherwise]))

    def condition(self, literal: Literal) -> Condition:
        """What a literal says about its raw feature, before its negation."""
        return condition_of(literal, self.conditions)

    def features(self) -> tuple[str, ...]:
        """The raw features that the rules read, in order of appearance."""
        literals = (literal for rule, _ in self.branches for literal in rule.literals())
        return tuple(dict.fromkeys(self.condition(literal).feature for literal in literals))

    def outcomes(self, X: Any) -> list[NDArray[np.bool_]]:
        """For every branch, where its rule holds on raw rows."""
        columns = {column.name: column for column in raw_columns(X)}
        length = X.shape[0]
        values = {name: self._values(columns, name) for name in self.features()}

        def holds(name: str) -> NDArray[np.bool_]:
            condition = condition_of(Literal(name), self.conditions)
            return condition.holds(values[condition.feature])

        false = np.zeros(length, dtype=bool)
        return [outcome(rule, holds, false, ~false) for rule, _ in self.branches]

    def predict(self, X: Any) -> NDArray[Any]:
        """The label of every raw row of a table or DataFrame."""
        labels = np.array([*(label for _, label in self.branches), self.otherwise])
        chosen = np.full(X.shape[0], len(self.branches))
        for i, holds in reversed(list(enumerate(self.outcomes(X)))):
            chosen[holds] = i
        return np.asarray(labels[chosen])

    def _values(self, columns: dict[str, RawColumn], name: str) -> NDArray[Any]:
        if name not in columns:
            raise BoolsmithError(f"no column {name!r}{did_you_mean(name, columns)}")
        values = as_kind(columns[name], self.kinds.get(name, "number"))
        if self.refuses_missing and IsMissing(name).holds(values).any():
            raise BoolsmithError(f"column {name!r} has a missing value: the rule needs them all")
        return values


def as_decision(model: Any, binarizer: Binarizer | None = None) -> Decision:
    """The decision of a rule, a fitted classifier, or a decision itself."""
    if isinstance(model, Decision):
        return model
    if isinstance(model, Rule):
        return Decision.of(model, binarizer)
    found = getattr(model, "decision_", None)
    if not isinstance(found, Decision):
        raise BoolsmithError(
            f"{type(model).__name__} has no rule: give a rule or a fitted classifier"
        )
    return found
