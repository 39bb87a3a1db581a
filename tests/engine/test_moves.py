"""The six local moves are valid exactly when the paper says, and change what it says."""

import pytest
from boolsmith import Literal, Node, Rule
from boolsmith.engine.anneal import STATE
from boolsmith.engine.layout import new_record
from boolsmith.engine.moves import MOST_DRAWS
from boolsmith.engine.problem import Steps
from boolsmith.moves import turns_of_moves
from boolsmith.operators import BUILTIN
from boolsmith_testing.strategies import rules
from hypothesis import given, settings
from hypothesis import strategies as st

NAMES = [f"x{i}" for i in range(8)]
PAPER = tuple(BUILTIN.values())


@pytest.fixture(scope="module")
def paper(bench, make_data):
    """A bench with the paper's operators, bounds that hardly bind, and eight features."""
    return bench(make_data(40, 30), PAPER)


@pytest.fixture(scope="module")
def tight(bench, make_data):
    """A bench with rules of complexity 6 and depth 2 at most."""
    return bench(make_data(40, 30), PAPER, max_complexity=6, max_depth=2, max_initial=5)


def parsed(*texts):
    return {Rule.parse(text) for text in texts}


# Remove literal


def test_removing_a_literal_takes_it_out_and_nothing_else(paper):
    rule = Rule.parse("And(x0, ~x1, Or(x2, x3))")
    assert set(paper.outcomes("remove_literal", rule, 2)) == parsed("And(x0, Or(x2, x3))")


@pytest.mark.parametrize("i", [1, 2, 4, 5])
def test_removing_a_literal_needs_two_children_to_remain(paper, i):
    rule = Rule.parse("And(x0, x1)") if i < 3 else Rule.parse("And(x0, x1, Or(x2, x3))")
    assert set(paper.outcomes("remove_literal", rule, i, draws=5)) == {None}


@pytest.mark.parametrize("name", ["AtLeast", "AtMost", "Choose"])
@pytest.mark.parametrize(("k", "after"), [(3, 2), (2, 2), (1, 1), (0, 0)])
def test_removing_a_literal_lowers_the_parameter_only_if_needed(paper, name, k, after):
    rule = Rule.parse(f"{name}{k}(x0, x1, x2)")
    (found,) = set(paper.outcomes("remove_literal", rule, 1, draws=5))
    assert found == Rule.parse(f"{name}{after}(x1, x2)")


# Expand literal to operator


def test_expanding_moves_a_sibling_literal_below_a_new_operator(paper):
    rule = Rule.parse("And(x0, ~x1, x2)")
    found = set(paper.outcomes("expand_literal", rule, 2, draws=2000)) - {None}
    expected = {
        Rule.parse(text.format(f"{operator}{k}"))
        for operator, ks in {"And": [""], "Or": [""], "AtLeast": range(3), "AtMost": range(3),
                             "Choose": range(3)}.items()
        for k in ks
        for text in ("And({}(~x1, x0), x2)", "And(x0, {}(~x1, x2))")
    }  # fmt: skip
    assert found == expected


def test_expanding_keeps_other_children_and_their_order(paper):
    rule = Rule.parse("Or(And(x0, x1), x2, AtMost1(x3, x4), x5)")
    for found in paper.outcomes("expand_literal", rule, 4):
        first, new, last = found.children
        assert (first, last) == (rule.children[0], rule.children[2])
        assert new.children == (Literal("x2"), Literal("x5"))


def test_expanding_needs_another_literal_under_the_parent(paper):
    rule = Rule.parse("And(x0, Or(x1, x2), Or(x3, x4))")
    assert set(paper.outcomes("expand_literal", rule, 1, draws=20)) == {None}


def test_expanding_never_leaves_the_parent_with_a_single_child(paper):
    rule = Rule.parse("And(x0, x1)")
    assert set(paper.outcomes("expand_literal", rule, 1, draws=20)) == {None}


@pytest.mark.parametrize("name", ["AtLeast", "AtMost", "Choose"])
@pytest.mark.parametrize(("k", "after"), [(3, 2), (2, 2), (0, 0)])
def test_expanding_lowers_the_parameter_of_the_parent_if_needed(paper, name, k, after):
    rule = Rule.parse(f"{name}{k}(x0, x1, x2)")
    found = {r.k for r in paper.outcomes("expand_literal", rule, 1) if r is not None}
    assert found == {after}


