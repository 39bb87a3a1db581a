"""What a subproblem of depth one breaks down into, and the best rule found for it.

A case fixes how many literals there are and which counts of true ones are accepted. Cases that
are mirror images are one: AtLeast over some literals is AtMost over their opposites.
"""

from __future__ import annotations

import math
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.operators import Operator
from boolsmith.rules import Literal, Node, Rule
from boolsmith.subproblems.columns import WeightedColumns
from boolsmith.subproblems.problem import Solution, Status, Subproblem

MAX_LITERALS = 60  # the accepted counts are the bits of a word


@attrs.frozen
class Case:
    """Rules of one size and one set of accepted counts."""

    size: int
    k: int | None
    accepted: int  # bit c: c true literals make the rule true
    mirrored: bool  # the literals of the rule are the opposite of those found

    @property
    def complexity(self) -> int:
        """The complexity of its rules: a single literal stands without the operator."""
        return self.size + (self.size > 1)

    @property
    def is_and(self) -> bool:
        """Whether it is true if all literals are, and only then."""
        return self.accepted == 1 << self.size

    @property
    def is_and_or_or(self) -> bool:
        """Whether it is that, or false if no literal is true, and only then."""
        return self.is_and or self.accepted == (1 << self.size + 1) - 2

    @property
    def is_easy(self) -> bool:
        """Whether one descent is sure to find the best: one literal, or always the same answer."""
        return self.size == 1 or self.accepted + 1 == 1 << self.size + 1 or not self.accepted


def cases(subproblem: Subproblem) -> list[Case]:
    """Return all cases of a subproblem of depth one, small ones first, without mirror images."""
    operator, found = subproblem.operator, dict[tuple[int, int], Case]()
    assert isinstance(operator, Operator)
    most = min(subproblem.max_num_literals, subproblem.data.num_features)
    for size in range(subproblem.min_num_literals, most + 1):
        if size == 1:
            found[1, 0b10] = Case(1, None, 0b10, False)
        elif operator.takes(size):
            for k in operator.parameter_values(size):
                mask = operator.mask(size, k)
                if subproblem.negated:
                    mask ^= (1 << size + 1) - 1
                mirror = int(format(mask, f"0{size + 1}b")[::-1], 2)
                case = Case(size, k, max(mask, mirror), mirror > mask)
                found.setdefault((size, case.accepted), case)
    return list(found.values())


def refusal(subproblem: Subproblem) -> str | None:
    """Return why the built-in solvers cannot take the operator or size of a subproblem, if so."""
    if not isinstance(subproblem.operator, Operator):
        return f"{subproblem.operator.name} is not an operator that counts its true children"
    if min(subproblem.max_num_literals, subproblem.data.num_features) > MAX_LITERALS:
        return f"{subproblem.max_num_literals} literals are more than {MAX_LITERALS}"
    return None


def infeasible(subproblem: Subproblem) -> Solution:
    """Return the answer to a subproblem that no rule fits."""
    return Solution(
        "infeasible",
        message=f"no {subproblem.operator.name} has {subproblem.min_num_literals} to "
        f"{subproblem.max_num_literals} of {subproblem.data.num_features} features",
    )


class Incumbent:
    """The best rule so far, compared in whole units so that ties are ties."""

    def __init__(self, subproblem: Subproblem, data: WeightedColumns) -> None:
        self.subproblem, self.data = subproblem, data
        self.case: Case | None = None
        self.score = -1
        self.literals: NDArray[np.int64] = np.empty(0, dtype=np.int64)

    @property
    def objective(self) -> float:
        """The objective of the best rule, -inf if there is none."""
        return -math.inf if self.case is None else self.in_units(self.case, self.score)

    def in_units(self, case: Case, score: float) -> float:
        """Return the objective of a rule of that case that gets `score` units right."""
        return score * self.data.unit - self.subproblem.regularization * case.complexity

    def to_beat(self, case: Case) -> int:
        """Return the highest score with which a rule of that case is not better."""
        if self.case is None:
            return -1
        gap = self.subproblem.regularization * (case.complexity - self.case.complexity)
        # A whole number in all but rounding, if the penalties are the same or there are none.
        return math.floor(self.score + gap / self.data.unit + 1e-9)

    def offer(self, case: Case, score: int, literals: NDArray[np.int64]) -> None:
        """Take a rule if it is better."""
        if score > self.to_beat(case):
            self.case, self.score, self.literals = case, score, literals.copy()

    def rule(self) -> Rule:
        """Return the best rule."""
        assert self.case is not None
        names, case = self.subproblem.data.feature_names, self.case
        codes = self.literals.tolist()
        children = tuple(Literal(names[c >> 1], bool(c & 1) != case.mirrored) for c in codes)
        if case.size == 1:
            return children[0]
        return Node(self.subproblem.operator, children, case.k, self.subproblem.negated)

    def solution(self, status: Status, **others: Any) -> Solution:
        """Return the best rule as a solution, its objective computed again from the data."""
        rule = self.rule()
        return Solution(status, rule, self.subproblem.objective(rule), **others)
