"""What a formulation needs of a subproblem, and rules scored as the subproblem scores them."""

from __future__ import annotations

from functools import cached_property

import attrs
import numpy as np
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AND, OR, Operator
from boolsmith.rules import Constant, Literal, Node, Rule
from boolsmith.subproblems import Subproblem
from numpy.typing import NDArray

_OUTER = {"or-of-ands": OR, "and-of-ors": AND}


class InfeasibleError(BoolsmithError):
    """No rule fits the bounds of a subproblem."""


def refusal(subproblem: Subproblem) -> str | None:
    """Why there is no formulation of the subproblem, or None if there is one."""
    operator, shape = subproblem.operator, subproblem.shape
    if not isinstance(operator, Operator):
        return (
            f"{operator.name} is declared by a truth table; only operators that count their true "
            "children have a formulation"
        )
    if shape in _OUTER and operator != _OUTER[shape]:
        return f"shape {shape!r} has {_OUTER[shape].name} outside, not {operator.name}"
    if subproblem.demands:
        return f"no formulation honours {' and '.join(sorted(subproblem.demands))}"
    if subproblem.regularization < 0:
        return f"regularization {subproblem.regularization} is negative: give 0 or more"
    return None


def require(subproblem: Subproblem) -> Operator:
    """Return the counting operator of the subproblem; an error if there is no formulation."""
    reason = refusal(subproblem)
    if reason is not None or not isinstance(subproblem.operator, Operator):
        raise BoolsmithError(reason or "")
    return subproblem.operator


@attrs.frozen(eq=False)
class Rows:
    """The rows that have a weight: the values of all literals, the labels, the weights.

    Literal `j` is feature `j`; literal `num_features + j` is its negation.
    """

    literals: NDArray[np.bool_]
    labels: NDArray[np.bool_]
    weights: NDArray[np.float64]
    feature_names: tuple[str, ...]

    @property
    def num_features(self) -> int:
        """How many features there are; twice as many literals."""
        return len(self.feature_names)

    def literal(self, index: int) -> Literal:
        """Return the literal at a position."""
        m = self.num_features
        return Literal(self.feature_names[index % m], index >= m)

    def literals_at(self, positions: NDArray[np.int64]) -> tuple[Literal, ...]:
        """Return the literals at the given positions, in the order of their features."""
        m = self.num_features
        return tuple(self.literal(int(i)) for i in sorted(positions, key=lambda i: (i % m, i)))

    @cached_property
    def positions(self) -> dict[Literal, int]:
        """The position of every literal."""
        return {self.literal(i): i for i in range(2 * self.num_features)}

    def outcome(self, rule: Rule) -> NDArray[np.bool_]:
        """Return the outcome of the rule for every row."""
        return _outcome(rule, self.literals, self.positions)


def read(subproblem: Subproblem) -> Rows:
    """Return the rows of a subproblem; those of no weight are left out."""
    X, labels, weights = subproblem.data.dense()
    kept = weights > 0
    X = X[kept]
    names = subproblem.data.feature_names
    return Rows(np.concatenate([X, ~X], axis=1), labels[kept], weights[kept], names)


def _outcome(
    rule: Rule, values: NDArray[np.bool_], positions: dict[Literal, int]
) -> NDArray[np.bool_]:
    if isinstance(rule, Constant):
        return np.full(len(values), rule.value)
    if isinstance(rule, Literal):
        return values[:, positions[rule]]
    if not isinstance(rule, Node) or not isinstance(rule.operator, Operator):
        raise BoolsmithError(f"{rule} is no rule of counting operators")
    children = [_outcome(child, values, positions) for child in rule.children]
    counts = np.sum(children, axis=0, dtype=np.int64)
    mask = rule.operator.mask(len(children), rule.k)
    accepted = np.array([mask >> count & 1 for count in range(len(children) + 1)], dtype=bool)
    return np.asarray(accepted[counts] != rule.negated)


def objective(subproblem: Subproblem, rule: Rule, rows: Rows | None = None) -> float:
    """Return the weight of the rows that the rule gets right, less what its complexity costs."""
    rows = read(subproblem) if rows is None else rows
    right = float(rows.weights[rows.outcome(rule) == rows.labels].sum())
    return right - subproblem.regularization * rule.complexity
