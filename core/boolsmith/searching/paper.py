"""The strategy `paper`: the published algorithm, annealing over random local moves."""

from __future__ import annotations

from typing import Any

import numpy as np

from boolsmith.engine import anneal as kernel
from boolsmith.rules import Rule
from boolsmith.searching.kernel_start import TRACE_STRETCHES, KernelStart
from boolsmith.searching.result import ScoredRule, Trace


class PaperStart(KernelStart):
    """A start of the paper's algorithm."""

    kernel = kernel

    @classmethod
    def entry(cls) -> Any:
        """Return the annealing kernel."""
        return kernel.anneal

    def begin(self) -> None:
        """Set up temperatures and counters."""
        settings = self.settings
        iterations = settings.num_iterations or 1
        burn_in = settings.num_iterations_burn_in
        self.temperatures = settings.temperatures
        self.state = np.zeros(kernel.STATE_COUNT, dtype=np.int64)
        self.state[kernel.NUM_ITERATIONS] = iterations
        self.state[kernel.BURN_IN] = iterations // 3 if burn_in is None else burn_in
        self.state[kernel.PATIENCE] = settings.patience if settings.proposes else 0
        self.floats = np.full(3, -np.inf)
        self.stretches = np.zeros((min(TRACE_STRETCHES, iterations), 3))
        self.proposed_at: list[int] = []

    def run_chunk(self, chunk: int) -> int:
        """Run so many iterations."""
        p = self.flat
        reason = int(
            kernel.anneal(  # type: ignore[no-untyped-call]
                p.arena, self.dims, p.coefs, p.table.params, p.table.masks, p.table.ranges,
                self.temperatures, self.state, self.floats, self.words, self.rules, self.kept,
                self.scores, self.stretches, chunk,
            )
        )  # fmt: skip
        self.moves = int(self.state[kernel.ITERATION])
        self.fraction = self.moves / int(self.state[kernel.NUM_ITERATIONS])
        return reason

    def take(self, rule: Rule, scored: ScoredRule) -> bool:
        """Go on from a rule proposed by Python if it is accepted, as a local move would be."""
        objective = scored.objective + self.problem.base_cost
        difference = objective - float(self.floats[kernel.CURRENT])
        temperature = float(self.temperatures[self.state[kernel.ITERATION]])
        accepted = self.accepts(difference, temperature)
        if accepted:
            self.floats[kernel.CURRENT] = objective
            self.rules[kernel.CURRENT_RULE] = self.flat.encode(rule)
        return accepted

    def proposed(self, accepted: bool) -> None:
        """Count a proposal by Python as an iteration; it begins a new wait."""
        iteration = int(self.state[kernel.ITERATION])
        row = iteration * len(self.stretches) // int(self.state[kernel.NUM_ITERATIONS])
        self.stretches[row] += (1, accepted, 0)
        self.stretches[row, 2] = self.floats[kernel.CURRENT]
        self.proposed_at.append(iteration + 1)
        self.state[kernel.ITERATION] += 1
        self.state[kernel.SINCE_IMPROVEMENT] = 0

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
