"""An operator that holds where at least two thirds of its children do."""

from boolsmith import Operator, hookimpl

boolsmith_api = 1

TWO_THIRDS = Operator(
    "TwoThirds",
    lambda count, arity: 3 * count >= 2 * arity,
    description="at least two thirds of",
)


@hookimpl
def boolsmith_operators() -> list[Operator]:
    """The operators of this package."""
    return [TWO_THIRDS]
