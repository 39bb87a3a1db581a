"""Where things stand in the flat arrays that kernels work on.

Everything a kernel touches is an array of numbers: no objects, no interpreter. These are the
names of the columns and entries. `problem.py` builds the arrays from Python objects.
"""

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

# The sizes of a problem.
D_FEATURES = 0
D_WORDS = 1
D_POSITIVE_WORDS = 2
D_PLANES = 3  # number of weight planes; 0: every row counts one
D_SLOT_BASE = 4  # where the buffers of this worker begin in the arena
D_NUM_SLOTS = 5
D_SCRATCH = 6  # where its scratch words begin
D_PLANE_BASE = 7  # where the weight planes begin in the arena
D_CARE_BASE = 8  # rows that the rule decides (the others are decided by the base rule)
D_BASE_BASE = 9  # outcome of the base rule where this rule is false
D_HAS_BASE = 10
D_MAX_COMPLEXITY = 11
D_MAX_DEPTH = 12
D_OPERATORS = 13
D_AFFINE = 14
D_METRIC = 15  # address of the compiled metric
D_MIN_INITIAL = 16  # fewest and most literals of an initial rule
D_MAX_INITIAL = 17
D_NEGATE = 18  # whether moves may negate operators
D_BASE_TP = 19  # what the base rule predicts true where this rule is false, in units
D_BASE_FP = 20
D_COUNT = 21

# The numbers of an objective.
C_CONSTANT = 0  # score = constant + tp * positive + fp * negative, for an affine metric
C_POSITIVE = 1
C_NEGATIVE = 2
C_TOTAL_POSITIVE = 3
C_TOTAL_NEGATIVE = 4
C_UNIT = 5
C_LAMBDA = 6
C_COUNT = 7

BLOCK = 1024  # words evaluated at a time, so that intermediate values stay in the nearest cache
MAX_PLANES = 6  # bit planes of a counter: up to 63 children
MAX_ARITY = 63
