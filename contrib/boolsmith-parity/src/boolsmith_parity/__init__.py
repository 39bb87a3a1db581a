"""Operators that ask whether the children agree, or how many of them hold by parity."""

from boolsmith import Operator, hookimpl

boolsmith_api = 2

OPERATORS = (
    Operator(
        "Xor",
        lambda count, arity: count % 2 == 1,
        description="an odd number of",
    ),
    Operator(
        "ExactlyOne",
        lambda count, arity: count == 1,
        description="exactly one of",
    ),
    Operator(
        "AllEqual",
        lambda count, arity: count in (0, arity),
        description="all or none of",
    ),
    Operator(
        "NotAllEqual",
        lambda count, arity: 0 < count < arity,
        description="some but not all of",
    ),
    Operator(
        "Majority",
        lambda count, arity: 2 * count > arity,
        description="more than half of",
    ),
)


@hookimpl
def boolsmith_operators() -> list[Operator]:
    """Return the operators of this package."""
    return list(OPERATORS)
