"""The paper's solver as one kernel: random local moves, accepted by the Metropolis criterion.

The kernel runs until its start is finished, its chunk is used up or Python is needed, and goes on
from the state it left. What it does never depends on where the chunks end.
"""

import numpy as np

from boolsmith.engine.archive import keep
from boolsmith.engine.evaluate import STEP_FIELDS, Plan, evaluate_plan, free_slots, make_plan
from boolsmith.engine.jit import DEBUG, inner, kernel, spliced
from boolsmith.engine.layout import SIZE, SLOT
from boolsmith.engine.moves import initial_rule, propose_local_move
from boolsmith.engine.objective import accepts, penalty, score_of
from boolsmith.engine.tree import check_rule, copy_rule

STATE = np.dtype(
    [
        ("iteration", np.int64),
        ("num_iterations", np.int64),
        ("burn_in", np.int64),
        ("patience", np.int64),  # 0: no moves by Python
        ("since_improvement", np.int64),
        ("started", np.int64),
        ("literal_turn", np.int64),  # which move type is next
        ("operator_turn", np.int64),
        ("row", np.int64),  # the row of the trace, and the first iteration beyond it
        ("row_end", np.int64),
        ("accepted", np.int64),
        ("draws", np.int64),
        ("runs", np.int64),  # columns and buffers read and written to score the moves,
        ("buffers", np.int64),  # and those written alone
        ("current", np.float64),  # objectives: of the current rule, and the best of this start
        ("best", np.float64),
        ("best_score", np.float64),
    ]
)

# How a start begins: from a random rule, or from the one that is given.
FROM_RANDOM = 0
RUNNING = 1
FROM_GIVEN = 2

# Why the kernel came back.
FINISHED = 0
CHUNK_DONE = 1
NEEDS_MOVE = 2

CURRENT_RULE = 0
PROPOSED_RULE = 1
BEST_RULE = 2
SPARE_RULE = 3


@inner
def score_rule(arena, numbers, operators, state, rule, plan):
    """Return the score of a rule, of which only what is marked is evaluated."""
    count, runs = make_plan(rule, numbers, plan)
    tp, fp = evaluate_plan(arena, numbers, operators, plan, count)
    state.runs += runs
    state.buffers += count
    return score_of(numbers, tp, fp)


@inner
def begin(problem, start, plan, used):
    """Begin from a random rule or from the one there is, be it of the chunk before or Python's."""
    state, current, numbers = start.state, start.rules[CURRENT_RULE], problem.numbers
    if state.started == FROM_RANDOM:
        initial_rule(problem, current, start.rng)
    state.started = RUNNING
    for i in range(current[0, SIZE]):
        current[i, SLOT] = -1
    for slot in range(len(plan.free)):
        plan.free[slot] = slot
    runs, buffers = state.runs, state.buffers
    score = score_rule(problem.arena, numbers, problem.operators, state, current, plan)
    state.runs, state.buffers = runs, buffers  # it was no move
    free_slots(current, plan.free, used)
    state.current = score - penalty(numbers, current[0, SIZE])
    if state.current > state.best:
        state.best, state.best_score = state.current, score
        copy_rule(current, start.rules[BEST_RULE])
    keep(start, current, score)
    # The row of the trace before that of the iteration, which ends there.
    state.row = state.iteration * start.trace.shape[0] // state.num_iterations - 1
    state.row_end = state.iteration


@spliced
def note(state, trace, accepted):
    """Note the iteration in the trace."""
    while state.iteration >= state.row_end:
        state.row += 1
        state.row_end = -(-(state.row + 1) * state.num_iterations // trace.shape[0])
    trace[state.row, 0] += 1
    trace[state.row, 1] += accepted
    trace[state.row, 2] = state.current


@kernel
def anneal(problem, start, chunk):
    """Run up to `chunk` iterations of a start; return why it stopped."""
    most, slots = problem.numbers.max_complexity + 2, problem.numbers.num_slots
    plan = Plan(
        np.empty(4 * most, dtype=np.uint64),
        np.empty((most, STEP_FIELDS), dtype=np.int64),
        np.empty(slots + 1, dtype=np.int64),
    )
    free, used = plan.free, np.empty(slots, dtype=np.bool_)
    begin(problem, start, plan, used)
    arena, operators = problem.arena, problem.operators
    state, rng, numbers, temperatures = start.state, start.rng, problem.numbers, start.temperatures
    current_rule, proposed_rule = start.rules[CURRENT_RULE], start.rules[PROPOSED_RULE]
    best_rule, trace = start.rules[BEST_RULE], start.trace
    reason = CHUNK_DONE
    stop = min(state.num_iterations, state.iteration + chunk)

    while state.iteration < stop:
        temperature = temperatures[state.iteration]
        is_patience_exceeded = 0 < state.patience <= state.since_improvement
        if state.iteration > state.burn_in and is_patience_exceeded:
            reason = NEEDS_MOVE  # Python proposes a non-local move, and comes back after it
            break
        copy_rule(current_rule, proposed_rule)
        state.draws += propose_local_move(problem, state, proposed_rule, rng)

        score = score_rule(arena, numbers, operators, state, proposed_rule, plan)
        objective = score - penalty(numbers, proposed_rule[0, SIZE])
        difference = objective - state.current
        accepted = accepts(numbers, difference, temperature, rng)
        state.since_improvement += 1

        if accepted:
            state.current = objective
            current_rule, proposed_rule = proposed_rule, current_rule
            free_slots(current_rule, free, used)
            state.accepted += 1
            keep(start, current_rule, score)

            if state.current > state.best:
                state.best, state.best_score = state.current, score
                copy_rule(current_rule, best_rule)
                state.since_improvement = 0

        note(state, trace, accepted)
        if DEBUG and check_rule(problem, current_rule) != 0:
            raise AssertionError("the rule is not valid")
        state.iteration += 1

    copy_rule(current_rule, start.rules[SPARE_RULE])
    copy_rule(start.rules[SPARE_RULE], start.rules[CURRENT_RULE])
    return FINISHED if reason == CHUNK_DONE and stop == state.num_iterations else reason
