"""Subproblems solved by trying every rule: the oracle for backends and formulations."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

import numpy as np
from boolsmith.operators import TableOperator
from boolsmith.rules import Literal, Node, Rule
from boolsmith.subproblems import Subproblem

from boolsmith_testing.reference import operator_outcome

TOLERANCE = 1e-6


def candidates(subproblem: Subproblem) -> Iterator[Rule]:
    """Every rule that answers a subproblem of depth one."""
    names = subproblem.data.feature_names
    if subproblem.min_num_literals == 1:
        yield from (Literal(name, negated) for name in names for negated in (False, True))
    operator = subproblem.operator
    ordered = isinstance(operator, TableOperator)
    for size in range(max(2, subproblem.min_num_literals), subproblem.max_num_literals + 1):
        if not operator.takes(size) or size > len(names):
            continue
        for chosen in (permutations if ordered else combinations)(names, size):
            for signs in product((False, True), repeat=size):
                children = tuple(map(Literal, chosen, signs))
                for k in operator.parameter_values(size):
                    yield Node(operator, children, k, subproblem.negated)


def objective(subproblem: Subproblem, rule: Rule) -> float:
    """Return the weight of the rows that the rule gets right, minus its regularization."""
    matrix, labels, weights = subproblem.data.dense()
    column = {name: matrix[:, j] for j, name in enumerate(subproblem.data.feature_names)}

    def values(node: Rule) -> np.ndarray:
        if isinstance(node, Literal):
            return column[node.feature] ^ node.negated
        assert isinstance(node, Node)
        rows = zip(*map(values, node.children), strict=True)
        return np.array(
            [operator_outcome(node.operator, row, node.k) != node.negated for row in rows], bool
        )

    right = weights[values(rule) == labels].sum()
    return float(right - subproblem.regularization * rule.complexity)


def optimum(subproblem: Subproblem) -> tuple[float, Rule] | None:
    """Return the best objective and a rule that has it, or None if there is no rule at all."""
    best: tuple[float, Rule] | None = None
    for rule in candidates(subproblem):
        value = objective(subproblem, rule)
        if best is None or value > best[0] + TOLERANCE:
            best = value, rule
    return best


def why_no_answer(subproblem: Subproblem, rule: Rule) -> str | None:
    """None if the rule is an answer to the subproblem of depth one, else the reason why not."""
    names = set(subproblem.data.feature_names)
    unknown = [name for name in rule.features() if name not in names]
    if unknown:
        return f"the data has no feature {unknown[0]!r}"
    if isinstance(rule, Literal):
        return None if subproblem.min_num_literals == 1 else "it is a single literal"
    if not isinstance(rule, Node) or rule.depth != 1:
        return "it is not of depth one"
    if rule.operator != subproblem.operator or rule.negated != subproblem.negated:
        sign = "negated" if subproblem.negated else "plain"
        return f"its operator is not the {sign} {subproblem.operator.name} that was asked for"
    size, features = len(rule.children), rule.features()
    if len(features) < size:
        return "a feature stands in it twice"
    if not subproblem.min_num_literals <= size <= subproblem.max_num_literals:
        bounds = f"{subproblem.min_num_literals} to {subproblem.max_num_literals}"
        return f"it has {size} literals, not {bounds}"
    return None
