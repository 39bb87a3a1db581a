"""Rules as preorder arrays: finding parents and children, inserting and removing nodes."""

import numpy as np

from boolsmith.engine.jit import inner
from boolsmith.engine.layout import ARG, LITERAL, NEG, NODE_FIELDS, OP, P_K, SIZE, SLOT


@inner
def copy_rule(source, target):
    """Copy the nodes of one rule over another."""
    for i in range(source[0, SIZE]):
        for j in range(NODE_FIELDS):
            target[i, j] = source[i, j]


@inner
def parent_of(rule, i):
    """Return the parent of node i; -1 for the root."""
    j = i - 1
    while j >= 0 and j + rule[j, SIZE] <= i:
        j -= 1
    return j


@inner
def arity_of(rule, i):
    """Return how many children operator i has."""
    count = 0
    j = i + 1
    while j < i + rule[i, SIZE]:
        count += 1
        j += rule[j, SIZE]
    return count


@inner
def depth_above(rule, i):
    """Return how many ancestors node i has."""
    count = 0
    for j in range(i):
        if j + rule[j, SIZE] > i:
            count += 1
    return count


@inner
def has_feature(rule, parent, feature, excluded):
    """Return whether a literal child of `parent`, other than `excluded`, reads the feature."""
    j = parent + 1
    while j < parent + rule[parent, SIZE]:
        if j != excluded and rule[j, OP] == LITERAL and rule[j, ARG] == feature:
            return True
        j += rule[j, SIZE]
    return False


@inner
def set_literal(rule, i, feature, negated):
    """Make node i a literal."""
    rule[i, OP] = LITERAL
    rule[i, ARG] = feature
    rule[i, NEG] = negated
    rule[i, SIZE] = 1
    rule[i, SLOT] = -1


@inner
def touch(rule, i):
    """Mark the ancestors of node i, and i itself if an operator, for evaluation."""
    for j in range(i + 1):
        if j + rule[j, SIZE] > i:
            rule[j, SLOT] = -1


@inner
def cut(rule, i):
    """Remove the subtree at i; its ancestors shrink."""
    length = rule[i, SIZE]
    total = rule[0, SIZE]
    for j in range(i):
        if j + rule[j, SIZE] > i:
            rule[j, SIZE] -= length
    for j in range(i, total - length):
        for field in range(NODE_FIELDS):
            rule[j, field] = rule[j + length, field]


@inner
def open_gap(rule, parent, i):
    """Make room for one more node at position i below `parent`; ancestors grow."""
    total = rule[0, SIZE]
    for j in range(parent):
        if j + rule[j, SIZE] > parent:
            rule[j, SIZE] += 1
    rule[parent, SIZE] += 1
    for j in range(total, i, -1):
        for field in range(NODE_FIELDS):
            rule[j, field] = rule[j - 1, field]


@inner
def fitting_parameter(problem, operator, arity, k):
    """Return the row for `operator` of `arity` with the largest parameter up to k; -1 if none.

    If every parameter is larger than k the smallest is taken.
    """
    params, ranges = problem.operators.params, problem.ranges
    start = ranges[operator, arity, 0]
    stop = ranges[operator, arity, 1]
    if start == stop:
        return np.int64(-1)
    best = start
    for row in range(start, stop):
        if params[row, P_K] <= k and (
            params[best, P_K] > k or params[row, P_K] > params[best, P_K]
        ):
            best = row
    return np.int64(best)


@inner
def check_rule(problem, rule):
    """Return 0 if the rule is valid, else what is wrong as a number; for the debug build."""
    numbers, ranges = problem.numbers, problem.ranges
    total = rule[0, SIZE]
    if total < 3 or total > numbers.max_complexity or rule[0, OP] == LITERAL:
        return 1
    for i in range(total):
        if i + rule[i, SIZE] > total or rule[i, SIZE] < 1:
            return 2
        if rule[i, NEG] != 0 and rule[i, NEG] != 1:
            return 3
        if depth_above(rule, i) > numbers.max_depth:
            return 4
        if rule[i, OP] == LITERAL:
            if rule[i, SIZE] != 1 or rule[i, ARG] < 0 or rule[i, ARG] >= numbers.features:
                return 5
            if has_feature(rule, parent_of(rule, i), rule[i, ARG], i):
                return 6
        else:
            arity = arity_of(rule, i)
            start = ranges[rule[i, OP], arity, 0]
            stop = ranges[rule[i, OP], arity, 1]
            if arity < 2 or rule[i, ARG] < start or rule[i, ARG] >= stop:
                return 7
    return 0
