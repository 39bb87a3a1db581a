"""The strategy `sweep`: iterated local search that scores all literals at a place at once."""

from __future__ import annotations

import math

import numpy as np

from boolsmith.engine import descend as kernel
from boolsmith.rules import Rule
from boolsmith.searching.kernel_start import FOREVER, TRACE_STRETCHES, KernelStart
from boolsmith.searching.result import ScoredRule, Trace

_EFFORT = 10**9  # words swept by a start at effort 1: about a third of a second
_FEW_VISITS = 20_000  # a start that makes fewer on a large table gets more time for them,
_MOST_EFFORT = 5.0  # but not more than so many times as much
_CAPS = (1.0, 0.5, 1.0, 0.67)  # bounds of starts on large tables, as a part of that of all
_LOWEST_CAP = 6
_TEMPERATURE = 0.001
_FAILURES = 300


class SweepStart(KernelStart):
    """A start of the default strategy."""

    kernel = kernel
    entry = staticmethod(kernel.descend)
    transpose = True
    first_chunk = 200_000

    def begin(self) -> None:
        """Set up budgets and counters."""
        settings, numbers = self.settings, self.flat_problem.numbers
        unlimited = settings.num_iterations is not None or settings.time_limit is not None
        visit = numbers.features * numbers.words + kernel.VISIT_COST
        wanted = _FEW_VISITS * visit / _EFFORT
        cap = self.problem.bounds.max_complexity
        if wanted > 0.3 and not (unlimited or settings.proposes or self.given is not None):
            # Then there is one climb or two: some starts end it lower, for the rules in between.
            share, lowest = _CAPS[self.index % len(_CAPS)], int(numbers.min_initial) + 1
            cap = min(cap, max(_LOWEST_CAP, lowest, math.ceil(share * cap)))
        work = FOREVER
        if not unlimited:
            work = int(_EFFORT * settings.effort * min(max(1.0, wanted), _MOST_EFFORT))
        self.state.num_iterations = settings.num_iterations or FOREVER
        self.state.max_work = work
        self.state.max_failures = _FAILURES
        self.state.cap = cap
        self.temperatures = np.array([_TEMPERATURE])
        self.stretches = np.zeros((TRACE_STRETCHES, 2))

    def progress(self) -> tuple[int, float]:
        """Return how many literals were scored, and how much of the work or kicks is done."""
        by_work = self.state.work / self.state.max_work
        by_kicks = self.state.iteration / self.state.num_iterations
        return int(self.state.literals_scored), float(min(1.0, max(by_work, by_kicks)))

    def take(self, rule: Rule, scored: ScoredRule) -> bool:
        """Go on from a rule proposed by Python, which may be larger than this climb allowed."""
        self.rules[kernel.CURRENT_RULE] = self.layout.encode(rule)
        self.state.limit = self.problem.bounds.max_complexity
        return True

    def trace(self) -> Trace:
        """Return the best objective at each improvement."""
        n = int(self.state.improvements)
        kicks = max(1, int(self.state.iteration))
        return Trace(
            self.stretches[:n, 0].astype(np.int64),
            self.stretches[:n, 1].copy(),
            np.full(n, self.state.accepted / kicks),
            np.full(n, _TEMPERATURE),
        )
