"""Visits: the best literal at a literal, the best operator and further literal at an operator."""

import numpy as np

from boolsmith.engine.counts import buffer, counts_in, gather
from boolsmith.engine.derive import FIRST, SECOND, SHOWN, Decided, decided_rows, spare
from boolsmith.engine.jit import inner
from boolsmith.engine.layout import ARG, KIND_TABLE, LITERAL, NEG, NOBODY, OP, P_KIND, SIZE
from boolsmith.engine.objective import penalty, score_of
from boolsmith.engine.rng import below
from boolsmith.engine.sweep import FEATURE, NEGATED, best_literal, count_decided, sweep_literals
from boolsmith.engine.tree import open_gap, parent_of, set_literal
from boolsmith.engine.words import ONE

EPSILON = 1e-12  # what an objective must be higher by to be an improvement


@inner
def visit(problem, state, rule, i, work, rng):
    """Make the best of node i; return whether that improved the rule."""
    if rule[i, OP] == LITERAL:
        return visit_literal(problem, state, rule, i, work, rng)
    return visit_operator(problem, state, rule, i, work, rng)


@inner
def visit_literal(problem, state, rule, i, work, rng):
    """Replace literal i by the best one there is; return whether that improved the rule."""
    numbers, gains, totals = problem.numbers, work.gains, work.totals
    decided = decided_rows(problem, rule, i, work.children)
    sweep_literals(problem, decided, gains, totals)
    features = numbers.features
    feature = rule[i, ARG]
    own_p, own_n = gains[feature], gains[features + feature]
    if rule[i, NEG]:
        own_p, own_n = totals[0] - own_p, totals[1] - own_n
    without, first = (state.tp - own_p, state.fp - own_n), below(rng, features)
    best = best_literal(numbers, rule, parent_of(rule, i), i, without, first, work)
    if best - penalty(numbers, rule[0, SIZE]) <= state.current + EPSILON:
        return False
    set_literal(rule, i, work.found[FEATURE], work.found[NEGATED])
    return True


@inner
def visit_operator(problem, state, rule, i, work, rng):
    """Give operator i the best operator and parameter, or the best further literal.

    Return whether that improved the rule.
    """
    numbers, operators, totals = problem.numbers, problem.operators, work.totals
    decided = decided_rows(problem, rule, i, work.children)
    count_decided(problem, buffer(numbers, i), decided, totals)
    without = state.tp - totals[0], state.fp - totals[1]
    n = gather(rule, i, numbers, work.children)
    count_children_decided(problem, n, decided, work)
    best = state.current + EPSILON
    best_row, best_operator = -1, -1
    cost = penalty(numbers, rule[0, SIZE])
    for operator in range(numbers.operators):
        for row in range(problem.ranges[operator, n, 0], problem.ranges[operator, n, 1]):
            if operators.params[row, P_KIND] == KIND_TABLE:
                continue
            tp, fp = without
            for count in range(n + 1):
                if (operators.masks[row] >> np.uint64(count)) & ONE:
                    tp += work.counts[count, 0]
                    fp += work.counts[count, 1]
            objective = score_of(numbers, tp, fp) - cost
            if objective > best:
                best, best_row, best_operator = objective, row, operator
    if best_row >= 0:
        set_operator(rule, i, best_operator, best_row)
        return True
    if rule[0, SIZE] < numbers.max_complexity and n + 1 < problem.ranges.shape[1]:
        return grow(problem, state, rule, i, decided, without, work, rng)
    return False


@inner
def set_operator(rule, i, operator, row):
    """Give node i an operator with its parameter."""
    rule[i, OP] = operator
    rule[i, ARG] = row
    rule[i, NEG] = 0


@inner
def count_children_decided(problem, n, decided, work):
    """Count the decided rows by how many of the n gathered children are true."""
    shown = spare(problem.numbers, SHOWN)
    for count in range(n + 1):
        wanted = ONE << np.uint64(count)
        counts_in(problem.arena, problem.numbers, work.children, n, wanted, shown)
        count_decided(problem, shown, decided, work.totals)
        work.counts[count, 0] = work.totals[0]
        work.counts[count, 1] = work.totals[1]


@inner
def grow(problem, state, rule, i, decided, without, work, rng):
    """Add the best literal to operator i, with whatever operator suits it best.

    `without` are the counts of the rule without the operator. Return whether that improved it.
    """
    numbers, operators = problem.numbers, problem.operators
    n = gather(rule, i, numbers, work.children)
    sweep_by_count(problem, n, decided, work)
    best = state.current + EPSILON
    best_row, best_operator, best_feature, best_negated = -1, -1, NOBODY, np.int64(0)
    first = below(rng, numbers.features)
    cost = penalty(numbers, rule[0, SIZE] + 1)
    for operator in range(numbers.operators):
        start, stop = problem.ranges[operator, n + 1, 0], problem.ranges[operator, n + 1, 1]
        for row in range(start, stop):
            if operators.params[row, P_KIND] == KIND_TABLE:
                continue
            counts = add_up_gains(numbers, n, operators.masks[row], without, work)
            score = best_literal(numbers, rule, i, NOBODY, counts, first, work)
            if score - cost > best:
                best = score - cost
                best_row, best_operator = row, operator
                best_feature, best_negated = work.found[FEATURE], work.found[NEGATED]
    if best_row < 0:
        return False
    set_operator(rule, i, best_operator, best_row)
    end = i + rule[i, SIZE]
    open_gap(rule, i, end)
    set_literal(rule, end, best_feature, best_negated)
    return True


@inner
def sweep_by_count(problem, n, decided, work):
    """Sweep the decided rows of each number of true children, into a stretch of the gains each."""
    arena, numbers, totals = problem.arena, problem.numbers, work.totals
    shown = spare(numbers, SHOWN)
    some = Decided(spare(numbers, FIRST), spare(numbers, SECOND), decided.any_down)
    words = np.uint64(numbers.words)
    for count in range(n + 1):
        counts_in(arena, numbers, work.children, n, ONE << np.uint64(count), shown)
        for w in range(words):
            arena[some.up + w] = arena[decided.up + w] & arena[shown + w]
        if decided.any_down:
            for w in range(words):
                arena[some.down + w] = arena[decided.down + w] & arena[shown + w]
        sweep_literals(problem, some, work.gains[(count + 1) * 2 * numbers.features :], totals)
        work.counts[count, 0], work.counts[count, 1] = totals[0], totals[1]


@inner
def add_up_gains(numbers, n, mask, without, work):
    """Add up what each literal gains as one more child of an operator with the given mask.

    Return the counts of the rule with a further child that is never true.
    """
    gains, totals, counts = work.gains, work.totals, work.counts
    width = 2 * numbers.features
    tp, fp = without
    for f in range(width):
        gains[f] = 0
    totals[0], totals[1] = 0, 0
    for count in range(n + 1):
        here = (mask >> np.uint64(count)) & ONE
        after = (mask >> np.uint64(count + 1)) & ONE
        if here:
            tp += counts[count, 0]
            fp += counts[count, 1]
        if here != after:
            sign = 1 if after else -1
            totals[0] += sign * counts[count, 0]
            totals[1] += sign * counts[count, 1]
            start = (count + 1) * width
            for f in range(width):
                gains[f] += sign * gains[start + f]
    return tp, fp
