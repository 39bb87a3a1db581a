import time

import pytest
from boolsmith.operators import AND, AT_LEAST, OR
from boolsmith.rules import Literal, Node, equivalent


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        # degenerate parameters
        ("AtLeast0(a, b)", "One"),
        ("AtMost2(a, b)", "One"),
        ("AtLeast1(a, b)", "Or(a, b)"),
        ("AtLeast3(a, b, c)", "And(a, b, c)"),
        ("Choose3(a, b, c)", "And(a, b, c)"),
        ("AtMost2(a, b, c)", "~And(a, b, c)"),
        ("Choose0(a, b, c)", "~Or(a, b, c)"),
        ("Xor(a, b, c)", "Xor(a, b, c)"),
        # constants
        ("And(a, One)", "a"),
        ("And(a, Zero)", "Zero"),
        ("~Or(a, One)", "Zero"),
        ("AtLeast2(a, b, c, One)", "Or(a, b, c)"),
        ("AtLeast2(a, b, c, Zero)", "AtLeast2(a, b, c)"),
        ("Xor(a, b, One)", "~Xor(a, b)"),
        ("AllEqual(a, b, One)", "And(a, b)"),
        ("TwoThirds(a, b, c, One)", "TwoThirds(a, b, c)"),
        ("Implies(a, Zero)", "~a"),
        ("IfThenElse(a, b, One)", "Or(~a, b)"),
        ("IfThenElse(One, b, c)", "b"),
        # repetitions and contradictions
        ("And(a, b, a)", "And(a, b)"),
        ("Or(a, b, ~a)", "One"),
        ('And("x > 3", "x <= 3")', "Zero"),
        ("AtLeast2(a, ~a, b)", "b"),
        ("AtLeast2(a, a, b)", "a"),
        ("AtLeast2(a, a, b, b, c, c)", "Or(a, b, c)"),
        ("Xor(a, a, b)", "b"),
        ("AllEqual(a, b, a)", "AllEqual(a, b)"),
        ("Choose1(And(a, b), ~And(a, b), c)", "~c"),
        ("Implies(a, a)", "One"),
        # nested
        ("And(a, And(b, And(c, d)))", "And(a, b, c, d)"),
        ("And(a, ~Or(b, c))", "And(a, ~b, ~c)"),
        ("Or(a, ~And(b, ~c))", "Or(a, ~b, c)"),
        ("And(a, Or(a, b))", "a"),
        ("And(a, Or(~a, b))", "And(a, b)"),
        ("And(a, Xor(a, b))", "And(a, ~b)"),
        ("Or(a, IfThenElse(a, b, c))", "Or(a, c)"),
        ("And(Or(a, b), Or(c, b, a))", "Or(a, b)"),
        # negation
        ("~AtLeast2(a, b, c)", "AtMost1(a, b, c)"),
        ("~AtMost1(a, b, c)", "AtLeast2(a, b, c)"),
        ("~And(~a, ~b)", "Or(a, b)"),
        ("And(~a, ~b, ~c)", "~Or(a, b, c)"),
        ("~Or(x > 3, y > 2)", 'And("x <= 3", "y <= 2")'),
        ("AtLeast2(~a, ~b, ~c)", "AtMost1(a, b, c)"),
        ("~TwoThirds(a, b, c)", "AtMost1(a, b, c)"),
        ("~Implies(a, b)", "And(a, ~b)"),
        ("~Choose1(a, b, c)", "~Choose1(a, b, c)"),
        # nothing to do
        ("And(Choose2(a, b, c, d), ~e, f)", "And(Choose2(a, b, c, d), ~e, f)"),
        ("AtLeast3(a, a, b, c)", "AtLeast3(a, a, b, c)"),
        ("Implies(a, b)", "Implies(a, b)"),
        ("IfThenElse(a, b, c)", "IfThenElse(a, b, c)"),
        ("a", "a"),
        ("Zero", "Zero"),
    ],
)
def test_rules_become_what_a_person_would_write(text, simple, read):
    rule = read(text)
    assert str(rule.simplify()) == simple
    assert equivalent(rule, rule.simplify())
    assert rule.simplify().complexity <= rule.complexity


def test_a_constant_that_no_operator_can_absorb_stays(read):
    rule = read("Scattered3(a, b, c, One, d)")
    assert equivalent(rule, rule.simplify())
    assert rule.simplify().complexity <= rule.complexity


def large():
    x = [Literal(f"x{i}") for i in range(9_999)]
    links = [Node(OR, (~x[i], x[i + 1])) for i in range(3_300)]
    return {
        "one wide And": (Node(AND, x), 10_000),
        "one wide AtLeast": (Node(AT_LEAST, x, 5_000), 10_000),
        "pairs only": (Node(AT_LEAST, x[:4_999] + [~y for y in x[:4_999]], 2), 0),
        "implications in order": (Node(AND, [x[0], *links]), 3_302),
        "implications in reverse": (Node(AND, [*reversed(links), x[0]]), 3_302),
    }


@pytest.mark.parametrize("name", large())
def test_the_largest_rules_are_simplified_soon(name):
    rule, complexity = large()[name]
    start = time.perf_counter()
    assert rule.simplify().complexity == complexity
    assert time.perf_counter() - start < 30
