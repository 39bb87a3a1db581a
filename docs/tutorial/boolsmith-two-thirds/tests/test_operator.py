"""What the operator means, and the laws it obeys."""

import pytest
from boolsmith import Rule
from boolsmith.testing import Law, check_law, child, children, of

A, B, C = child("a"), child("b"), child("c")
X = children("x", at_least=2)

LAWS = [
    Law("two of two", of("TwoThirds", A, B), of("And", A, B)),
    Law("two of three", of("TwoThirds", A, B, C), of("AtLeast", A, B, C, k=2)),
    Law("all is enough", of("And", of("TwoThirds", X), of("And", X)), of("And", X)),
]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_a_law_holds(law):
    check_law(law)


def test_a_rule_can_use_it():
    rule = Rule.parse("TwoThirds(a, b, ~c)")
    assert rule.evaluate({"a": 1, "b": 1, "c": 1})
    assert not rule.evaluate({"a": 1, "b": 0, "c": 1})
