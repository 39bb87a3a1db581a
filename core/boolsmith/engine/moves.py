"""The six local moves of the paper and its initial rules.

A move changes the given rule in place and says whether it was valid; an invalid one leaves the
rule untouched. Operators whose value changes are marked for evaluation.
"""

from boolsmith.engine.jit import spliced
from boolsmith.engine.layout import ARG, LITERAL, NEG, NOBODY, OP, P_K, PAIR, ROOT, SIZE, SLOT
from boolsmith.engine.rng import below, coin
from boolsmith.engine.tree import (
    arity_of,
    cut,
    depth_above,
    fitting_parameter,
    has_feature,
    open_gap,
    parent_of,
    set_literal,
    touch,
)

# The types of local moves, in the order of `boolsmith.moves.BUILTIN`.
REMOVE_LITERAL, EXPAND_LITERAL, SWAP_LITERAL, REMOVE_OPERATOR, ADD_LITERAL, SWAP_OPERATOR = range(6)
NO_MOVE = -1
MOST_DRAWS = 10_000  # after so many invalid ones, no valid move is looked for any longer


@spliced
def random_operator(problem, rule, i, arity, rng):
    """Give node i a random operator and parameter; return False if it takes no `arity` children."""
    operator = below(rng, problem.numbers.operators)
    start = problem.ranges[operator, arity, 0]
    stop = problem.ranges[operator, arity, 1]
    if start == stop:
        return False
    rule[i, OP] = operator
    rule[i, ARG] = start + below(rng, stop - start)
    rule[i, NEG] = coin(rng) if problem.numbers.negate else 0
    return True


@spliced
def initial_rule(problem, rule, rng):
    """Write a random rule of depth one: literals of different features under an operator."""
    numbers = problem.numbers
    least = numbers.min_initial
    span = min(numbers.max_initial, numbers.max_complexity - 1) - least + 1
    count = least + below(rng, span)
    rule[0, SIZE] = count + 1
    rule[0, SLOT] = -1
    while not random_operator(problem, rule, ROOT, count, rng):
        count = least + below(rng, span)
        rule[0, SIZE] = count + 1
    for i in range(1, count + 1):
        set_literal(rule, i, NOBODY, ROOT)
    for i in range(1, count + 1):
        feature = below(rng, numbers.features)
        while has_feature(rule, ROOT, feature, i):
            feature = below(rng, numbers.features)
        set_literal(rule, i, feature, coin(rng))


@spliced
def refit(problem, rule, i, arity):
    """Adjust the parameter of operator i down to one that is valid for `arity` children."""
    k = problem.operators.params[rule[i, ARG], P_K]
    row = fitting_parameter(problem, rule[i, OP], arity, k)
    if row < 0:
        return False
    rule[i, ARG] = row
    return True


@spliced
def remove_literal(problem, rule, i):
    """Remove a literal, if at least two children remain beside it."""
    parent = parent_of(rule, i)
    arity = arity_of(rule, parent)
    if arity < 3 or not refit(problem, rule, parent, arity - 1):
        return False
    touch(rule, i)
    cut(rule, i)
    return True


@spliced
def expand_literal(problem, rule, i, rng):
    """Put a new operator in the place of a literal, over it and a sibling literal."""
    numbers, ranges = problem.numbers, problem.ranges
    parent = parent_of(rule, i)
    arity = arity_of(rule, parent)
    if arity < 3 or rule[0, SIZE] >= numbers.max_complexity:
        return False
    if depth_above(rule, i) + 1 > numbers.max_depth:
        return False
    siblings = 0
    j = parent + 1
    while j < parent + rule[parent, SIZE]:
        siblings += rule[j, OP] == LITERAL and j != i
        j += rule[j, SIZE]
    if (
        siblings == 0
        or ranges[rule[parent, OP], arity - 1, 0] == ranges[rule[parent, OP], arity - 1, 1]
    ):
        return False
    pick = below(rng, siblings)
    j = parent + 1
    while True:
        if rule[j, OP] == LITERAL and j != i:
            if pick == 0:
                break
            pick -= 1
        j += rule[j, SIZE]
    feature, negated = rule[j, ARG], rule[j, NEG]
    own_feature, own_negated = rule[i, ARG], rule[i, NEG]
    if not random_operator(problem, rule, i, PAIR, rng):
        return False
    refit(problem, rule, parent, arity - 1)
    touch(rule, i)
    _move_below(rule, i, j, own_feature, own_negated, feature, negated)
    return True


