import pytest
from boolsmith.errors import BoolsmithError
from boolsmith.operators import (
    AND,
    AT_LEAST,
    AT_MOST,
    BUILTIN,
    CHOOSE,
    OR,
    Operator,
    TableOperator,
    find_operator,
)


@pytest.mark.parametrize("arity", [2, 3, 6])
def test_masks_hold_the_accepted_counts(arity):
    counts = range(arity + 1)
    assert AND.mask(arity) == 1 << arity
    assert OR.mask(arity) == sum(1 << c for c in counts if c >= 1)
    for k in counts:
        assert AT_LEAST.mask(arity, k) == sum(1 << c for c in counts if c >= k)
        assert AT_MOST.mask(arity, k) == sum(1 << c for c in counts if c <= k)
        assert CHOOSE.mask(arity, k) == 1 << k


def test_built_in_operators_are_found_by_name():
    assert set(BUILTIN) == {"And", "Or", "AtLeast", "AtMost", "Choose"}
    assert all(find_operator(name) is operator for name, operator in BUILTIN.items())


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: AND.mask(1), "And does not take 1 child"),
        (lambda: AND.mask(2, 1), "And of 2 children takes no parameter, got 1"),
        (lambda: AT_LEAST.mask(2), "takes a parameter from 0 to 2, got none"),
        (lambda: AT_LEAST.mask(2, 3), "AtLeast of 2 children takes a parameter from 0 to 2, got 3"),
        (lambda: Operator("AtLeast2", bool), "ends in a digit"),
        (lambda: Operator("At Least", bool), "is not an identifier"),
        (lambda: TableOperator("Long", arity=7, table=0), "arity 7 of a truth table is not 2 to 6"),
        (lambda: TableOperator("Wide", arity=2, table=16), "does not fit in 2**2 bits"),
    ],
)
def test_wrong_operators_and_parameters_are_refused(make, message):
    with pytest.raises(BoolsmithError) as caught:
        make()
    assert message in str(caught.value)


def test_two_operators_of_one_name_keep_their_own_masks():
    odd = Operator("Mine", lambda count, arity: count % 2 == 1)
    even = Operator("Mine", lambda count, arity: count % 2 == 0)
    assert odd.mask(3) == 0b1010
    assert even.mask(3) == 0b0101


def test_a_table_lists_the_outcome_of_every_combination():
    implies = TableOperator("Implies", arity=2, table=0b1101)
    outcomes = {(a, b): implies.outcome((a, b)) for a in (False, True) for b in (False, True)}
    assert outcomes == {(a, b): (not a) or b for a, b in outcomes}
