"""The six local moves of the paper and its initial rules.

A move changes the given rule in place and says whether it was valid; an invalid one leaves the
rule untouched. Operators whose value changes are marked for evaluation.
"""

from boolsmith.engine.jit import spliced
from boolsmith.engine.layout import (
    ARG,
    D_FEATURES,
    D_MAX_COMPLEXITY,
    D_MAX_DEPTH,
    D_MAX_INITIAL,
    D_MIN_INITIAL,
    D_NEGATE,
    D_OPERATORS,
    LITERAL,
    NEG,
    NOBODY,
    OP,
    P_K,
    PAIR,
    ROOT,
    SIZE,
    SLOT,
)
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


@spliced
def random_operator(rule, i, arity, dims, ranges, rng):
    """Give node i a random operator and parameter for `arity` children; False if it takes none."""
    operator = below(rng, dims[D_OPERATORS])
    start = ranges[operator, arity, 0]
    stop = ranges[operator, arity, 1]
    if start == stop:
        return False
    rule[i, OP] = operator
    rule[i, ARG] = start + below(rng, stop - start)
    rule[i, NEG] = coin(rng) if dims[D_NEGATE] else 0
    return True


@spliced
def initial_rule(rule, dims, ranges, rng):
    """A random rule of depth one: some literals of different features under an operator."""
    span = dims[D_MAX_INITIAL] - dims[D_MIN_INITIAL] + 1
    count = dims[D_MIN_INITIAL] + below(rng, span)
    rule[0, SIZE] = count + 1
    rule[0, SLOT] = -1
    while not random_operator(rule, ROOT, count, dims, ranges, rng):
        count = dims[D_MIN_INITIAL] + below(rng, span)
        rule[0, SIZE] = count + 1
    for i in range(1, count + 1):
        set_literal(rule, i, NOBODY, ROOT)
    for i in range(1, count + 1):
        feature = below(rng, dims[D_FEATURES])
        while has_feature(rule, ROOT, feature, i):
            feature = below(rng, dims[D_FEATURES])
        set_literal(rule, i, feature, coin(rng))


@spliced
def refit(rule, i, arity, params, ranges):
    """Adjust the parameter of operator i down to one that is valid for `arity` children."""
    row = fitting_parameter(params, ranges, rule[i, OP], arity, params[rule[i, ARG], P_K])
    if row < 0:
        return False
    rule[i, ARG] = row
    return True


@spliced
def remove_literal(rule, i, params, ranges):
    """Remove a literal, if at least two children remain beside it."""
    parent = parent_of(rule, i)
    arity = arity_of(rule, parent)
    if arity < 3 or not refit(rule, parent, arity - 1, params, ranges):
        return False
    touch(rule, i)
    cut(rule, i)
    return True


@spliced
def expand_literal(rule, i, dims, params, ranges, rng):
    """Put a new operator in the place of a literal, over it and a sibling literal."""
    parent = parent_of(rule, i)
    arity = arity_of(rule, parent)
    if arity < 3 or rule[0, SIZE] >= dims[D_MAX_COMPLEXITY]:
        return False
    if depth_above(rule, i) + 1 > dims[D_MAX_DEPTH]:
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
    if not random_operator(rule, i, PAIR, dims, ranges, rng):
        return False
    refit(rule, parent, arity - 1, params, ranges)
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
def swap_literal(rule, i, dims, rng):
    """Replace a literal by its negation or by one whose feature its siblings do not read."""
    feature = below(rng, dims[D_FEATURES])
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
def remove_operator(rule, i, params, ranges):
    """Remove an operator with all below it, if it is not the root and two siblings remain."""
    if i == 0:
        return False
    return remove_literal(rule, i, params, ranges)


@spliced
def add_literal(rule, i, dims, params, ranges, rng):
    """Add a random literal to an operator that does not read its feature yet."""
    if rule[0, SIZE] >= dims[D_MAX_COMPLEXITY]:
        return False
    feature = below(rng, dims[D_FEATURES])
    negated = coin(rng)
    if has_feature(rule, i, feature, NOBODY):
        return False
    arity = arity_of(rule, i) + 1
    if arity >= ranges.shape[1] or not refit(rule, i, arity, params, ranges):
        return False
    touch(rule, i)
    end = i + rule[i, SIZE]
    open_gap(rule, i, end)
    set_literal(rule, end, feature, negated)
    return True


@spliced
def swap_operator(rule, i, dims, ranges, rng):
    """Give an operator node another random operator, or another parameter."""
    operator, argument, negated = rule[i, OP], rule[i, ARG], rule[i, NEG]
    if not random_operator(rule, i, arity_of(rule, i), dims, ranges, rng):
        return False
    if rule[i, OP] == operator and rule[i, ARG] == argument and rule[i, NEG] == negated:
        return False
    touch(rule, i)
    return True


@spliced
def propose(rule, cycles, dims, params, ranges, rng):
    """Change the rule by a random valid local move; gives how many draws it took.

    Move types cycle, literals and operators each for themselves; invalid draws are repeated.
    """
    draws = 0
    while True:
        draws += 1
        i = below(rng, rule[0, SIZE])
        if rule[i, OP] == LITERAL:
            kind = cycles[0]
            cycles[0] = 0 if kind == 2 else kind + 1
            if kind == 0:
                done = remove_literal(rule, i, params, ranges)
            elif kind == 1:
                done = expand_literal(rule, i, dims, params, ranges, rng)
            else:
                done = swap_literal(rule, i, dims, rng)
        else:
            kind = cycles[1]
            cycles[1] = 0 if kind == 2 else kind + 1
            if kind == 0:
                done = remove_operator(rule, i, params, ranges)
            elif kind == 1:
                done = add_literal(rule, i, dims, params, ranges, rng)
            else:
                done = swap_operator(rule, i, dims, ranges, rng)
        if done:
            return draws
