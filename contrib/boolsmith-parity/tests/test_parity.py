"""The operators say what their names say, for every arity that a rule is likely to have."""

import pytest
from boolsmith_parity import OPERATORS

BY_NAME = {operator.name: operator for operator in OPERATORS}
ARITIES = range(2, 12)


def counts(name, arity):
    mask = BY_NAME[name].mask(arity)
    return {count for count in range(arity + 1) if mask >> count & 1}


@pytest.mark.parametrize("arity", ARITIES)
def test_xor_accepts_odd_counts(arity):
    assert counts("Xor", arity) == set(range(1, arity + 1, 2))


@pytest.mark.parametrize("arity", ARITIES)
def test_exactly_one_accepts_one(arity):
    assert counts("ExactlyOne", arity) == {1}


@pytest.mark.parametrize("arity", ARITIES)
def test_all_equal_accepts_none_and_all(arity):
    assert counts("AllEqual", arity) == {0, arity}


@pytest.mark.parametrize("arity", ARITIES)
def test_not_all_equal_is_the_opposite_of_all_equal(arity):
    assert counts("NotAllEqual", arity) == set(range(arity + 1)) - counts("AllEqual", arity)


@pytest.mark.parametrize("arity", ARITIES)
def test_majority_needs_more_than_half(arity):
    assert counts("Majority", arity) == {c for c in range(arity + 1) if c > arity - c}
