"""Rules as text that the parser reads back: `And(Choose2(a, b, c, d), ~e, "age <= 30")`."""

from __future__ import annotations

from boolsmith.rules.names import CONSTANTS, quote
from boolsmith.rules.nodes import Constant, Literal, Node, Rule, flip


def to_text(rule: Rule) -> str:
    """The rule as text; a negated comparison is written as the opposite one."""
    if isinstance(rule, Constant):
        return CONSTANTS[rule.value]
    sign = "~" if rule.negated else ""
    if isinstance(rule, Literal):
        opposite = flip(rule.feature) if rule.negated else None
        return sign + quote(rule.feature) if opposite is None else quote(opposite)
    assert isinstance(rule, Node)
    k = "" if rule.k is None else rule.k
    children = ", ".join(map(to_text, rule.children))
    return f"{sign}{rule.operator.name}{k}({children})"
