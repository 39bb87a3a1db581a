"""Starts that a compiled kernel runs: in chunks, with its state in flat arrays."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boolsmith.engine import layout as at
from boolsmith.engine.descend import CHUNK_DONE, FINISHED, NEEDS_MOVE
from boolsmith.engine.jit import is_compiled
from boolsmith.engine.objective import WORST
from boolsmith.rules import Rule
from boolsmith.searching.problem import SearchProblem
from boolsmith.searching.result import Archive, ScoredRule
from boolsmith.searching.start import Start

FOREVER = 2**62
TRACE_STRETCHES = 200
_CHUNK_SECONDS = 0.03


class KernelStart(Start):
    """A start that a kernel runs. What it does never depends on how it is cut into chunks."""

    kernel: Any  # the module with the kernel and the fields of its state
    entry: Any  # the kernel itself
    transpose = False  # whether it sweeps, for which it needs the columns in another order
    first_chunk = 64
    temperatures: NDArray[np.float64]
    stretches: NDArray[np.float64]  # of the trace

    @classmethod
    def warm_up(cls, problem: SearchProblem) -> None:
        """Have the kernel compiled, or loaded."""
        if not is_compiled(cls.entry):
            print(  # noqa: T201
                "boolsmith: compiling the search engine, once on this machine; please wait",
                file=sys.stderr,
            )
        cls(problem, 0).run_chunk(0)

    def prepare(self) -> None:
        """Make room for rules, the archive and its scores."""
        self.layout = self.problem.layout(transpose=self.transpose)
        self.flat_problem = self.layout.for_worker(self.worker)
        capacity = self.problem.bounds.max_complexity
        self.rules = np.full((4, capacity + 2, at.NODE_FIELDS), -1, dtype=np.int64)
        self.kept = np.full((capacity + 1, capacity + 2, at.NODE_FIELDS), -1, dtype=np.int64)
        self.scores = np.full(capacity + 1, -np.inf)
        self.state = at.new_record(self.kernel.STATE)
        self.state.patience = self.settings.patience if self.settings.proposes else 0
        self.state.current = self.state.best = self.state.best_score = -np.inf
        self.begin()
        if self.given is not None:
            self.rules[0] = self.layout.encode(self.given)
            self.state.started = self.kernel.FROM_GIVEN
        self.flat_start = at.FlatStart(
            self.state, self.words, self.rules, self.kept, self.scores, self.stretches,
            self.temperatures,
        )  # fmt: skip

    def begin(self) -> None:
        """Set up temperatures, the trace, and what else of the state the strategy has."""
        raise NotImplementedError

    def run_chunk(self, chunk: int) -> int:
        """Run the kernel for a chunk; return why it came back."""
        reason = int(self.entry(self.flat_problem, self.flat_start, chunk))
        self.moves, self.fraction = self.progress()
        return reason

    def progress(self) -> tuple[int, float]:
        """Return how many rules the start has scored, and how much of it is done."""
        raise NotImplementedError

    def take(self, rule: Rule, scored: ScoredRule) -> bool:
        """Go on from a rule proposed by Python, if the strategy accepts it; return whether."""
        raise NotImplementedError

    def proposed(self, accepted: bool) -> None:
        """Take note of a proposal by Python."""

    def run(self) -> Iterator[None]:
        """Run the kernel in chunks of a few hundredths of a second; Python moves when it asks."""
        reason, chunk = CHUNK_DONE, self.first_chunk
        while reason != FINISHED:
            if reason == NEEDS_MOVE:
                self.proposed(self.propose(self.current, self.take))
            begun = time.perf_counter()
            reason = self.run_chunk(chunk)
            seconds = time.perf_counter() - begun
            if seconds < _CHUNK_SECONDS / 2:
                chunk = min(2 * chunk, FOREVER)
            elif seconds > 2 * _CHUNK_SECONDS:
                chunk = max(1, chunk // 2)
            yield

    @property
    def current(self) -> Rule:
        """The rule the start is at."""
        return self.layout.decode(self.rules[self.kernel.CURRENT_RULE])

    @property
    def objective(self) -> float:
        """The best objective so far, of a whole rule."""
        return float(self.state.best) - self.problem.base_cost

    def best(self) -> ScoredRule | None:
        """Return the rule of the best objective so far, as a whole rule."""
        score = float(self.state.best_score)
        if score <= WORST:
            return None
        rule = self.problem.whole(self.layout.decode(self.rules[self.kernel.BEST_RULE]))
        return ScoredRule(rule, score, self.objective)

    def archive(self) -> Archive:
        """Return the best rule of every complexity so far, scored anew by the metric."""
        found = Archive()
        found.keep(*map(self.problem.scored, self.kept_rules().values()))
        return found

    def kept_rules(self) -> Mapping[int, Rule]:
        """Return the best rules by complexity, decoded only when asked for."""
        return KeptRules(self)


class KeptRules(Mapping[int, Rule]):
    """The best rules of a start by complexity, decoded only when asked for."""

    def __init__(self, start: KernelStart) -> None:
        self._start = start

    def __getitem__(self, complexity: int) -> Rule:
        if complexity not in set(self):
            raise KeyError(complexity)
        return self._start.layout.decode(self._start.kept[complexity])

    def __iter__(self) -> Iterator[int]:
        return (c for c, score in enumerate(self._start.scores) if score > WORST)

    def __len__(self) -> int:
        return int(np.count_nonzero(self._start.scores > WORST))