def test_expanding_keeps_to_the_bounds(tight):
    assert set(tight.outcomes("expand_literal", Rule.parse("And(x0, x1, x2, x3, x4)"), 1)) == {None}
    deep = Rule.parse("And(x0, Or(x1, x2, x3))")
    assert set(tight.outcomes("expand_literal", deep, 3)) == {None}
    assert tight.outcomes("expand_literal", Rule.parse("And(x0, x1, x2, x3)"), 1, draws=1)[0]


# Swap literal


def test_swapping_a_literal_gives_its_negation_or_a_feature_new_to_the_parent(paper):
    rule = Rule.parse("And(x0, ~x1, Or(x2, x3))")
    found = set(paper.outcomes("swap_literal", rule, 1, draws=500))
    others = [Literal(f"x{i}", n) for i in (2, 3, 4, 5, 6, 7) for n in (False, True)]
    assert found == {None, *(rule.replace((0,), new) for new in [*others, Literal("x0", True)])}


# Remove operator


def test_removing_an_operator_takes_all_below_it(paper):
    rule = Rule.parse("Or(x0, And(x1, AtMost1(x2, x3), x4), x5)")
    assert set(paper.outcomes("remove_operator", rule, 2, draws=5)) == parsed("Or(x0, x5)")


def test_the_root_is_never_removed(paper):
    assert set(paper.outcomes("remove_operator", Rule.parse("Or(x0, x1, x2)"), 0)) == {None}


def test_removing_an_operator_needs_a_parent_with_three_children(paper):
    rule = Rule.parse("Or(x0, And(x1, x2))")
    assert set(paper.outcomes("remove_operator", rule, 2, draws=5)) == {None}


def test_removing_an_operator_lowers_the_parameter_of_the_parent(paper):
    rule = Rule.parse("Choose3(x0, And(x1, x2), x3)")
    assert set(paper.outcomes("remove_operator", rule, 2, draws=5)) == parsed("Choose2(x0, x3)")


# Add literal


def test_adding_gives_every_literal_new_to_the_operator(paper):
    rule = Rule.parse("And(x0, Or(x1, ~x2))")
    found = set(paper.outcomes("add_literal", rule, 2, draws=1000))
    new = [Literal(f"x{i}", n) for i in (0, 3, 4, 5, 6, 7) for n in (False, True)]
    assert found == {None, *(rule.replace((1,), Node(rule.at((1,)).operator, [
        *rule.at((1,)).children, literal])) for literal in new)}  # fmt: skip


def test_adding_keeps_the_parameter(paper):
    rule = Rule.parse("AtLeast2(x0, x1)")
    assert {r.k for r in paper.outcomes("add_literal", rule, 0) if r is not None} == {2}


def test_adding_keeps_to_the_bound(tight):
    rule = Rule.parse("And(x0, Or(x1, x2), x3)")
    assert set(tight.outcomes("add_literal", rule, 0, draws=20)) == {None}


# Swap operator


def test_swapping_an_operator_gives_every_other_operator_and_parameter(paper):
    rule = Rule.parse("AtLeast1(x0, x1)")
    found = set(paper.outcomes("swap_operator", rule, 0, draws=1000))
    every = {
        Node(operator, rule.children, k) for operator in PAPER for k in operator.parameter_values(2)
    }
    assert found == {None} | (every - {rule})


def test_swapping_an_operator_fits_the_number_of_children(bench, make_data):
    made = bench(make_data(40, 30))
    rule = Rule.parse("Or(x0, x1, x2)")
    found = {r.operator.name for r in made.outcomes("swap_operator", rule, 0, draws=1000) if r}
    assert "IfThenElse" in found
    assert "Implies" not in found


def test_operators_are_negated_only_if_asked(bench, make_data, paper):
    rule = Rule.parse("And(x0, x1, x2)")
    free = bench(make_data(40, 30), PAPER, steps=Steps(negated_operators=True))
    for name, i in (("swap_operator", 0), ("expand_literal", 1)):
        assert not any("~" in str(r) for r in paper.outcomes(name, rule, i))
        assert any("~" in str(r) for r in free.outcomes(name, rule, i) if r)


# All of them


