import attrs
import numpy as np
import pytest
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AND, AT_LEAST, OR, Operator
from boolsmith.rules import Literal, Node, One, Rule, Zero, equivalent
from boolsmith.rules.nodes import MAX_COMPLEXITY, MAX_DEPTH

a, b, c = map(Literal, "abc")


def test_the_example_of_the_paper_has_depth_two_and_complexity_eight():
    rule = Rule.parse("And(Choose2(a, b, c, d), ~e, f)")
    assert (rule.depth, rule.complexity) == (2, 8)
    assert [str(literal) for literal in rule.literals()] == ["a", "b", "c", "d", "~e", "f"]
    assert rule.features() == ("a", "b", "c", "d", "e", "f")


def test_constants_have_no_complexity():
    assert (Zero.complexity, One.depth, ~Zero) == (0, 0, One)


def test_rules_are_equal_if_structurally_equal():
    assert Node(AND, (a, b)) == Node(AND, [Literal("a"), Literal("b")])
    assert Node(AND, (a, b)) != Node(AND, (b, a))
    assert Node(AND, (a, b)) != Node(OR, (a, b))
    assert len({Node(AND, (a, b)), Node(AND, (a, b)), ~Node(AND, (a, b))}) == 2


def test_rules_cannot_be_changed():
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        a.negated = True


def test_replace_shares_what_it_does_not_change():
    rule = Rule.parse("And(Or(a, b), Or(c, d))")
    changed = rule.replace((0, 1), ~Literal("x"))
    assert str(changed) == "And(Or(a, ~x), Or(c, d))"
    assert changed.children[1] is rule.children[1]
    assert rule.replace((), a) == a
    with pytest.raises(BoolsmithError, match=r"no node at path \(0, 7\)"):
        rule.replace((0, 7), a)


def test_flatten_gives_each_node_with_its_path():
    rule = Rule.parse("And(Or(a, b), c)")
    found = {path: str(node) for path, node in rule.flatten()}
    assert found == {
        (): "And(Or(a, b), c)",
        (0,): "Or(a, b)",
        (0, 0): "a",
        (0, 1): "b",
        (1,): "c",
    }
    assert all(rule.at(path) == node for path, node in rule.flatten())


def test_both_spellings_of_a_comparison_are_one_literal():
    assert Literal("a <= 3") == ~Literal("a > 3")
    assert Literal("c != x") == ~Literal("c = x")
    assert Literal("x is not missing") == ~Literal("x is missing")


def test_whole_numbers_of_numpy_are_parameters():
    node = Node(AT_LEAST, (a, b), np.int64(2))
    assert type(node.k) is int


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Literal(""), "feature '' is not a name"),
        (lambda: Literal(3), "feature 3 is not a name"),
        (lambda: Node(AND, (a,)), "And does not take 1 child"),
        (lambda: Node(AND, (a, b), 2), "And of 2 children takes no parameter, got 2"),
        (lambda: Node(AT_LEAST, (a, b)), "takes a parameter from 0 to 2, got none"),
        (lambda: Node(AT_LEAST, (a, b), 3), "takes a parameter from 0 to 2, got 3"),
        (lambda: Node(AT_LEAST, (a, b), 2.0), "parameter 2.0 of an operator is not a whole number"),
        (lambda: Node(AT_LEAST, (a, b), True), "parameter True of an operator"),
        (lambda: Node(AND, ("a", "b")), "child 'a' of And is not a rule: give Literal"),
        (
            lambda: Node(Operator("Odd", bool, parameters=lambda n: (1, 3)), (a, b, c), 2),
            "takes a parameter out of 1, 3, got 2",
        ),
    ],
)
def test_what_is_no_rule_is_refused_in_one_line(make, message):
    with pytest.raises(BoolsmithError) as caught:
        make()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def deepest(leaf=a):
    rule = leaf
    for level in range(MAX_DEPTH):
        rule = Node((AND, OR)[level % 2], (Literal(f"x{level}"), rule))
    return rule


def test_rules_nest_up_to_a_limit_and_everything_works_there():
    rule = deepest()
    assert rule.depth == MAX_DEPTH
    assert rule == deepest()
    assert hash(rule) == hash(deepest())
    assert Rule.parse(str(rule)) == rule
    assert Rule.from_json(rule.to_json()) == rule
    assert rule.simplify() == rule
    assert rule.evaluate(dict.fromkeys(rule.features(), 1)) is True
    assert (~rule).simplify().complexity == rule.complexity
    assert not equivalent(rule, deepest(b))
    with pytest.raises(BoolsmithError, match="at most 100 levels deep, this one is 101"):
        Node(AND, (rule, a))


def test_rules_that_share_parts_cannot_explode():
    def doubled(rule):
        return doubled(Node(OR, (rule, rule)))

    with pytest.raises(BoolsmithError, match=f"at most {MAX_COMPLEXITY} literals and operators"):
        doubled(Node(AND, (a, b)))
