"""What kernels work on: arrays, and records of numbers, held together by a few named tuples.

Nothing here is an object to the kernels: a record is a place in memory that has named fields.
`problem.py` builds a `FlatProblem` from Python objects; each strategy builds its `FlatStart`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

# A rule is an array of nodes in preorder: a node is followed by its children, each whole.
OP = 0  # index of the operator; -1 for a literal
ARG = 1  # literal: index of the feature; operator: index of its row in the parameter table
NEG = 2  # 1 if negated
SIZE = 3  # number of nodes in the subtree, this one included
SLOT = 4  # operator: which buffer of words holds its value; -1 if it must be evaluated
NODE_FIELDS = 5
LITERAL = -1
ROOT = np.int64(0)  # typed, or numba compiles a function again for a literal argument
NOBODY = np.int64(-1)
PAIR = np.int64(2)

# The parameter table has a row for each (operator, arity, parameter) that may occur.
P_K = 0  # the parameter as the user writes it; -1 if the operator has none
P_KIND = 1  # how to evaluate it: one of the kinds below
P_FIRST = 2  # first and second count at which the outcome changes, counting up from 0
P_SECOND = 3
P_FLIP = 4  # 1 if the outcome for no true child is true
PARAMETER_FIELDS = 5

KIND_CONSTANT = 0
KIND_ALL = 1  # changes only when the last child turns true: And
KIND_ANY = 2  # changes only when the first child turns true: Or
KIND_INTERVAL = 3  # changes once or twice: AtLeast, AtMost, Choose
KIND_COUNTS = 4  # changes more often: Xor, AllEqual
KIND_TABLE = 5  # ordered operator with a truth table

BLOCK = 1024  # words evaluated at a time, so that intermediate values stay in the nearest cache
MAX_PLANES = 6  # bit planes of a counter: up to 63 children
MAX_ARITY = 63

# The numbers of a problem, of which every worker has a record of its own.
NUMBERS = np.dtype(
    [
        ("features", np.int64),
        ("words", np.int64),
        ("positive_words", np.int64),
        ("planes", np.int64),  # number of weight planes; 0: every row counts one
        ("slot_base", np.int64),  # where the buffers of this worker begin in the arena
        ("num_slots", np.int64),
        ("scratch", np.int64),  # where its scratch words begin
        ("plane_base", np.int64),  # where the weight planes begin in the arena
        ("care_base", np.int64),  # rows that the rule decides (the base rule decides the others)
        ("base_base", np.int64),  # outcome of the base rule where this rule is false
        ("has_base", np.int64),
        ("base_tp", np.int64),  # what the base rule predicts true there, in units of weight
        ("base_fp", np.int64),
        ("max_complexity", np.int64),  # the bound that holds at present
        ("max_depth", np.int64),
        ("operators", np.int64),
        ("min_initial", np.int64),  # fewest and most literals of an initial rule
        ("max_initial", np.int64),
        ("negate", np.int64),  # whether moves may negate operators
        ("affine", np.int64),  # whether score = constant + tp * positive + fp * negative
        ("constant", np.float64),
        ("positive", np.float64),
        ("negative", np.float64),
        ("metric", np.int64),  # the address of a metric that is not affine
        ("total_positive", np.float64),
        ("total_negative", np.float64),
        ("unit", np.float64),
        ("regularization", np.float64),
        ("acceptance", np.int64),  # the address of an acceptance; 0: Metropolis
        ("takes_better", np.int64),  # whether it takes all that is not worse
    ]
)


class Operators(NamedTuple):
    """The operators of a problem, a row for each (operator, arity, parameter)."""

    params: Any  # int64[rows, 5]: the parameter table
    masks: Any  # uint64[rows]: accepted counts, or a truth table


class FlatProblem(NamedTuple):
    """A problem as kernels take it."""

    arena: Any  # uint64[...]: all words, of columns, weights and buffers
    transposed: Any  # uint64[...]: columns again, all features of a word together
    numbers: Any  # a record of NUMBERS
    operators: Operators
    ranges: Any  # int64[operators, arities, 2]: first row of the table, and row after the last
    literal_moves: Any  # int64[...]: the local moves of literals, in turn
    operator_moves: Any  # int64[...]: those of operators


class FlatStart(NamedTuple):
    """A start as kernels take it, and leave it for the next chunk."""

    state: Any  # a record of the kernel's STATE
    rng: Any  # uint64[4]
    rules: Any  # int64[4, nodes, 5]
    archive: Any  # int64[complexities, nodes, 5]: the best rule of each complexity
    scores: Any  # float64[complexities]
    trace: Any  # float64[stretches, 2 or 3]
    temperatures: Any  # float64[...]


def new_record(fields: np.dtype[Any]) -> Any:
    """Return a record of zeros with the given fields, readable and writable as attributes."""
    return np.zeros(1, fields).view(np.recarray)[0]
