"""A few rules for a subproblem, made at once without a search: starts and yardsticks."""

from __future__ import annotations

import numpy as np
from boolsmith.rules import Node, Rule

from boolsmith_solvers.choices import greedy_rules, pairs_of
from boolsmith_solvers.ilp import ILPModel
from boolsmith_solvers.linear_program import Indices
from boolsmith_solvers.reading import Rows


def start_rules(model: ILPModel) -> list[Rule]:
    """Rules that begin with the literal that agrees most, or least, with the labels.

    There is one per number of literals: the others are added greedily.
    """
    subproblem, rows = model.subproblem, model.rows
    ranked, m = _ranked(rows), rows.num_features
    orders = (ranked, (ranked + m) % (2 * m))
    if subproblem.shape != "depth-one":
        return _flat_rules(model, orders)
    pairs = pairs_of(subproblem)
    both = ((order, (order + m) % (2 * m)) for order in orders)
    return [r for all_of in both for r in greedy_rules(subproblem, rows, np.append(*all_of), pairs)]


def _flat_rules(model: ILPModel, orders: tuple[Indices, Indices]) -> list[Rule]:
    """Rules of depth two without an inner operator, where there are features enough."""
    subproblem, rows = model.subproblem, model.rows
    size = max(2, subproblem.min_num_literals)
    if size > min(rows.num_features, subproblem.max_num_literals):
        return []
    literals = [rows.literals_at(order[:size]) for order in orders]
    negated = subproblem.negated
    return [Node(subproblem.operator, children, negated=negated) for children in literals]


def _ranked(rows: Rows) -> Indices:
    """One literal of each feature, the one that agrees better with the labels, best first."""
    agreement = rows.weights @ (rows.literals == rows.labels[:, None])
    m = rows.num_features
    better = np.where(agreement[:m] >= agreement[m:], np.arange(m), np.arange(m, 2 * m))
    return better[np.argsort(-agreement[better], kind="stable")]
