"""Rules of depth one over chosen literals: which there can be, and the best of them."""

from __future__ import annotations

import numpy as np
from boolsmith.rules import Node, One, Rule, Zero
from boolsmith.subproblems import Subproblem
from numpy.typing import NDArray

from boolsmith_solvers.counts import Pair, family
from boolsmith_solvers.linear_program import Indices
from boolsmith_solvers.reading import Rows, require


def rule_over(subproblem: Subproblem, rows: Rows, chosen: Indices, pair: Pair) -> Rule:
    """Return the rule that a pair makes of the literals at the given positions."""
    literals = rows.literals_at(chosen)
    if len(literals) < 2 and pair.constant:
        return One if pair.mask else Zero
    if len(literals) == 1:
        return literals[0] if pair.mask == 0b10 else ~literals[0]
    return Node(require(subproblem), literals, pair.k, subproblem.negated)


def pairs_of(subproblem: Subproblem, *, lower_bound: bool = True) -> tuple[Pair, ...]:
    """Return the numbers of literals and parameters that a rule for the subproblem can have."""
    largest = min(subproblem.max_num_literals, subproblem.data.num_features)
    operator, smallest = require(subproblem), subproblem.min_num_literals
    return family(operator, subproblem.negated, smallest, largest, lower_bound=lower_bound)


def best_over(
    subproblem: Subproblem, rows: Rows, chosen: Indices, pairs: tuple[Pair, ...]
) -> Rule | None:
    """Return the best rule over the literals at the given positions; None if there is none."""
    candidates = [pair for pair in pairs if pair.arity == len(chosen)]
    if not candidates or len(np.unique(chosen % rows.num_features)) < len(chosen):
        return None
    counts = rows.literals[:, chosen].sum(axis=1)
    signed = _signed(rows)
    gain = np.bincount(counts, weights=signed, minlength=len(chosen) + 1)
    best = max(
        candidates, key=lambda pair: sum(g for c, g in enumerate(gain) if pair.mask >> c & 1)
    )
    return rule_over(subproblem, rows, chosen, best)


def greedy_rules(
    subproblem: Subproblem, rows: Rows, candidates: Indices, pairs: tuple[Pair, ...]
) -> list[Rule]:
    """Return the best rule of each number of literals, each adding one literal to the last.

    The literals are those at the positions `candidates`, of which the first is taken first.
    """
    found, chosen = [], candidates[:1]
    largest = max((pair.arity for pair in pairs), default=0)
    while 0 < len(chosen) <= largest:
        rule = best_over(subproblem, rows, chosen, pairs)
        if rule is not None:
            found.append(rule)
        fresh = ~np.isin(candidates % rows.num_features, chosen % rows.num_features)
        if not fresh.any():
            break
        chosen = np.append(chosen, _next(rows, chosen, candidates[fresh], pairs))
    return found


def _next(rows: Rows, chosen: Indices, candidates: Indices, pairs: tuple[Pair, ...]) -> int:
    """Return the literal that makes the best rule together with those chosen."""
    size = len(chosen) + 1
    masks = [pair.mask for pair in pairs if pair.arity == size]
    if not masks:
        return int(candidates[0])
    counts = rows.literals[:, chosen].sum(axis=1)
    signed = _signed(rows)
    by_count = np.where(counts == np.arange(size)[:, None], signed, 0.0)  # rows of each count
    true = by_count @ rows.literals[:, candidates]
    gains = np.zeros((size + 1, len(candidates)))
    gains[:size] = by_count.sum(axis=1)[:, None] - true
    gains[1:] += true
    accepted = np.array([[mask >> count & 1 for count in range(size + 1)] for mask in masks])
    return int(candidates[np.argmax((accepted @ gains).max(axis=0))])


def _signed(rows: Rows) -> NDArray[np.float64]:
    """Return what it is worth that a rule is true for each row."""
    return np.where(rows.labels, rows.weights, -rows.weights)
