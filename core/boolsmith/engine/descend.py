"""Iterated local search over sweeps: descend to a local optimum, kick, descend again.

Each step visits one node of the current rule. At a literal, all literals are scored at once and
the best replaces it; at an operator, all operators and parameters are, and if there is room, all
literals that could be added. When a whole round brings nothing the rule is a local optimum: it
becomes the incumbent if it is good enough, and a few random local moves kick it elsewhere.
"""

import numpy as np

from boolsmith.engine.archive import keep
from boolsmith.engine.counts import buffer, counts_in, gather, operator_words
from boolsmith.engine.derive import decided_rows, start_at_root
from boolsmith.engine.jit import DEBUG, inner, kernel
from boolsmith.engine.layout import (
    ARG,
    D_BASE_FP,
    D_BASE_TP,
    D_FEATURES,
    D_MAX_COMPLEXITY,
    D_MAX_DEPTH,
    D_MAX_INITIAL,
    D_MIN_INITIAL,
    D_OPERATORS,
    D_WORDS,
    KIND_TABLE,
    LITERAL,
    NEG,
    NOBODY,
    OP,
    P_KIND,
    ROOT,
    SIZE,
    SLOT,
)
from boolsmith.engine.moves import initial_rule, propose
from boolsmith.engine.objective import penalty, score_of
from boolsmith.engine.rng import below, uniform
from boolsmith.engine.sweep import best_literal, count_decided, sweep_literals
from boolsmith.engine.tree import (
    check_rule,
    copy_rule,
    open_gap,
    parent_of,
    set_literal,
)
from boolsmith.engine.words import ONE

# Entries of the state of a start.
ITERATION = 0  # kicks so far
STARTED = 1
CURSOR = 2
UNIMPROVED = 3
FAILURES = 4
CYCLE = 5  # and 6
NUM_ITERATIONS = 7
MAX_FAILURES = 8
WORK = 9  # sweeps so far, in words
LITERALS_SCORED = 10
ACCEPTED = 11
RESTARTS = 12
TP = 13
FP = 14
MAX_WORK = 15
PATIENCE = 16  # failures before Python is asked for a move; 0: never
LIMIT = 17  # the bound on complexity that holds at present
IMPROVEMENTS = 18
STATE_COUNT = 19

# How a start begins: from a random rule, or from the one that is given.
FROM_RANDOM = 0
RUNNING = 1
FROM_GIVEN = 2

CURRENT = 0  # entries of the floats
BEST = 1
BEST_SCORE = 2
INCUMBENT = 3
TEMPERATURE = 4
LOCAL_BEST = 5
FLOAT_COUNT = 6

FINISHED = 0
CHUNK_DONE = 1
NEEDS_MOVE = 2

CURRENT_RULE = 0
INCUMBENT_RULE = 1
BEST_RULE = 2
RULE_COUNT = 3

EPSILON = 1e-12
MOST_KICKS = np.int64(3)
RUNGS = 30  # failures at a lower bound are fewer by this factor
VISIT_COST = 2000  # what a visit costs beside its sweep, in words swept


@inner
def refresh(arena, dims, coefs, params, masks, rule, kids, state, floats, totals):
    """Evaluate the whole rule; buffer i holds the words of node i. Gives its score."""
    for i in range(rule[0, SIZE] - 1, -1, -1):
        if rule[i, OP] != LITERAL:
            rule[i, SLOT] = i
            operator_words(arena, dims, params, masks, rule, i, kids, buffer(dims, i))
    cap = dims[D_MAX_COMPLEXITY]
    up, down = buffer(dims, cap), buffer(dims, cap + 1)
    may_down = start_at_root(arena, dims, up, down)
    count_decided(arena, dims, buffer(dims, ROOT), up, down, may_down, totals)
    state[TP] = dims[D_BASE_TP] + totals[0]
    state[FP] = dims[D_BASE_FP] + totals[1]
    score = score_of(dims, coefs, state[TP], state[FP])
    floats[CURRENT] = score - penalty(coefs, rule[0, SIZE])
    return score


