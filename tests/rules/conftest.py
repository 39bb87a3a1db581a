"""Operators beyond the built-in ones, as a plugin would declare them, and how to read them."""

import pytest
from boolsmith.errors import UnknownNameError
from boolsmith.operators import BUILTIN, Operator, TableOperator
from boolsmith.rules import parse

EXTRA = (
    Operator("Xor", lambda count, arity: count % 2 == 1),
    Operator("AllEqual", lambda count, arity: count in (0, arity)),
    Operator("TwoThirds", lambda count, arity: 3 * count >= 2 * arity),
    Operator("Other", lambda count, arity, k: count != k, parameters=lambda arity: range(1, arity)),
    Operator(
        "Scattered",  # masks that nothing else has, so that not every folding can be written down
        lambda count, arity, k: (count * count + k) % 5 < 2,
        parameters=lambda arity: range(1, arity, 2),
    ),
    TableOperator("Implies", arity=2, table=0b1101),
    TableOperator("IfThenElse", arity=3, table=0b11011000),
    TableOperator("Lopsided", arity=4, table=0b0110_1010_0000_1101),
)


@pytest.fixture(scope="session")
def operators():
    """All operators by name."""
    return {**BUILTIN, **{operator.name: operator for operator in EXTRA}}


@pytest.fixture(scope="session")
def find(operators):
    """What `find_operator` would be, were the extra operators registered."""

    def look_up(name):
        if name not in operators:
            raise UnknownNameError("operator", name, operators)
        return operators[name]

    return look_up


@pytest.fixture(scope="session")
def read(find):
    """`parse` with the extra operators."""
    return lambda text: parse(text, find)
