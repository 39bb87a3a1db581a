"""Starts: the state of one run of a kernel, advanced chunk by chunk."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator, Mapping
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.engine import anneal as paper
from boolsmith.engine import descend as sweep
from boolsmith.engine import layout as at
from boolsmith.engine.jit import is_compiled
from boolsmith.engine.objective import WORST
from boolsmith.engine.problem import Problem
from boolsmith.rules import Rule
from boolsmith.searching.result import StartResult, Trace
from boolsmith.searching.settings import Settings

FINISHED, CHUNK_DONE, NEEDS_MOVE = sweep.FINISHED, sweep.CHUNK_DONE, sweep.NEEDS_MOVE
FOREVER = 2**62
TRACE_STRETCHES = 200
_CHUNK_SECONDS = 0.03
_SWEEP_EFFORT = 10**9  # words swept by a start at effort 1: about a third of a second
_FEW_VISITS = 20_000  # a start that makes fewer on a large table gets more time for them,
_MOST_EFFORT = 5.0  # but not more than so many times as much
_CAPS = (1.0, 0.5, 1.0, 0.67)  # bounds of starts on large tables, as a part of that of all
_LOWEST_CAP = 6
_SWEEP_TEMPERATURE = 0.001
_SWEEP_FAILURES = 300


def ready(problem: Problem, settings: Settings) -> float:
    """Have the kernel of the strategy compiled, or loaded; gives the seconds that took."""
    begun = time.perf_counter()
    kind = KINDS[settings.strategy.name]
    if not is_compiled(kind.entry()):
        print(  # noqa: T201
            "boolsmith: compiling the search engine, once on this machine; please wait",
            file=sys.stderr,
        )
    kind(problem, settings, 0, None).run_chunk(problem.worker_dims(0), 0)
    return time.perf_counter() - begun


class Start:
    """One start of a strategy. Advancing it never depends on how it is cut into chunks."""

    kernel: Any
    first_chunk = 64

    def __init__(
        self, problem: Problem, settings: Settings, index: int, given: Rule | None
    ) -> None:
        self.problem, self.settings, self.index = problem, settings, index
        self.given = given is not None
        capacity = problem.bounds.max_complexity
        sequence = np.random.SeedSequence(settings.seed, spawn_key=(index,))
        self.rng = sequence.generate_state(4, np.uint64)
        self.python_rng = np.random.default_rng(sequence.spawn(1)[0])
        self.rules = np.full((4, capacity + 2, at.NODE_FIELDS), -1, dtype=np.int64)
        self.archive = np.full((capacity + 1, capacity + 2, at.NODE_FIELDS), -1, dtype=np.int64)
        self.scores = np.full(capacity + 1, -np.inf)
        self.finished = False
        self._chunk = self.first_chunk
        self.prepare()
        if given is not None:
            self.rules[0] = problem.encode(given)
            self.state[self.kernel.STARTED] = self.kernel.FROM_GIVEN

    state: NDArray[np.int64]
    floats: NDArray[np.float64]

    @classmethod
    def entry(cls) -> Any:
        """The kernel that the strategy runs."""
        raise TypeError("a strategy has a kernel")

    def prepare(self) -> None:
        """Set up the state that is particular to the strategy."""
        raise TypeError("a strategy sets up its own state")

    def run_chunk(self, dims: NDArray[np.int64], chunk: int) -> int:
        """Run the kernel for a chunk."""
        raise TypeError("a strategy runs its own kernel")

    def advance(self, dims: NDArray[np.int64]) -> int:
        """Run for a few hundredths of a second; gives why the kernel came back."""
        begun = time.perf_counter()
        reason = self.run_chunk(dims, self._chunk)
        seconds = time.perf_counter() - begun
        if seconds < _CHUNK_SECONDS / 2:
            self._chunk = min(2 * self._chunk, FOREVER)
        elif seconds > 2 * _CHUNK_SECONDS:
            self._chunk = max(1, self._chunk // 2)
        self.finished = reason == FINISHED
        return reason

    @property
    def objective(self) -> float:
        """The best objective of this start so far."""
        return float(self.floats[self.kernel.BEST])

    @property
    def current(self) -> Rule:
        """The rule the start is at."""
        return self.problem.decode(self.rules[self.kernel.CURRENT_RULE])

    def take(self, rule: Rule) -> None:
        """Go on from another rule, proposed by Python."""
        self.rules[self.kernel.CURRENT_RULE] = self.problem.encode(rule)

    def result(self) -> StartResult:
        """What the start found."""
        found = self.floats[self.kernel.BEST_SCORE] > WORST
        return StartResult(
            index=self.index,
            rule=self.problem.decode(self.rules[self.kernel.BEST_RULE]) if found else None,
            score=float(self.floats[self.kernel.BEST_SCORE]),
            objective=self.objective,
            moves=self.moves,
            trace=self.trace(),
            finished=self.finished,
        )

    @property
    def moves(self) -> int:
        """How many rules the start has scored."""
        raise TypeError("a strategy counts its own moves")

    def trace(self) -> Trace:
        """How the start went."""
        raise TypeError("a strategy keeps its own trace")

    def fraction(self) -> float:
        """How much of the start is done, from 0 to 1."""
        raise TypeError("a strategy knows its own end")


class PaperStart(Start):
    """A start of the paper's algorithm: annealing over random local moves."""

    kernel = paper

    @classmethod
    def entry(cls) -> Any:
        """The annealing kernel."""
        return paper.anneal

    def prepare(self) -> None:
        """Set up temperatures and counters."""
        iterations = self.settings.num_iterations or 1
        self.temperatures = self.settings.temperatures
        self.state = np.zeros(paper.STATE_COUNT, dtype=np.int64)
        self.state[paper.NUM_ITERATIONS] = iterations
        self.state[paper.BURN_IN] = self.settings.num_iterations_burn_in
        self.state[paper.PATIENCE] = self.settings.patience if self.settings.proposes else 0
        self.floats = np.full(3, -np.inf)
        self.stretches = np.zeros((min(TRACE_STRETCHES, iterations), 3))
        self.proposals: list[int] = []

    def run_chunk(self, dims: NDArray[np.int64], chunk: int) -> int:
        """Run so many iterations."""
        p = self.problem
        return int(
            paper.anneal(  # type: ignore[no-untyped-call]
                p.arena, dims, p.coefs, p.table.params, p.table.masks, p.table.ranges,
                self.temperatures, self.state, self.floats, self.rng, self.rules, self.archive,
                self.scores, self.stretches, chunk,
            )
        )  # fmt: skip

    def proposed(self, accepted: bool) -> None:
        """Count a proposal by Python as an iteration; it begins a new wait."""
        iteration = int(self.state[paper.ITERATION])
        row = iteration * len(self.stretches) // int(self.state[paper.NUM_ITERATIONS])
        self.stretches[row] += (1, accepted, 0)
        self.stretches[row, 2] = self.floats[paper.CURRENT]
        self.proposals.append(iteration + 1)
        self.state[paper.ITERATION] += 1
        self.state[paper.SINCE_IMPROVEMENT] = 0

    @property
    def moves(self) -> int:
        """How many rules the start has scored."""
        return int(self.state[paper.ITERATION])

    def fraction(self) -> float:
        """How much of the start is done."""
        return float(self.state[paper.ITERATION] / self.state[paper.NUM_ITERATIONS])

    def trace(self) -> Trace:
        """Objective, acceptance and temperature by stretch of iterations."""
        done = self.stretches[:, 0] > 0
        ends = np.cumsum(self.stretches[done, 0]).astype(np.int64)
        return Trace(
            ends,
            self.stretches[done, 2].copy(),
            self.stretches[done, 1] / self.stretches[done, 0],
            self.temperatures[ends - 1] if len(ends) else np.zeros(0),
            np.array(self.proposals, dtype=np.int64),
        )


