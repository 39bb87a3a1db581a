"""Rules of depth one over chosen literals: which there can be, and the best of them."""

from __future__ import annotations

import numpy as np

from boolsmith.rules import Node, One, Rule, Zero
from boolsmith.subproblems.formulations.counts import Pair, family
from boolsmith.subproblems.formulations.program import Indices
from boolsmith.subproblems.formulations.reading import Rows, require
from boolsmith.subproblems.problem import Subproblem


def rule_over(subproblem: Subproblem, rows: Rows, chosen: Indices, pair: Pair) -> Rule:
    """The rule that a pair makes of the literals at the given positions."""
    literals = rows.literals_at(chosen)
    if len(literals) < 2 and pair.constant:
        return One if pair.mask else Zero
    if len(literals) == 1:
        return literals[0] if pair.mask == 0b10 else ~literals[0]
    return Node(require(subproblem), literals, pair.k, subproblem.negated)


def pairs_of(subproblem: Subproblem, *, lower_bound: bool = True) -> tuple[Pair, ...]:
    """The numbers of literals and parameters that a rule for the subproblem can have."""
    largest = min(subproblem.max_num_literals, subproblem.data.num_features)
    operator, smallest = require(subproblem), subproblem.min_num_literals
    return family(operator, subproblem.negated, smallest, largest, lower_bound=lower_bound)


def best_over(
    subproblem: Subproblem, rows: Rows, chosen: Indices, pairs: tuple[Pair, ...]
) -> Rule | None:
    """The best rule over the literals at the given positions; None if there is none."""
    candidates = [pair for pair in pairs if pair.arity == len(chosen)]
    if not candidates or len(np.unique(chosen % rows.num_features)) < len(chosen):
        return None
    counts = rows.literals[:, chosen].sum(axis=1)
    signed = np.where(rows.labels, rows.weights, -rows.weights)
    gain = np.bincount(counts, weights=signed, minlength=len(chosen) + 1)
    best = max(
        candidates, key=lambda pair: sum(g for c, g in enumerate(gain) if pair.mask >> c & 1)
    )
    return rule_over(subproblem, rows, chosen, best)
