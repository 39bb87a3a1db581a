"""The exact solver: the best rule of depth one, with a proof.

The work is done by compiled searches, one for each number of literals and each set of accepted
counts that is not the mirror of another: AtLeast over some literals is AtMost over their opposites.
"""

from __future__ import annotations

import math
import time
from functools import cache

import numpy as np

from boolsmith.data import pack
from boolsmith.engine.exact_search import NODES, WORK
from boolsmith.subproblems import local
from boolsmith.subproblems.backend import check_time_limit
from boolsmith.subproblems.cases import Case, Incumbent, cases, infeasible, refusal
from boolsmith.subproblems.columns import weighted_columns
from boolsmith.subproblems.local import descend
from boolsmith.subproblems.problem import Solution, Subproblem
from boolsmith.subproblems.searches import CaseSearch

_FIRST_SLICE = 100_000  # units of work, about a millisecond
_SLICE_SECONDS = 0.01
_EASY_SECONDS = 0.1  # what takes longer deserves a better incumbent
_HARD_ROUNDS = 30


class ExactBackend:
    """Finds the optimum with its proof, or a rule and a bound when time runs out."""

    def supports(self, subproblem: Subproblem) -> str | None:
        """Return the reason why the subproblem cannot be taken, or None."""
        if subproblem.shape != "depth-one":
            return f"exact solves subproblems of depth one only, not {subproblem.shape}"
        return refusal(subproblem)

    def solve(
        self, subproblem: Subproblem, *, time_limit: float, seed: int | None = None
    ) -> Solution:
        """Return the best rule, proven unless `time_limit` seconds were too few."""
        check_time_limit(time_limit, finite=False)
        warm_up()
        todo = cases(subproblem)
        if not todo:
            return infeasible(subproblem)
        return _Proof(subproblem, time_limit).solve(todo, seed or 0)


class _Proof:
    """One call: what is best so far, and how much time is left."""

    def __init__(self, subproblem: Subproblem, time_limit: float) -> None:
        self.started = time.perf_counter()
        self.deadline = self.started + time_limit
        self.data = weighted_columns(subproblem.data)
        self.incumbent = Incumbent(subproblem, self.data)
        self.nodes, self.tried_hard = 0, False
        self.budget, self.sliced = _FIRST_SLICE, self.started

    def solve(self, todo: list[Case], seed: int) -> Solution:
        """Return the best rule of the cases, with what is proven of it."""
        descend(self.incumbent, todo, 2, seed=seed, deadline=self.deadline)
        bounds = [self._bound(case, todo) for case in todo]
        bound = max(self.incumbent.objective, *bounds)
        proven = bound <= self.incumbent.objective
        return self.incumbent.solution(
            "optimal" if proven else "feasible",
            bound=bound + self.data.slack,  # of weights beyond 44 bits, some 1e-12 of the total
            nodes=self.nodes,
            seconds=time.perf_counter() - self.started,
        )

    def _bound(self, case: Case, todo: list[Case]) -> float:
        """Search a case; return what it could hold beyond the incumbent, -inf if nothing."""
        if case.is_easy:
            descend(self.incumbent, [case], 1, seed=0, deadline=math.inf)
            return -math.inf
        columns, beat = self.data.columns, self.incumbent.to_beat(case)
        total = int(np.dot(np.bitwise_count(columns.valid), columns.weights))
        if total <= beat:
            return -math.inf
        if time.perf_counter() > self.deadline:
            return self.incumbent.in_units(case, total)
        search = CaseSearch(columns, case, beat, self._least(case, todo))
        while not search.run(self.budget):
            if not self._go_on(int(search.numbers[WORK])):
                break
            if not self.tried_hard and time.perf_counter() > self.started + _EASY_SECONDS:
                # The problem turned out long: look for a better incumbent.
                self.tried_hard = True
                self.incumbent.offer(case, search.best, search.literals)
                descend(self.incumbent, todo, _HARD_ROUNDS, seed=1, deadline=self.deadline)
                search.best = self.incumbent.to_beat(case)
        self.nodes += int(search.numbers[NODES])
        self.incumbent.offer(case, search.best, search.literals)
        left = min(total, search.remaining() + 0.5)
        if left < search.best + 1:
            return -math.inf
        return self.incumbent.in_units(case, math.floor(left))

    def _least(self, case: Case, todo: list[Case]) -> int:
        """Return what each literal of an And or Or must change: nothing, or at least one unit.

        One that changes nothing can be left out, unless the rule without it is none of the cases
        that were searched before, or costs more.
        """
        without = [c for c in todo if c.size == case.size - 1]
        searched = any(c.size == 1 or c.is_and == case.is_and for c in without if c.is_and_or_or)
        return int(searched and self.incumbent.subproblem.regularization >= 0)

    def _go_on(self, work: int) -> bool:
        """Return whether time is left for a slice; its budget follows the speed of the last."""
        now = time.perf_counter()
        speed = work / max(now - self.sliced, 1e-6)
        self.sliced = now
        aim = speed * min(_SLICE_SECONDS, self.deadline - now)
        self.budget = int(max(1000, min(2 * self.budget, aim)))
        return now < self.deadline


@cache
def warm_up() -> None:
    """Compile, or load what was compiled before, so that time limits are about solving."""
    local.warm_up("depth-one")
    columns = weighted_columns(pack([[0, 0, 1], [1, 1, 0]], [0, 1])).columns
    for accepted in (0b1000, 0b0110):  # one for each compiled search
        CaseSearch(columns, Case(3, None, accepted, False), -1, 0).run(1)
