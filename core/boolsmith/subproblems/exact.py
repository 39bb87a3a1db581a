"""The exact solver: the best rule of depth one, with a proof.

The work is done by compiled searches, one for each number of literals and each mask of accepted
counts that is not the mirror of another: `AtLeast` of k literals is `AtMost` of the opposite ones.
"""

from __future__ import annotations

import math
import time
from functools import cache

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.data import PackedData
from boolsmith.engine.exact_bounds import Columns, Open
from boolsmith.engine.exact_search import BEST, NODES, Search, begin, remaining, run
from boolsmith.operators import Operator
from boolsmith.rules import Literal, Node, Rule
from boolsmith.subproblems.columns import WeightedColumns, weighted_columns
from boolsmith.subproblems.packed_rules import weight_right
from boolsmith.subproblems.problem import Solution, Subproblem

MAX_LITERALS = 60
_FIRST_SLICE = 100_000  # units of work, about a millisecond
_SLICE_SECONDS = 0.02


@attrs.frozen
class Case:
    """Rules of one size and one set of accepted counts."""

    size: int
    k: int | None
    accepted: int  # bit c: c true literals make the rule true
    mirrored: bool  # the literals of the rule are the opposite of those found

    def rule(self, literals: NDArray[np.int64], subproblem: Subproblem) -> Rule:
        """The rule with the given literals, numbered `2 * feature + negated`."""
        names = subproblem.data.feature_names
        children = [
            Literal(names[code >> 1], bool(code & 1) ^ self.mirrored) for code in map(int, literals)
        ]
        if self.size == 1:
            return children[0]
        return Node(subproblem.operator, tuple(children), self.k, subproblem.negated)


def cases(subproblem: Subproblem) -> list[Case]:
    """All cases of a subproblem of depth one, small ones first, without mirror images."""
    operator, found = subproblem.operator, {}
    assert isinstance(operator, Operator)
    most = min(subproblem.max_num_literals, subproblem.data.num_features)
    for size in range(subproblem.min_num_literals, most + 1):
        if size == 1:
            found[1, 0b10] = Case(1, None, 0b10, False)
        elif operator.takes(size):
            for k in operator.parameter_values(size):
                mask = operator.mask(size, k)
                mask ^= (1 << size + 1) - 1 if subproblem.negated else 0
                mirror = int(format(mask, f"0{size + 1}b")[::-1], 2)
                found.setdefault(
                    (size, max(mask, mirror)), Case(size, k, max(mask, mirror), mirror > mask)
                )
    return list(found.values())


def refusal(subproblem: Subproblem) -> str | None:
    """Why the built-in solvers cannot take the operator or size of a subproblem, if so."""
    if not isinstance(subproblem.operator, Operator):
        return f"{subproblem.operator.name} is not an operator that counts its true children"
    if min(subproblem.max_num_literals, subproblem.data.num_features) > MAX_LITERALS:
        return f"{subproblem.max_num_literals} literals are more than {MAX_LITERALS}"
    return None


class ExactBackend:
    """Gives the optimum with its proof, or the best found with a bound when time runs out."""

    def supports(self, subproblem: Subproblem) -> str | None:
        """None, or the reason why the subproblem cannot be taken."""
        if subproblem.shape != "depth-one":
            return f"exact solves depth-one subproblems only, not {subproblem.shape}"
        return refusal(subproblem)

    def solve(
        self, subproblem: Subproblem, *, time_limit: float, seed: int | None = None
    ) -> Solution:
        """The best rule, proven unless `time_limit` seconds were too few."""
        warm_up()
        return _Run(subproblem, time_limit).solve()


class _Run:
    """One call: what is best so far, and what is still open."""

    def __init__(self, subproblem: Subproblem, time_limit: float) -> None:
        self.subproblem, self.started = subproblem, time.perf_counter()
        self.deadline = self.started + time_limit
        self.data: WeightedColumns = weighted_columns(subproblem.data)
        self.best: tuple[float, Case, NDArray[np.int64]] | None = None
        self.nodes = 0
        self.budget = _FIRST_SLICE

    def solve(self) -> Solution:
        todo = cases(self.subproblem)
        if not todo:
            return Solution("infeasible", message=self._infeasible())
        bound = -math.inf
        for case in todo:
            bound = max(bound, self._solve_case(case))
        assert self.best is not None
        ...
