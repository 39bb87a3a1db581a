"""What a rule means, computed a second time in the plainest way.

Nothing here shares code with the evaluation that users get: an operator is asked through its
`accepts` or its table, never through its masks, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AnyOperator, TableOperator
from boolsmith.rules import Constant, Literal, Node, Rule

MAX_FEATURES = 16


def outcome(rule: Rule, row: Mapping[str, bool]) -> bool:
    """Whether the rule is true for one assignment of its features."""
    if isinstance(rule, Constant):
        return rule.value
    if isinstance(rule, Literal):
        return bool(row[rule.feature]) != rule.negated
    assert isinstance(rule, Node)
    values = tuple(outcome(child, row) for child in rule.children)
    return operator_outcome(rule.operator, values, rule.k) != rule.negated


def operator_outcome(operator: AnyOperator, values: Sequence[bool], k: int | None) -> bool:
    """Whether the operator is true for the given values of its children."""
    if isinstance(operator, TableOperator):
        index = sum(1 << position for position, value in enumerate(values) if value)
        return bool(operator.table >> index & 1)
    arguments = (len(values),) if k is None else (len(values), k)
    return bool(operator.accepts(sum(map(bool, values)), *arguments))


def assignments(features: Sequence[str]) -> Iterator[dict[str, bool]]:
    """Every assignment of the features, those with few true ones first."""
    rows = sorted(range(1 << len(features)), key=lambda row: (row.bit_count(), row))
    for row in rows:
        yield {feature: bool(row >> i & 1) for i, feature in enumerate(features)}


@attrs.frozen
class Difference:
    """An assignment for which two rules differ, and what each gives."""

    assignment: Mapping[str, bool]
    left: bool
    right: bool

    def __str__(self) -> str:
        values = ", ".join(f"{name}={int(value)}" for name, value in self.assignment.items())
        where = f"for {values}: " if values else ""
        return f"{where}the left side is {int(self.left)}, the right side {int(self.right)}"


def difference(left: Rule, right: Rule) -> Difference | None:
    """Return the assignment with the fewest true features for which two rules differ, or None."""
    features = tuple(dict.fromkeys((*left.features(), *right.features())))
    if len(features) > MAX_FEATURES:
        raise BoolsmithError(
            f"{len(features)} features are too many to try all assignments: at most {MAX_FEATURES}"
        )
    for row in assignments(features):
        values = outcome(left, row), outcome(right, row)
        if values[0] != values[1]:
            return Difference(row, *values)
    return None
