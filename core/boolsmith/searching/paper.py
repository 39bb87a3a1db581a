"""The strategy `paper`: the published algorithm, annealing over random local moves."""

from __future__ import annotations

import numpy as np

from boolsmith.engine import anneal as kernel
from boolsmith.rules import Rule
from boolsmith.searching.kernel_start import TRACE_STRETCHES, KernelStart
from boolsmith.searching.result import ScoredRule, Trace


class PaperStart(KernelStart):
    """A start of the paper's algorithm."""

    kernel = kernel
    entry = staticmethod(kernel.anneal)

    def begin(self) -> None:
        """Set up temperatures and counters."""
        iterations = self.settings.num_iterations or 1
        self.temperatures = self.settings.temperatures
        self.state.num_iterations = iterations
        self.state.burn_in = self.settings.num_iterations_burn_in
        self.stretches = np.zeros((min(TRACE_STRETCHES, iterations), 3))
        self.proposed_at: list[int] = []

    def progress(self) -> tuple[int, float]:
        """Return how many iterations are done, and which share of all that is."""
        return int(self.state.iteration), float(self.state.iteration / self.state.num_iterations)

    def take(self, rule: Rule, scored: ScoredRule) -> bool:
        """Go on from a rule proposed by Python if it is accepted, as a local move would be."""
        objective = scored.objective + self.problem.base_cost
        difference = objective - float(self.state.current)
        accepted = self.accepts(difference, float(self.temperatures[self.state.iteration]))
        if accepted:
            self.state.current = objective
            self.rules[kernel.CURRENT_RULE] = self.layout.encode(rule)
        return accepted

    def proposed(self, accepted: bool) -> None:
        """Count a proposal by Python as an iteration; it begins a new wait."""
        iteration = int(self.state.iteration)
        row = iteration * len(self.stretches) // int(self.state.num_iterations)
        self.stretches[row] += (1, accepted, 0)
        self.stretches[row, 2] = self.state.current
        self.proposed_at.append(iteration + 1)
        self.state.iteration += 1
        self.state.since_improvement = 0

    def trace(self) -> Trace:
        """Return objective, acceptance and temperature by stretch of iterations."""
        done = self.stretches[:, 0] > 0
        ends = np.cumsum(self.stretches[done, 0]).astype(np.int64)
        return Trace(
            ends,
            self.stretches[done, 2].copy(),
            self.stretches[done, 1] / self.stretches[done, 0],
            self.temperatures[ends - 1] if len(ends) else np.zeros(0),
            np.array(self.proposed_at, dtype=np.int64),
        )
