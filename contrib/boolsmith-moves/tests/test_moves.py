"""What each move does to a rule."""

import numpy as np
import pytest
from boolsmith import Literal, Node
from boolsmith.moves import MoveContext
from boolsmith.operators import AND, AT_LEAST, OR
from boolsmith_moves import MOVES
from boolsmith_moves.neighbour import neighbours

BY_NAME = {move.name: move for move in MOVES}
NAMES = ("a > 1.0", "a > 2.5", "a > 10.0", "b", "c", "d = x > y", "e")
A, B, C, E = (Literal(name) for name in ("a > 2.5", "b", "c", "e"))
RULE = Node(AND, (A, Node(OR, (B, ~C)), ~E))
SEEDS = range(200)


def context(seed=0, archive=None, max_complexity=12, max_depth=None):
    return MoveContext(
        rng=np.random.default_rng(seed),
        feature_names=NAMES,
        operators=(AND, OR, AT_LEAST),
        max_complexity=max_complexity,
        max_depth=max_depth,
        archive=archive or {},
        score=lambda rule: 0.0,
    )


def proposals(name, rule=RULE, **settings):
    made = [BY_NAME[name](rule, context(seed, **settings)) for seed in SEEDS]
    return [proposal for proposal in made if proposal is not None]


def test_swapping_keeps_every_node_and_moves_two_parts():
    made = proposals("swap_subtrees")
    assert len(set(made)) > 5
    for rule in made:
        assert rule.complexity == RULE.complexity
        assert sorted(map(hash, rule.literals())) == sorted(map(hash, RULE.literals()))


def test_wrapping_adds_an_operator_and_its_other_children():
    made = proposals("wrap")
    assert len(set(made)) > 20
    assert {rule.complexity for rule in made} == {RULE.complexity + 2}


def test_unwrapping_leaves_one_child_and_never_a_bare_literal():
    made = set(proposals("unwrap"))
    assert Node(OR, (B, ~C)) in made
    assert Node(AND, (A, B, ~E)) in made
    assert all(isinstance(rule, Node) for rule in made)


def test_crossover_takes_its_part_from_the_archive():
    mate = Node(AT_LEAST, (Literal("d = x > y"), Literal("a > 10.0")), 1)
    made = proposals("crossover", archive={3: mate, RULE.complexity: RULE})
    assert len(set(made)) > 5
    foreign = {"d = x > y", "a > 10.0"}
    assert all(foreign & set(rule.features()) for rule in made)


def test_crossover_has_nothing_to_propose_without_an_archive():
    assert proposals("crossover") == []


def test_a_neighbour_is_the_next_threshold_by_value_not_by_spelling():
    assert neighbours(NAMES)["a > 2.5"] == ("a > 1.0", "a > 10.0")
    assert neighbours(NAMES)["a > 10.0"] == ("a > 2.5",)
    assert "d = x > y" not in neighbours(NAMES)


def test_only_the_threshold_of_one_literal_changes():
    made = set(proposals("neighbour_threshold", rule=~RULE))
    assert made == {(~RULE).replace((0,), Literal(name)) for name in ("a > 1.0", "a > 10.0")}


@pytest.mark.parametrize("name", BY_NAME)
def test_bounds_are_kept(name):
    mate = Node(AND, (B, Node(OR, (C, Node(AND, (E, A))))))
    for rule in proposals(name, archive={7: mate}, max_complexity=7, max_depth=2):
        assert rule.complexity <= 7
        assert rule.depth <= 2


@pytest.mark.parametrize("name", BY_NAME)
def test_no_operator_gets_a_feature_twice(name):
    rule = Node(AND, (Literal("a > 1.0"), A, Node(OR, (B, C))))
    for proposal in proposals(name, rule=rule, archive={7: RULE}):
        for _, node in proposal.flatten():
            features = [child.feature for child in node.children if isinstance(child, Literal)]
            assert len(features) == len(set(features))
