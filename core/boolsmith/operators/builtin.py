"""The operators of the paper: And, Or, AtLeast, AtMost, Choose."""

from boolsmith.operators.counting import Operator

AND = Operator("And", lambda count, arity: count == arity, description="all of")
OR = Operator("Or", lambda count, arity: count >= 1, description="any of")
AT_LEAST = Operator(
    "AtLeast",
    lambda count, arity, k: count >= k,
    parameters=lambda arity: range(arity + 1),
    description="at least k of",
)
AT_MOST = Operator(
    "AtMost",
    lambda count, arity, k: count <= k,
    parameters=lambda arity: range(arity + 1),
    description="at most k of",
)
CHOOSE = Operator(
    "Choose",
    lambda count, arity, k: count == k,
    parameters=lambda arity: range(arity + 1),
    description="exactly k of",
)

BUILTIN = {operator.name: operator for operator in (AND, OR, AT_LEAST, AT_MOST, CHOOSE)}