@inner
def visit_literal(arena, transposed, dims, coefs, params, masks, rule, i, kids, state, floats,
                  gains, totals, found, rng):  # fmt: skip
    """Replace literal i by the best one there is; gives whether that improved the rule."""
    cap = dims[D_MAX_COMPLEXITY]
    up, down = buffer(dims, cap), buffer(dims, cap + 1)
    may_down = decided_rows(
        arena, dims, params, masks, rule, i, up, down,
        buffer(dims, cap + 2), buffer(dims, cap + 3), kids,
    )  # fmt: skip
    sweep_literals(arena, transposed, dims, up, down, may_down, gains, totals)
    features = dims[D_FEATURES]
    feature = rule[i, ARG]
    own_p, own_n = gains[feature], gains[features + feature]
    if rule[i, NEG]:
        own_p, own_n = totals[0] - own_p, totals[1] - own_n
    best = best_literal(
        dims, coefs, rule, parent_of(rule, i), i, gains, totals,
        state[TP] - own_p, state[FP] - own_n, below(rng, features), found,
    )  # fmt: skip
    if best - penalty(coefs, rule[0, SIZE]) <= floats[CURRENT] + EPSILON:
        return False
    set_literal(rule, i, found[0], found[1])
    return True


@inner
def histogram(arena, dims, kids, n, up, down, may_down, shown, hist, totals):
    """How many decided rows have each count of true children: hist[count] for both classes."""
    for count in range(n + 1):
        counts_in(arena, dims, kids, n, ONE << np.uint64(count), shown)
        count_decided(arena, dims, shown, up, down, may_down, totals)
        hist[count, 0] = totals[0]
        hist[count, 1] = totals[1]


@inner
def visit_operator(arena, transposed, dims, coefs, params, masks, ranges, rule, i, kids, state,
                   floats, gains, totals, found, hist, rng):  # fmt: skip
    """Give operator i the best operator and parameter, and the best further literal."""
    cap = dims[D_MAX_COMPLEXITY]
    up, down = buffer(dims, cap), buffer(dims, cap + 1)
    may_down = decided_rows(
        arena, dims, params, masks, rule, i, up, down,
        buffer(dims, cap + 2), buffer(dims, cap + 3), kids,
    )  # fmt: skip
    count_decided(arena, dims, buffer(dims, i), up, down, may_down, totals)
    tp, fp = state[TP] - totals[0], state[FP] - totals[1]
    n = gather(rule, i, dims, kids)
    histogram(arena, dims, kids, n, up, down, may_down, buffer(dims, cap + 4), hist, totals)
    best = floats[CURRENT] + EPSILON
    best_row, best_operator = -1, -1
    size = rule[0, SIZE]
    for operator in range(dims[D_OPERATORS]):
        for row in range(ranges[operator, n, 0], ranges[operator, n, 1]):
            if params[row, P_KIND] == KIND_TABLE:
                continue
            gain_p, gain_n = 0, 0
            for count in range(n + 1):
                if (masks[row] >> np.uint64(count)) & ONE:
                    gain_p += hist[count, 0]
                    gain_n += hist[count, 1]
            objective = score_of(dims, coefs, tp + gain_p, fp + gain_n) - penalty(coefs, size)
            if objective > best:
                best, best_row, best_operator = objective, row, operator
    if best_row >= 0:
        rule[i, OP] = best_operator
        rule[i, ARG] = best_row
        rule[i, NEG] = 0
        return True
    if size < cap and n + 1 < ranges.shape[1]:
        return grow(
            arena, transposed, dims, coefs, params, masks, ranges, rule, i, kids, n, state, floats,
            gains, totals, found, hist, rng, up, down, may_down, tp, fp,
        )  # fmt: skip
    return False


