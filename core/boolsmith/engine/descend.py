"""Iterated local search over sweeps: descend to a local optimum, kick, descend again.

Each step visits one node of the current rule. At a literal, all literals are scored at once and
the best replaces it; at an operator, all operators and parameters are, and if there is room, all
literals that could be added. When a whole round brings nothing the rule is a local optimum: it
becomes the incumbent if it is accepted, and a few random local moves kick it elsewhere.
"""

import numpy as np

from boolsmith.engine.archive import keep
from boolsmith.engine.counts import buffer, operator_words
from boolsmith.engine.derive import decided_by_root
from boolsmith.engine.jit import DEBUG, inner, kernel
from boolsmith.engine.layout import LITERAL, OP, ROOT, SIZE, SLOT
from boolsmith.engine.moves import initial_rule, propose_local_move
from boolsmith.engine.objective import accepts, penalty, score_of
from boolsmith.engine.rng import below
from boolsmith.engine.sweep import Work, count_decided
from boolsmith.engine.tree import check_rule, copy_rule
from boolsmith.engine.visits import EPSILON, visit

STATE = np.dtype(
    [
        ("iteration", np.int64),  # kicks so far
        ("num_iterations", np.int64),
        ("started", np.int64),
        ("literal_turn", np.int64),  # which move type is next
        ("operator_turn", np.int64),
        ("cursor", np.int64),  # the node to visit next
        ("unimproved", np.int64),  # visits in a row that brought nothing
        ("failures", np.int64),  # local optima in a row that were no better
        ("max_failures", np.int64),
        ("patience", np.int64),  # failures before Python is asked for a move; 0: never
        ("cap", np.int64),  # the bound on the complexity of this start
        ("limit", np.int64),  # the bound that holds at present
        ("work", np.int64),  # sweeps so far, in words
        ("max_work", np.int64),
        ("literals_scored", np.int64),
        ("accepted", np.int64),
        ("restarts", np.int64),
        ("improvements", np.int64),
        ("tp", np.int64),
        ("fp", np.int64),
        ("current", np.float64),  # objectives: of the current rule
        ("incumbent", np.float64),
        ("local_best", np.float64),  # the best since the start or the limit was last changed
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
INCUMBENT_RULE = 1
BEST_RULE = 2

MOST_KICKS = np.int64(3)
RUNGS = 30  # failures at a lower bound are fewer by this factor
VISIT_COST = 2000  # what a visit costs beside its sweep, in words swept


@inner
def refresh(problem, start, rule, work):
    """Evaluate the whole rule, put it in the archive, and return its score.

    Buffer i holds the words of node i.
    """
    state, numbers = start.state, problem.numbers
    for i in range(rule[0, SIZE] - 1, -1, -1):
        if rule[i, OP] != LITERAL:
            rule[i, SLOT] = i
            operator_words(problem, rule, i, work.children, buffer(numbers, i))
    count_decided(problem, buffer(numbers, ROOT), decided_by_root(problem), work.totals)
    state.tp = numbers.base_tp + work.totals[0]
    state.fp = numbers.base_fp + work.totals[1]
    score = score_of(numbers, state.tp, state.fp)
    state.current = score - penalty(numbers, rule[0, SIZE])
    keep(start, rule, score)
    return score


@inner
def set_limit(problem, state, limit):
    """Bound the complexity of what comes next."""
    state.limit = limit
    problem.numbers.max_complexity = limit


@inner
def begin(problem, start, current):
    """Begin from a random small rule, or from the one that is given."""
    state = start.state
    lowest = problem.numbers.min_initial + 1  # below it no operator takes so few children
    if state.started == FROM_RANDOM:
        set_limit(problem, state, min(lowest, state.cap))
        initial_rule(problem, current, start.rng)
    else:
        set_limit(problem, state, state.cap)
    state.started = RUNNING
    state.unimproved = 0
    state.failures = 0
    state.cursor = 0
    state.incumbent = -np.inf
    state.local_best = -np.inf


@inner
def record(start, current, score):
    """Note a new best rule of this start, if it is one, and when it came."""
    state, trace = start.state, start.trace
    if state.current > state.best:
        state.best = state.current
        state.best_score = score
        copy_rule(current, start.rules[BEST_RULE])
        row = min(state.improvements, trace.shape[0] - 1)
        trace[row, 0] = state.iteration
        trace[row, 1] = state.best
        state.improvements = row + 1


@inner
def visit_next(problem, start, current, work):
    """Visit the next node and note what that improved; return whether it improved anything."""
    state = start.state
    i = state.cursor % current[0, SIZE]
    state.cursor = i + 1
    state.literals_scored += 2 * problem.numbers.features
    state.unimproved += 1
    if not visit(problem, state, current, i, work, start.rng):
        return False
    score = refresh(problem, start, current, work)
    state.unimproved = 0
    record(start, current, score)
    return True


@inner
def settle(problem, start, current):
    """Decide whether a local optimum becomes the incumbent; otherwise return to the old one."""
    state, incumbent = start.state, start.rules[INCUMBENT_RULE]
    if state.current > state.local_best + EPSILON:
        state.local_best = state.current
        state.failures = 0
    else:
        state.failures += 1
    difference = state.current - state.incumbent
    if accepts(problem.numbers, difference, start.temperatures[0], start.rng):
        state.incumbent = state.current
        copy_rule(current, incumbent)
        state.accepted += 1
    else:
        copy_rule(incumbent, current)


@inner
def leave(problem, start, current):
    """Leave a local optimum by a kick, or by a higher limit; return whether Python is to do it."""
    state = start.state
    if state.failures >= max_failures(state):
        set_limit(problem, state, state.limit + 1)
        state.failures = 0
        return False
    if state.patience > 0 and (state.failures + 1) % state.patience == 0:
        return True
    for _ in range(1 + below(start.rng, MOST_KICKS)):
        propose_local_move(problem, state, current, start.rng)
    return False


@inner
def max_failures(state):
    """Return how many failures in a row are enough.

    A restart climbs from small rules to the bound asked for, which gets most of the time: so one
    run finds good rules of every complexity.
    """
    return state.max_failures // (RUNGS if state.limit < state.cap else 1)


@kernel
def descend(problem, start, chunk):
    """Run until `chunk` words have been swept; return why it stopped."""
    state, cap, features = start.state, start.state.cap, problem.numbers.features
    work = Work(
        np.empty(2 * 64, dtype=np.uint64),
        np.empty((cap + 4) * 2 * features, dtype=np.int64),
        np.empty(2, dtype=np.int64),
        np.empty(2, dtype=np.int64),
        np.empty((cap + 2, 2), dtype=np.int64),
    )
    current = start.rules[CURRENT_RULE]
    stop = min(state.work + chunk, state.max_work)
    if state.started == RUNNING:
        set_limit(problem, state, state.limit)
        refresh(problem, start, current, work)  # it may come from Python
    while state.work < stop:
        if state.started != RUNNING:
            begin(problem, start, current)
            refresh(problem, start, current, work)
        if state.unimproved < current[0, SIZE]:
            state.work += features * problem.numbers.words + VISIT_COST
            before = state.current
            improved = visit_next(problem, start, current, work)
            if DEBUG and improved and state.current <= before:
                raise AssertionError("an improvement is none")
            if DEBUG and check_rule(problem, current) != 0:
                raise AssertionError("the rule is not valid")
            continue
        # A local optimum.
        record(start, current, score_of(problem.numbers, state.tp, state.fp))
        settle(problem, start, current)
        state.iteration += 1
        if state.iteration >= state.num_iterations:
            return FINISHED
        if state.limit >= cap and state.failures >= max_failures(state):
            state.started = FROM_RANDOM
            state.restarts += 1
            continue
        asked = leave(problem, start, current)
        refresh(problem, start, current, work)
        state.unimproved = 0
        state.cursor = below(start.rng, current[0, SIZE])
        if asked:
            return NEEDS_MOVE
    return CHUNK_DONE if state.work < state.max_work else FINISHED
