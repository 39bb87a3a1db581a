"""Operators whose children have roles, declared by their truth tables."""

from boolsmith import TableOperator, hookimpl

boolsmith_api = 2

# Bit i of a table is the outcome when child j is bit j of i, the first child the lowest bit.
#
#   Implies(a, b)         i:  ba = 11 10 01 00
IMPLIES = TableOperator(
    "Implies",
    arity=2,
    table=0b1_1_0_1,
    description="if the first then the second",
)

#   IfThenElse(a, b, c)   i: cba = 111 110 101 100 011 010 001 000
IF_THEN_ELSE = TableOperator(
    "IfThenElse",
    arity=3,
    table=0b1_1_0_1_1_0_0_0,
    description="the second where the first holds, else the third",
)


@hookimpl
def boolsmith_operators() -> list[TableOperator]:
    """Return the operators of this package."""
    return [IMPLIES, IF_THEN_ELSE]