@inner
def grow(arena, transposed, dims, coefs, params, masks, ranges, rule, i, kids, n, state, floats,
         gains, totals, found, hist, rng, up, down, may_down, tp, fp):  # fmt: skip
    """Add the best literal to operator i, with whatever operator suits it best."""
    cap = dims[D_MAX_COMPLEXITY]
    features = dims[D_FEATURES]
    width = 2 * features
    shown, some_up, some_down = buffer(dims, cap + 4), buffer(dims, cap + 2), buffer(dims, cap + 3)
    words = np.uint64(dims[D_WORDS])
    each = hist  # what it held is no longer needed
    for count in range(n + 1):
        counts_in(arena, dims, kids, n, ONE << np.uint64(count), shown)
        for w in range(words):
            arena[some_up + w] = arena[up + w] & arena[shown + w]
        if may_down:
            for w in range(words):
                arena[some_down + w] = arena[down + w] & arena[shown + w]
        sweep_literals(
            arena, transposed, dims, some_up, some_down, may_down,
            gains[(count + 1) * width :], totals,
        )  # fmt: skip
        each[count, 0], each[count, 1] = totals[0], totals[1]
    best = floats[CURRENT] + EPSILON
    best_row, best_operator, best_feature, best_negated = -1, -1, NOBODY, np.int64(0)
    first = below(rng, features)
    cost = penalty(coefs, rule[0, SIZE] + 1)
    for operator in range(dims[D_OPERATORS]):
        for row in range(ranges[operator, n + 1, 0], ranges[operator, n + 1, 1]):
            if params[row, P_KIND] == KIND_TABLE:
                continue
            mask = masks[row]
            base_p, base_n = tp, fp
            for f in range(width):
                gains[f] = 0
            totals[0], totals[1] = 0, 0
            for count in range(n + 1):
                here = (mask >> np.uint64(count)) & ONE
                after = (mask >> np.uint64(count + 1)) & ONE
                if here:
                    base_p += each[count, 0]
                    base_n += each[count, 1]
                if here != after:
                    sign = 1 if after else -1
                    totals[0] += sign * each[count, 0]
                    totals[1] += sign * each[count, 1]
                    start = (count + 1) * width
                    for f in range(width):
                        gains[f] += sign * gains[start + f]
            score = best_literal(
                dims, coefs, rule, i, NOBODY, gains, totals, base_p, base_n, first, found
            )
            if score - cost > best:
                best = score - cost
                best_row, best_operator = row, operator
                best_feature, best_negated = found[0], found[1]
    if best_row < 0:
        return False
    rule[i, OP] = best_operator
    rule[i, ARG] = best_row
    rule[i, NEG] = 0
    end = i + rule[i, SIZE]
    open_gap(rule, i, end)
    set_literal(rule, end, best_feature, best_negated)
    return True


@inner
def kick(rule, state, dims, params, ranges, rng):
    """A few random local moves."""
    for _ in range(1 + below(rng, MOST_KICKS)):
        propose(rule, state[CYCLE : CYCLE + 2], dims, params, ranges, rng)


@inner
def set_limit(state, dims, all_dims, limit):
    """Bound the complexity of what comes next."""
    state[LIMIT] = limit
    dims[D_MAX_COMPLEXITY] = limit
    dims[D_MAX_INITIAL] = min(all_dims[D_MAX_INITIAL], limit - 1)


@inner
def record(state, floats, best_score, current, best, history):
    """Note a new best rule of this start, and when it came."""
    floats[BEST] = floats[CURRENT]
    floats[BEST_SCORE] = best_score
    copy_rule(current, best)
    row = min(state[IMPROVEMENTS], history.shape[0] - 1)
    history[row, 0] = state[ITERATION]
    history[row, 1] = floats[BEST]
    state[IMPROVEMENTS] = row + 1


@inner
def settle(state, floats, current, incumbent, rng):
    """Decide whether a local optimum becomes the incumbent; otherwise return to the old one."""
    if floats[CURRENT] > floats[LOCAL_BEST] + EPSILON:
        floats[LOCAL_BEST] = floats[CURRENT]
        state[FAILURES] = 0
    else:
        state[FAILURES] += 1
    difference = floats[CURRENT] - floats[INCUMBENT]
    if difference >= 0 or uniform(rng) < np.exp(difference / floats[TEMPERATURE]):
        floats[INCUMBENT] = floats[CURRENT]
        copy_rule(current, incumbent)
        state[ACCEPTED] += 1
    else:
        copy_rule(incumbent, current)


