"""What an operator is, and the five operators of the paper.

An operator is data: a counting operator says which *counts* of true children it accepts, a table
operator lists the outcome for every combination of its children. Everything else (evaluation,
negation, simplification, solvers) is derived from that by the modules above this one.
"""

from boolsmith.operators.builtin import AND, AT_LEAST, AT_MOST, BUILTIN, CHOOSE, OR
from boolsmith.operators.counting import Operator
from boolsmith.operators.lookup import find_operator
from boolsmith.operators.table import AnyOperator, TableOperator

__all__ = [
    "AND",
    "AT_LEAST",
    "AT_MOST",
    "BUILTIN",
    "CHOOSE",
    "OR",
    "AnyOperator",
    "Operator",
    "TableOperator",
    "find_operator",
]