@settings(deadline=None, max_examples=200)
@given(
    rule=rules(6, PAPER, features=NAMES, min_complexity=3),
    seed=st.integers(0, 2**32),
    bounds=st.tuples(st.integers(6, 12), st.integers(3, 5)),
)
def test_every_proposal_is_another_valid_rule_within_the_bounds(
    bench, make_data, words, rule, seed, bounds
):
    made = bench(make_data(5, 5), PAPER, max_complexity=bounds[0], max_depth=bounds[1])
    if any(
        len({c.feature for c in node.children if isinstance(c, Literal)})
        < sum(isinstance(c, Literal) for c in node.children)
        for _, node in rule.flatten()
    ):
        return
    rng, state = words(seed), new_record(STATE)
    for _ in range(30):
        before = rule
        rule, draws = made.propose(rule, state, rng)
        assert draws >= 1
        assert rule != before
        assert rule.complexity <= bounds[0]
        assert rule.depth <= bounds[1]


def test_move_types_take_turns_for_literals_and_operators(paper, words, turns):
    """Over one literal kind after another, each valid here, all six kinds show up in turn."""
    rng = words(3)
    rule = Rule.parse("And(x0, x1, x2, Or(x3, x4), Or(x5, x6, x7))")
    sizes = set()
    for _ in range(60):
        before = turns.literal_turn + turns.operator_turn
        after, draws = paper.propose(rule, turns, rng)
        sizes.add(after.complexity - rule.complexity)
        # Every draw turns one of the two wheels.
        assert (turns.literal_turn + turns.operator_turn - before) % 3 == draws % 3
    assert {-4, -3, -1, 0, 1} <= sizes


def test_initial_rules_have_depth_one_and_from_two_to_the_bound_of_different_literals(tight, words):
    rng = words(0)
    made = [tight.initial(rng) for _ in range(500)]
    assert {rule.complexity for rule in made} == {3, 4, 5, 6}
    assert {rule.depth for rule in made} == {1}
    assert {rule.operator for rule in made} == set(PAPER)
    assert {literal for rule in made for literal in rule.literals()} == {
        Literal(name, negated) for name in NAMES for negated in (False, True)
    }
    for rule in made:
        assert len(rule.features()) == len(rule.children)
        assert not rule.negated
    ks = {(rule.operator.name, len(rule.children), rule.k) for rule in made if rule.k is not None}
    assert {k for name, arity, k in ks if arity == 3} == {0, 1, 2, 3}


def test_initial_rules_fit_operators_of_fixed_arity(bench, make_data, words):
    operators = [o for o in bench(make_data(5, 5)).operators if o.name in ("IfThenElse",)]
    made = bench(make_data(5, 5), operators, max_initial=7)
    assert {len(made.initial(words(seed)).children) for seed in range(20)} == {3}


# Moves that are chosen


def test_only_the_chosen_moves_take_part(bench, make_data, words, turns):
    rule, rng = Rule.parse("And(x0, x1, Or(x2, x3))"), words(0)
    made = bench(
        make_data(40, 30), PAPER, steps=Steps(local_moves=turns_of_moves(["swap_literal"]))
    )
    for _ in range(50):
        after, _ = made.propose(rule, turns, rng)
        assert len(set(rule.literals()) - set(after.literals())) <= 1
        assert [n.operator for _, n in after.flatten() if isinstance(n, Node)] == [
            n.operator for _, n in rule.flatten() if isinstance(n, Node)
        ]


def test_a_move_with_more_turns_comes_more_often(bench, make_data, words, turns):
    rule, rng = Rule.parse("And(x0, x1, x2, x3)"), words(0)
    often = turns_of_moves({"swap_literal": 9, "remove_literal": 1})
    made = bench(make_data(40, 30), PAPER, steps=Steps(local_moves=often))
    sizes = [made.propose(rule, turns, rng)[0].complexity for _ in range(500)]
    assert 0 < sizes.count(4) < 0.25 * sizes.count(5)


def test_where_no_chosen_move_is_valid_the_rule_stays_and_the_draws_end(
    bench, make_data, words, turns
):
    rule = Rule.parse("And(x0, x1)")
    made = bench(
        make_data(40, 30), PAPER, steps=Steps(local_moves=turns_of_moves(["remove_literal"]))
    )
    assert made.propose(rule, turns, words(0)) == (rule, MOST_DRAWS)