@kernel
def descend(arena, transposed, all_dims, coefs, params, masks, ranges, state, floats, rng, rules,
            archive, scores, history, chunk):  # fmt: skip
    """Run until `chunk` words have been swept; gives why it stopped."""
    kids = np.empty(2 * 64, dtype=np.uint64)
    dims = all_dims.copy()
    cap = dims[D_MAX_COMPLEXITY]
    lowest = dims[D_MIN_INITIAL] + 1  # below it no operator takes so few children
    gains = np.empty((cap + 4) * 2 * dims[D_FEATURES], dtype=np.int64)
    totals = np.empty(2, dtype=np.int64)
    found = np.empty(4, dtype=np.int64)
    hist = np.empty((cap + 2, 2), dtype=np.int64)
    current, incumbent, best = rules[CURRENT_RULE], rules[INCUMBENT_RULE], rules[BEST_RULE]
    stop = min(state[WORK] + chunk, state[MAX_WORK])
    cost = dims[D_FEATURES] * dims[D_WORDS] + VISIT_COST
    if state[STARTED] == RUNNING:
        set_limit(state, dims, all_dims, state[LIMIT])
        score = refresh(arena, dims, coefs, params, masks, current, kids, state, floats, totals)
        keep(current, score, archive, scores)  # it may come from Python
    while state[WORK] < stop:
        if state[STARTED] != RUNNING:
            random = state[STARTED] == FROM_RANDOM
            set_limit(state, dims, all_dims, min(lowest, cap) if random else cap)
            if random:
                initial_rule(current, dims, ranges, rng)
            score = refresh(arena, dims, coefs, params, masks, current, kids, state, floats, totals)
            keep(current, score, archive, scores)
            state[STARTED] = RUNNING
            state[UNIMPROVED] = 0
            state[FAILURES] = 0
            state[CURSOR] = 0
            floats[INCUMBENT] = -np.inf
            floats[LOCAL_BEST] = -np.inf
        if state[UNIMPROVED] < current[0, SIZE]:
            i = state[CURSOR] % current[0, SIZE]
            state[CURSOR] = i + 1
            state[WORK] += cost
            state[LITERALS_SCORED] += 2 * dims[D_FEATURES]
            if current[i, OP] == LITERAL:
                improved = visit_literal(
                    arena, transposed, dims, coefs, params, masks, current, i, kids, state, floats,
                    gains, totals, found, rng,
                )  # fmt: skip
            else:
                improved = visit_operator(
                    arena, transposed, dims, coefs, params, masks, ranges, current, i, kids, state,
                    floats, gains, totals, found, hist, rng,
                )  # fmt: skip
            state[UNIMPROVED] += 1
            if improved:
                before = floats[CURRENT]
                score = refresh(
                    arena, dims, coefs, params, masks, current, kids, state, floats, totals
                )
                keep(current, score, archive, scores)
                state[UNIMPROVED] = 0
                if floats[CURRENT] > floats[BEST]:
                    record(state, floats, score, current, best, history)
                if DEBUG and floats[CURRENT] <= before:
                    raise AssertionError("an improvement is none")
            if (
                DEBUG
                and check_rule(
                    current, dims, params, ranges, dims[D_MAX_COMPLEXITY], dims[D_MAX_DEPTH]
                )
                != 0
            ):
                raise AssertionError("the rule is not valid")
            continue
        # A local optimum.
        score = score_of(dims, coefs, state[TP], state[FP])
        if floats[CURRENT] > floats[BEST]:
            record(state, floats, score, current, best, history)
        settle(state, floats, current, incumbent, rng)
        state[ITERATION] += 1
        if state[ITERATION] >= state[NUM_ITERATIONS]:
            return FINISHED
        # A restart climbs from small rules to the bound asked for, which gets most of the time: so
        # one run finds good rules of every complexity.
        climbing = state[LIMIT] < cap
        failed = state[FAILURES] >= state[MAX_FAILURES] // (RUNGS if climbing else 1)
        if failed and not climbing:
            state[STARTED] = FROM_RANDOM
            state[RESTARTS] += 1
            continue
        asked = False
        if failed:
            set_limit(state, dims, all_dims, state[LIMIT] + 1)
            state[FAILURES] = 0
        else:
            asked = state[PATIENCE] > 0 and (state[FAILURES] + 1) % state[PATIENCE] == 0
            if not asked:
                kick(current, state, dims, params, ranges, rng)
        score = refresh(arena, dims, coefs, params, masks, current, kids, state, floats, totals)
        keep(current, score, archive, scores)
        state[UNIMPROVED] = 0
        state[CURSOR] = below(rng, current[0, SIZE])
        if asked:
            return NEEDS_MOVE
    return CHUNK_DONE if state[WORK] < state[MAX_WORK] else FINISHED
