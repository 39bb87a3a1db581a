"""What the operator means, and the laws it obeys."""

import pytest
from boolsmith import Rule
from boolsmith_testing import Law, check_law, child, children, of

A, B, C = child("a"), child("b"), child("c")
X = children("x", at_least=2)

LAWS = [
    Law("none of two", of("Minority", A, B), ~of("Or", A, B)),
    Law("one of three", of("Minority", A, B, C), of("AtMost", A, B, C, k=1)),
    Law("three are their own dual", ~of("Minority", A, B, C), of("Minority", ~A, ~B, ~C)),
    Law("none is few", of("And", of("Minority", X), ~of("Or", X)), ~of("Or", X)),
]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_a_law_holds(law):
    check_law(law)


def test_a_rule_can_use_it():
    rule = Rule.parse("Minority(a, b, ~c)")
    assert rule.evaluate({"a": 1, "b": 0, "c": 1})
    assert not rule.evaluate({"a": 1, "b": 0, "c": 0})