@spliced
def _move_below(rule, i, j, own_feature, own_negated, feature, negated):
    """Turn node i, now an operator, into the parent of its old literal and of literal j."""
    cut(rule, j)
    if j < i:
        i -= 1
    open_gap(rule, i, i + 1)
    set_literal(rule, i + 1, own_feature, own_negated)
    open_gap(rule, i, i + 2)
    set_literal(rule, i + 2, feature, negated)


@spliced
def swap_literal(problem, rule, i, rng):
    """Replace a literal by its negation or by one whose feature its siblings do not read."""
    feature = below(rng, problem.numbers.features)
    negated = coin(rng)
    if feature == rule[i, ARG]:
        if negated == rule[i, NEG]:
            return False
    elif has_feature(rule, parent_of(rule, i), feature, i):
        return False
    touch(rule, i)
    set_literal(rule, i, feature, negated)
    return True


@spliced
def remove_operator(problem, rule, i):
    """Remove an operator with all below it, if it is not the root and two siblings remain."""
    return i != ROOT and remove_literal(problem, rule, i)


@spliced
def add_literal(problem, rule, i, rng):
    """Add a random literal to an operator that does not read its feature yet."""
    if rule[0, SIZE] >= problem.numbers.max_complexity:
        return False
    feature = below(rng, problem.numbers.features)
    negated = coin(rng)
    if has_feature(rule, i, feature, NOBODY):
        return False
    arity = arity_of(rule, i) + 1
    if arity >= problem.ranges.shape[1] or not refit(problem, rule, i, arity):
        return False
    touch(rule, i)
    end = i + rule[i, SIZE]
    open_gap(rule, i, end)
    set_literal(rule, end, feature, negated)
    return True


@spliced
def swap_operator(problem, rule, i, rng):
    """Give an operator node another random operator, or another parameter."""
    operator, argument, negated = rule[i, OP], rule[i, ARG], rule[i, NEG]
    if not random_operator(problem, rule, i, arity_of(rule, i), rng):
        return False
    if rule[i, OP] == operator and rule[i, ARG] == argument and rule[i, NEG] == negated:
        return False
    touch(rule, i)
    return True


@spliced
def random_move(problem, rule, move, target, rng):
    """Change the rule at the target by a random move of a type; return whether it was valid."""
    if move == REMOVE_LITERAL:
        return remove_literal(problem, rule, target)
    if move == EXPAND_LITERAL:
        return expand_literal(problem, rule, target, rng)
    if move == SWAP_LITERAL:
        return swap_literal(problem, rule, target, rng)
    if move == REMOVE_OPERATOR:
        return remove_operator(problem, rule, target)
    if move == ADD_LITERAL:
        return add_literal(problem, rule, target, rng)
    return move == SWAP_OPERATOR and swap_operator(problem, rule, target, rng)


@spliced
def propose_local_move(problem, state, rule, rng):
    """Change the rule by a random valid local move; return how many draws it took.

    Move types take turns, those of literals and of operators each for themselves. If many draws
    bring no valid move, the rule stays as it is, marked for evaluation.
    """
    for draw in range(MOST_DRAWS):
        target = below(rng, rule[0, SIZE])
        if rule[target, OP] == LITERAL:
            turn, moves = state.literal_turn, problem.literal_moves
            state.literal_turn = turn + 1 if turn + 1 < len(moves) else 0
        else:
            turn, moves = state.operator_turn, problem.operator_moves
            state.operator_turn = turn + 1 if turn + 1 < len(moves) else 0
        move = moves[turn] if len(moves) > 0 else NO_MOVE
        if random_move(problem, rule, move, target, rng):
            return draw + 1
    touch(rule, ROOT)
    return MOST_DRAWS
