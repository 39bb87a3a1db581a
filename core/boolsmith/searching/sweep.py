"""The strategy `sweep`: iterated local search that scores all literals at a place at once."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from boolsmith.engine import descend as kernel
from boolsmith.engine import layout as at
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
    first_chunk = 200_000

    @classmethod
    def entry(cls) -> Any:
        """Return the descending kernel."""
        return kernel.descend

    def begin(self) -> None:
        """Set up budgets and counters."""
        settings, dims = self.settings, self.dims
        unlimited = settings.num_iterations is not None or settings.time_limit is not None
        visit = dims[at.D_FEATURES] * dims[at.D_WORDS] + kernel.VISIT_COST
        wanted = _FEW_VISITS * visit / _EFFORT
        work = _EFFORT * settings.effort * min(max(1.0, wanted), _MOST_EFFORT)
        if wanted > 0.3 and not (unlimited or settings.proposes or self.given is not None):
            # Then there is one climb or two: some starts end it lower, for the rules in between.
            share, most = _CAPS[self.index % len(_CAPS)], self.problem.bounds.max_complexity
            lowest = max(_LOWEST_CAP, int(dims[at.D_MIN_INITIAL]) + 1)
            dims[at.D_MAX_COMPLEXITY] = min(most, max(lowest, math.ceil(share * most)))
        self.state = np.zeros(kernel.STATE_COUNT, dtype=np.int64)
        self.state[kernel.NUM_ITERATIONS] = settings.num_iterations or FOREVER
        self.state[kernel.MAX_WORK] = FOREVER if unlimited else int(work)
        self.state[kernel.MAX_FAILURES] = _FAILURES
        self.state[kernel.PATIENCE] = settings.patience if settings.proposes else 0
        self.floats = np.full(kernel.FLOAT_COUNT, -np.inf)
        self.floats[kernel.TEMPERATURE] = _TEMPERATURE
        self.history = np.zeros((TRACE_STRETCHES, 2))

    def run_chunk(self, chunk: int) -> int:
        """Sweep about so many words, or a first chunk of some."""
        p = self.flat
        reason = int(
            kernel.descend(  # type: ignore[no-untyped-call]
                p.arena, p.transposed, self.dims, p.coefs, p.table.params, p.table.masks,
                p.table.ranges, self.state, self.floats, self.words, self.rules, self.kept,
                self.scores, self.history, chunk,
            )
        )  # fmt: skip
        self.moves = int(self.state[kernel.LITERALS_SCORED])
        by_work = self.state[kernel.WORK] / self.state[kernel.MAX_WORK]
        by_kicks = self.state[kernel.ITERATION] / self.state[kernel.NUM_ITERATIONS]
        self.fraction = float(min(1.0, max(by_work, by_kicks)))
        return reason

    def take(self, rule: Rule, scored: ScoredRule) -> bool:
        """Go on from a rule proposed by Python, which may be larger than this climb allowed."""
        self.rules[kernel.CURRENT_RULE] = self.flat.encode(rule)
        self.state[kernel.LIMIT] = self.problem.bounds.max_complexity
        return True

    def trace(self) -> Trace:
        """Return the best objective at each improvement."""
        n = int(self.state[kernel.IMPROVEMENTS])
        kicks = max(1, int(self.state[kernel.ITERATION]))
        return Trace(
            self.history[:n, 0].astype(np.int64),
            self.history[:n, 1].copy(),
            np.full(n, self.state[kernel.ACCEPTED] / kicks),
            np.full(n, self.floats[kernel.TEMPERATURE]),
        )
