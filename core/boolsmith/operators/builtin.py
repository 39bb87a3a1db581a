"""The operators of the paper: And, Or, AtLeast, AtMost, Choose."""

from collections.abc import Callable

from boolsmith.operators.counting import Operator


def _counted(name: str, accepts: Callable[[int, int, int], bool], description: str) -> Operator:
    def parameters(arity: int) -> range:
        return range(arity + 1)

    return Operator(name, accepts, parameters=parameters, description=description)


AND = Operator("And", lambda count, arity: count == arity, description="all of")
OR = Operator("Or", lambda count, arity: count >= 1, description="any of")
AT_LEAST = _counted("AtLeast", lambda count, arity, k: count >= k, "at least k of")
AT_MOST = _counted("AtMost", lambda count, arity, k: count <= k, "at most k of")
CHOOSE = _counted("Choose", lambda count, arity, k: count == k, "exactly k of")

BUILTIN = {operator.name: operator for operator in (AND, OR, AT_LEAST, AT_MOST, CHOOSE)}
