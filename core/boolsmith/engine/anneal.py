"""The paper's solver as one kernel: random local moves, accepted by the Metropolis criterion.

The kernel runs until its start is finished, its chunk is used up or Python is needed, and goes on
from the state it left. What it does never depends on where the chunks end.
"""

import numpy as np

from boolsmith.engine.archive import keep
from boolsmith.engine.evaluate import STEP_FIELDS, evaluate_steps, free_slots, plan
from boolsmith.engine.jit import DEBUG, kernel
from boolsmith.engine.layout import D_MAX_COMPLEXITY, D_MAX_DEPTH, D_NUM_SLOTS, SIZE, SLOT
from boolsmith.engine.moves import initial_rule, propose
from boolsmith.engine.objective import penalty, score_of
from boolsmith.engine.rng import luck
from boolsmith.engine.tree import check_rule, copy_rule

# Entries of the state of a start.
ITERATION = 0
SINCE_IMPROVEMENT = 1
CYCLE = 2  # and 3: which move type is next, for literals and for operators
ACCEPTED = 4
DRAWS = 5
NUM_ITERATIONS = 6
BURN_IN = 7
PATIENCE = 8  # 0: no moves by Python
STARTED = 9
RUNS = 10  # columns and buffers read and written to score the moves, and those written alone
BUFFERS = 11
STATE_COUNT = 12

# How a start begins: from a random rule, or from the one that is given.
FROM_RANDOM = 0
RUNNING = 1
FROM_GIVEN = 2

CURRENT = 0  # entries of the floats: objective now, best objective of this start
BEST = 1
BEST_SCORE = 2

# Why the kernel came back.
FINISHED = 0
CHUNK_DONE = 1
NEEDS_MOVE = 2

CURRENT_RULE = 0  # entries of `rules`
PROPOSED_RULE = 1
BEST_RULE = 2
SPARE_RULE = 3
RULE_COUNT = 4


@kernel
def anneal(arena, dims, coefs, params, masks, ranges, temperatures, state, floats, rng, rules,
           archive, scores, trace, chunk):  # fmt: skip
    """Run up to `chunk` iterations of a start; gives why it stopped."""
    cap = dims[D_MAX_COMPLEXITY]
    kids = np.empty(4 * (cap + 2), dtype=np.uint64)
    steps = np.empty((cap + 2, STEP_FIELDS), dtype=np.int64)
    used = np.empty(dims[D_NUM_SLOTS], dtype=np.bool_)
    free = np.empty(dims[D_NUM_SLOTS] + 1, dtype=np.int64)
    current, proposed, best = rules[CURRENT_RULE], rules[PROPOSED_RULE], rules[BEST_RULE]
    cycles = state[CYCLE : CYCLE + 2]
    num_iterations = state[NUM_ITERATIONS]
    bins = trace.shape[0]

    if state[STARTED] == FROM_RANDOM:
        initial_rule(current, dims, ranges, rng)
    for i in range(current[0, SIZE]):
        current[i, SLOT] = -1
    for slot in range(len(free)):
        free[slot] = slot
    count, _ = plan(current, dims, free, kids, steps)
    tp, fp = evaluate_steps(arena, dims, params, masks, kids, steps, count)
    free_slots(current, free, used)
    score = score_of(dims, coefs, tp, fp)
    floats[CURRENT] = score - penalty(coefs, current[0, SIZE])
    if state[STARTED] != RUNNING or floats[CURRENT] > floats[BEST]:
        state[STARTED] = RUNNING
        floats[BEST], floats[BEST_SCORE] = floats[CURRENT], score
        copy_rule(current, best)
    keep(current, score, archive, scores)  # it may come from Python

    reason = CHUNK_DONE
    stop = min(num_iterations, state[ITERATION] + chunk)
    row = state[ITERATION] * bins // num_iterations
    row_end = -(-(row + 1) * num_iterations // bins)  # the first iteration beyond the row
    while state[ITERATION] < stop:
        if (
            state[PATIENCE] > 0
            and state[ITERATION] > state[BURN_IN]
            and state[SINCE_IMPROVEMENT] >= state[PATIENCE]
        ):
            reason = NEEDS_MOVE
            break
        copy_rule(current, proposed)
        state[DRAWS] += propose(proposed, cycles, dims, params, ranges, rng)
        count, runs = plan(proposed, dims, free, kids, steps)
        tp, fp = evaluate_steps(arena, dims, params, masks, kids, steps, count)
        state[RUNS] += runs
        state[BUFFERS] += count
        score = score_of(dims, coefs, tp, fp)
        objective = score - penalty(coefs, proposed[0, SIZE])
        difference = objective - floats[CURRENT]
        state[SINCE_IMPROVEMENT] += 1
        while state[ITERATION] >= row_end:
            row += 1
            row_end = -(-(row + 1) * num_iterations // bins)
        trace[row, 0] += 1
        if difference >= 0 or luck(rng, difference / temperatures[state[ITERATION]]):
            current, proposed = proposed, current
            floats[CURRENT] = objective
            free_slots(current, free, used)
            state[ACCEPTED] += 1
            trace[row, 1] += 1
            keep(current, score, archive, scores)
            if objective > floats[BEST]:
                floats[BEST], floats[BEST_SCORE] = objective, score
                state[SINCE_IMPROVEMENT] = 0
                copy_rule(current, best)
        trace[row, 2] = floats[CURRENT]
        if DEBUG and check_rule(current, dims, params, ranges, cap, dims[D_MAX_DEPTH]) != 0:
            raise AssertionError("the rule is not valid")
        state[ITERATION] += 1
    copy_rule(current, rules[SPARE_RULE])
    copy_rule(rules[SPARE_RULE], rules[CURRENT_RULE])
    if reason == CHUNK_DONE and stop == num_iterations:
        return FINISHED
    return reason
