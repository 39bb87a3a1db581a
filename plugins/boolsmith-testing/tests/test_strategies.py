"""What the strategies draw, how fast, and to what it shrinks."""

import random

import pytest
from boolsmith.operators import AND, BUILTIN, TableOperator
from boolsmith.rules import Literal, Node
from boolsmith_testing.reference import difference
from boolsmith_testing.strategies import (
    datasets,
    equivalent_rules,
    literals,
    operators,
    rules,
    subproblems,
)
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

BUILTINS = tuple(BUILTIN.values())
IMPLIES = TableOperator("Implies", arity=2, table=0b1101)


@given(rules(12))
def test_rules_keep_their_bound(rule):
    assert 1 <= rule.complexity <= 12


@given(rules(12, min_complexity=3))
def test_rules_of_three_nodes_or_more_have_an_operator(rule):
    assert isinstance(rule, Node)
    assert 3 <= rule.complexity <= 12


@given(rules(20, [AND, IMPLIES], features=("x", "y")))
def test_rules_use_only_what_they_are_given(rule):
    nodes = [node for _, node in rule.flatten()]
    assert {node.operator.name for node in nodes if isinstance(node, Node)} <= {"And", "Implies"}
    assert set(rule.features()) <= {"x", "y"}


@pytest.mark.parametrize(
    "claim",
    [
        lambda rule: rule.complexity == 20,
        lambda rule: rule.depth >= 5,
        lambda rule: rule.negated and rule.complexity > 3,
        lambda rule: any(len(node.children) == 6 for _, node in rule.flatten()),
        lambda rule: any(getattr(node, "k", None) == 4 for _, node in rule.flatten()),
    ],
)
def test_rules_reach_every_corner(claim):
    find(rules(20, BUILTINS), claim, settings=settings(max_examples=2000, database=None))


def test_all_operators_and_complexities_are_drawn():
    names, sizes = set(), set()

    @settings(max_examples=1000, database=None)
    @given(rules(20, BUILTINS))
    def collect(rule):
        names.update(n.operator.name for _, n in rule.flatten() if isinstance(n, Node))
        sizes.add(rule.complexity)

    collect()
    assert names == set(BUILTIN)
    assert sizes >= set(range(3, 21))


SMALLEST = {
    "any": (lambda rule: True, "a"),
    "negated": (lambda rule: rule.negated, "~a"),
    "deep": (lambda rule: rule.depth == 2, "And(And(a, a), a)"),
    "counting": (lambda rule: operators_of(rule) & {"Choose"}, "Choose0(a, a)"),
    "negated operator": (
        lambda rule: any(node.negated and node.children for _, node in rule.flatten()),
        "~And(a, a)",
    ),
}


def operators_of(rule):
    return {node.operator.name for _, node in rule.flatten() if isinstance(node, Node)}


@pytest.mark.parametrize("claim", SMALLEST)
def test_a_rule_shrinks_to_a_small_readable_one(claim):
    holds, smallest = SMALLEST[claim]
    quiet = settings(max_examples=2000, database=None)
    found = [
        find(rules(20, BUILTINS), holds, settings=quiet, random=random.Random(seed))
        for seed in range(5)
    ]
    assert all(set(rule.features()) == {"a"} for rule in found)
    # Hypothesis may stop short now and then, never as a rule.
    assert sum(str(rule) == smallest for rule in found) >= 3


@pytest.mark.slow
def test_ten_thousand_rules_are_drawn_up_to_the_bound():
    drawn = []

    @settings(
        max_examples=10_000,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(rules(20, BUILTINS))
    def collect(rule):
        drawn.append(rule.complexity)

    collect()
    assert len(drawn) >= 10_000
    assert max(drawn) <= 20
    assert len(set(drawn)) > 10


@given(literals(), operators(BUILTINS))
def test_literals_and_operators_are_what_they_say(literal, operator):
    assert isinstance(literal, Literal)
    assert operator in BUILTINS


@given(datasets())
def test_datasets_have_rows_of_both_classes_and_pack(data):
    assert set(data.y.tolist()) == {True, False}
    X, y, weights = data.packed().dense()
    assert X.shape == data.X.shape
    assert sorted(y) == sorted(data.y)
    expected = len(y) if data.sample_weight is None else data.sample_weight.sum()
    assert weights.sum() == pytest.approx(expected)


def test_datasets_shrink_to_two_rows_and_one_feature():
    data = find(datasets(), lambda data: True, settings=settings(database=None))
    assert data.X.shape == (2, 1)
    assert data.sample_weight is None


@given(subproblems([*BUILTINS, IMPLIES]))
def test_subproblems_have_enough_features_for_their_operator(subproblem):
    numbers = range(2, subproblem.max_num_literals + 1)
    assert any(map(subproblem.operator.takes, numbers))
    assert subproblem.data.num_features >= 2


@settings(max_examples=300)
@given(equivalent_rules(operators=BUILTINS))
def test_equivalent_rules_mean_the_same(pair):
    assert difference(*pair) is None


def test_equivalent_rules_are_not_only_the_same_rule_twice():
    seen = find(
        equivalent_rules(operators=BUILTINS),
        lambda pair: pair[0] != pair[1] and pair[0].complexity > 3,
        settings=settings(database=None),
    )
    assert seen


@given(st.data())
def test_bounds_that_make_no_sense_are_refused(data):
    with pytest.raises(ValueError, match="1 <= min <= max"):
        rules(3, min_complexity=data.draw(st.integers(4, 9)))
