"""Rules lowered to what every language has: tests, all of, any of, and counting.

Negations are pushed down to the tests, and operators are read from their masks and tables, so
that an operator of a plugin is exported like any other.
"""

from __future__ import annotations

import attrs

from boolsmith.data.conditions import Condition
from boolsmith.learn.decisions import Decision
from boolsmith.operators import TableOperator
from boolsmith.rules import Constant, Literal, Node, Rule


@attrs.frozen
class Test:
    """A condition, or its negation."""

    condition: Condition
    negated: bool

    __test__ = False  # not a test case of pytest


@attrs.frozen
class Fixed:
    """Always true, or always false."""

    value: bool


@attrs.frozen
class All:
    """True where all parts are."""

    parts: tuple[Expression, ...]


@attrs.frozen
class Some:
    """True where at least one part is."""

    parts: tuple[Expression, ...]


@attrs.frozen
class Count:
    """True where the number of true parts is one of `accepted`."""

    parts: tuple[Expression, ...]
    accepted: tuple[int, ...]

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the greatest count if all between are accepted too."""
        low, high = self.accepted[0], self.accepted[-1]
        return (low, high) if high - low + 1 == len(self.accepted) else None


Expression = Test | Fixed | All | Some | Count


def lower(rule: Rule, decision: Decision, negate: bool = False) -> Expression:
    """Return the rule, or its negation, as an expression."""
    if isinstance(rule, Constant):
        return Fixed(rule.value != negate)
    negate ^= rule.negated
    if isinstance(rule, Literal):
        return Test(decision.condition(rule), negate)
    assert isinstance(rule, Node)
    arity = len(rule.children)
    if isinstance(rule.operator, TableOperator):
        table, full = rule.operator.table, (1 << (1 << arity)) - 1
    else:
        table, full = rule.operator.mask(arity, rule.k), (1 << arity + 1) - 1
    table ^= full if negate else 0
    if table in (0, full):
        return Fixed(table == full)
    lowered = _any_row if isinstance(rule.operator, TableOperator) else _counting
    return lowered(rule.children, table, decision)


def _counting(children: tuple[Rule, ...], mask: int, decision: Decision) -> Expression:
    """Return the expression that is true where the number of true children is in the mask."""
    arity = len(children)
    none, every, some, not_all = 1, 1 << arity, (1 << arity + 1) - 2, (1 << arity) - 1
    parts = tuple(lower(child, decision, mask in (none, not_all)) for child in children)
    if mask in (every, none):
        return All(parts)
    if mask in (some, not_all):
        return Some(parts)
    return Count(parts, tuple(count for count in range(arity + 1) if mask >> count & 1))


def _any_row(children: tuple[Rule, ...], table: int, decision: Decision) -> Expression:
    """Return any of the rows of the table that give true, each all of its values."""
    rows = tuple(
        All(tuple(lower(child, decision, not row >> j & 1) for j, child in enumerate(children)))
        for row in range(1 << len(children))
        if table >> row & 1
    )
    return rows[0] if len(rows) == 1 else Some(rows)
