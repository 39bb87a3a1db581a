"""The six local moves have names, and turns that a user chooses."""

import pytest
from boolsmith import BoolsmithError
from boolsmith.moves import BUILTIN, LITERAL_MOVES, OPERATOR_MOVES, turns_of_moves
from boolsmith.plugins import registry
from hypothesis import given
from hypothesis import strategies as st

NAMES = [move.name for move in BUILTIN]
weights = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 5), min_size=1)


@given(weights.filter(lambda chosen: any(chosen.values())))
def test_each_move_has_as_many_turns_as_chosen_among_those_of_its_kind(chosen):
    literal, operator = turns_of_moves(chosen)
    assert set(literal) <= set(LITERAL_MOVES)
    assert set(operator) <= set(OPERATOR_MOVES)
    for move in BUILTIN:
        assert (literal + operator).count(move.local) == chosen.get(move.name, 0)


@given(st.lists(st.sampled_from(NAMES), min_size=1))
def test_a_list_of_names_gives_each_one_turn(names):
    assert turns_of_moves(names) == turns_of_moves(dict.fromkeys(names, 1))


def test_all_six_take_part_by_default_in_the_order_of_the_paper():
    assert turns_of_moves() == turns_of_moves(NAMES) == ((0, 1, 2), (3, 4, 5))


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (["swap_litteral"], "unknown local move 'swap_litteral'; did you mean 'swap_literal'?"),
        ({"swap_literal": -1}, "'swap_literal' has -1 turns in a round: it must be a whole number"),
        ({"swap_literal": 1.5}, "has 1.5 turns"),
        ({"swap_literal": True}, "has True turns"),
        ([], "no local move takes part: name one or more of remove_literal"),
        ({"swap_literal": 0}, "no local move takes part"),
        ("swap_literal", "must be a list of names, as in ['swap_literal']"),
    ],
)
def test_a_wrong_choice_is_refused_in_one_line(chosen, message):
    with pytest.raises(BoolsmithError) as raised:
        turns_of_moves(chosen)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", NAMES)
def test_local_moves_are_registered_and_python_cannot_call_them(name):
    move = registry().moves.get(name)
    assert move.description
    with pytest.raises(BoolsmithError, match="a local move is compiled into the search"):
        move(None, None)
