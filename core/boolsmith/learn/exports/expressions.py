"""Rules lowered to what every language has: tests, all of, any of, and counting.

Negations are pushed down to the tests, and operators are read from their masks and tables, so
that an operator of a plugin is exported like any other.
"""

from __future__ import annotations

import attrs

from boolsmith.data.conditions import Condition
from boolsmith.learn.decisions import Decision
from boolsmith.operators import Operator, TableOperator
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
    """The rule, or its negation, as an expression."""
    if isinstance(rule, Constant):
        return Fixed(rule.value != negate)
    negate ^= rule.negated
    if isinstance(rule, Literal):
        return Test(decision.condition(rule), negate)
    assert isinstance(rule, Node)
    if isinstance(rule.operator, TableOperator):
        return _table(rule, rule.operator, decision, negate)
    return _counting(rule, rule.operator, decision, negate)


def _counting(rule: Node, operator: Operator, decision: Decision, negate: bool) -> Expression:
    arity = len(rule.children)
    full = (1 << arity + 1) - 1
    mask = operator.mask(arity, rule.k) ^ (full if negate else 0)
    if mask in (0, full):
        return Fixed(mask == full)
    none, every = 1, 1 << arity
    plain = mask in (every, full - none)
    opposite = mask in (none, full - every)
    parts = tuple(lower(child, decision, negate=opposite) for child in rule.children)
    if plain or opposite:
        return All(parts) if mask in (every, none) else Some(parts)
    return Count(parts, tuple(count for count in range(arity + 1) if mask >> count & 1))


def _table(rule: Node, operator: TableOperator, decision: Decision, negate: bool) -> Expression:
    """Any of the rows of the table that give true, each all of its values."""
    full = (1 << (1 << operator.arity)) - 1
    table = operator.table ^ (full if negate else 0)
    if table in (0, full):
        return Fixed(table == full)
    rows = [
        All(
            tuple(
                lower(child, decision, negate=not index >> j & 1)
                for j, child in enumerate(rule.children)
            )
        )
        for index in range(1 << operator.arity)
        if table >> index & 1
    ]
    return rows[0] if len(rows) == 1 else Some(tuple(rows))
