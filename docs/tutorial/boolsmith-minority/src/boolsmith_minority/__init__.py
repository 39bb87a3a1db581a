"""An operator that holds where fewer than half of its children do."""

from boolsmith import Operator, hookimpl

boolsmith_api = 2

MINORITY = Operator(
    "Minority",
    lambda count, arity: 2 * count < arity,
    description="fewer than half of",
)


@hookimpl
def boolsmith_operators() -> list[Operator]:
    """Return the operators of this package."""
    return [MINORITY]