class SweepStart(Start):
    """A start of the default strategy: iterated local search over sweeps."""

    kernel = sweep
    first_chunk = 200_000

    @classmethod
    def entry(cls) -> Any:
        """The descending kernel."""
        return sweep.descend

    def prepare(self) -> None:
        """Set up budgets and counters."""
        settings = self.settings
        unlimited = settings.num_iterations is not None or settings.time_limit is not None
        visit = self.problem.dims[at.D_FEATURES] * self.problem.dims[at.D_WORDS] + sweep.VISIT_COST
        wanted = _FEW_VISITS * visit / _SWEEP_EFFORT
        work = _SWEEP_EFFORT * settings.effort * min(max(1.0, wanted), _MOST_EFFORT)
        self.cap = self.problem.bounds.max_complexity
        if wanted > 0.3 and not (unlimited or settings.proposes or self.given):
            # Then there is one climb or two: some starts end it lower, for the rules in between.
            share = _CAPS[self.index % len(_CAPS)]
            lowest = max(_LOWEST_CAP, int(self.problem.dims[at.D_MIN_INITIAL]) + 1)
            self.cap = min(self.cap, max(lowest, math.ceil(share * self.cap)))
        self.state = np.zeros(sweep.STATE_COUNT, dtype=np.int64)
        self.state[sweep.NUM_ITERATIONS] = settings.num_iterations or FOREVER
        self.state[sweep.MAX_WORK] = FOREVER if unlimited else int(work)
        self.state[sweep.MAX_FAILURES] = _SWEEP_FAILURES
        self.state[sweep.PATIENCE] = settings.patience if settings.proposes else 0
        self.floats = np.full(sweep.FLOAT_COUNT, -np.inf)
        self.floats[sweep.TEMPERATURE] = _SWEEP_TEMPERATURE
        self.history = np.zeros((TRACE_STRETCHES, 2))

    def run_chunk(self, dims: NDArray[np.int64], chunk: int) -> int:
        """Sweep about so many words, or a first chunk of some."""
        p = self.problem
        if self.cap < p.bounds.max_complexity:
            dims = dims.copy()
            dims[at.D_MAX_COMPLEXITY] = self.cap
        return int(
            sweep.descend(  # type: ignore[no-untyped-call]
                p.arena, p.transposed, dims, p.coefs, p.table.params, p.table.masks,
                p.table.ranges, self.state, self.floats, self.rng, self.rules, self.archive,
                self.scores, self.history, chunk,
            )
        )  # fmt: skip

    def take(self, rule: Rule) -> None:
        """Go on from another rule, which may be larger than the present restart allowed."""
        super().take(rule)
        self.state[sweep.LIMIT] = self.problem.bounds.max_complexity

    @property
    def moves(self) -> int:
        """How many rules the start has scored."""
        return int(self.state[sweep.LITERALS_SCORED])

    def fraction(self) -> float:
        """How much of the start is done."""
        by_work = self.state[sweep.WORK] / self.state[sweep.MAX_WORK]
        by_kicks = self.state[sweep.ITERATION] / self.state[sweep.NUM_ITERATIONS]
        return float(min(1.0, max(by_work, by_kicks)))

    def trace(self) -> Trace:
        """The best objective at each improvement."""
        n = int(self.state[sweep.IMPROVEMENTS])
        kicks = max(1, int(self.state[sweep.ITERATION]))
        return Trace(
            self.history[:n, 0].astype(np.int64),
            self.history[:n, 1].copy(),
            np.full(n, self.state[sweep.ACCEPTED] / kicks),
            np.full(n, self.floats[sweep.TEMPERATURE]),
        )


KINDS: dict[str, type[Start]] = {"paper": PaperStart, "sweep": SweepStart}


@attrs.frozen
class Found:
    """The best rule of a complexity in an archive."""

    score: float
    rule: Rule


class ArchiveView(Mapping[int, Rule]):
    """The best rules of a start by complexity, decoded only when asked for."""

    def __init__(self, start: Start) -> None:
        self._start = start

    def __getitem__(self, complexity: int) -> Rule:
        if complexity not in set(self):
            raise KeyError(complexity)
        return self._start.problem.decode(self._start.archive[complexity])

    def __iter__(self) -> Iterator[int]:
        return (c for c, score in enumerate(self._start.scores) if score > WORST)

    def __len__(self) -> int:
        return int(np.count_nonzero(self._start.scores > WORST))


def archive_rules(start: Start) -> dict[int, Found]:
    """The best rule of every complexity that a start came across."""
    return {
        complexity: Found(float(score), start.problem.decode(start.archive[complexity]))
        for complexity, score in enumerate(start.scores)
        if score > WORST
    }
