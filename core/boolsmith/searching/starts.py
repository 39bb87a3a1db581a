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
    kind = KINDS[settings.strategy]
    if not is_compiled(kind.entry()):
        print(  # noqa: T201
            "boolsmith: compiling the search engine, once on this machine; please wait",
            file=sys.stderr,
        )
    kind(problem, settings, 0, None).run_chunk(problem.for_worker(0), 0)
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
            self.state.started = self.kernel.FROM_GIVEN
        self.flat = at.FlatStart(
            self.state, self.rng, self.rules, self.archive, self.scores, self.stretches,
            self.temperatures,
        )  # fmt: skip

    state: Any  # a record of the kernel's STATE
    stretches: NDArray[np.float64]
    temperatures: NDArray[np.float64]

    @classmethod
    def entry(cls) -> Any:
        """The kernel that the strategy runs."""
        raise TypeError("a strategy has a kernel")

    def prepare(self) -> None:
        """Set up the state that is particular to the strategy."""
        raise TypeError("a strategy sets up its own state")

    def run_chunk(self, problem: at.FlatProblem, chunk: int) -> int:
        """Run the kernel for a chunk."""
        return int(self.entry()(problem, self.flat, chunk))

    def advance(self, problem: at.FlatProblem) -> int:
        """Run for a few hundredths of a second; gives why the kernel came back."""
        begun = time.perf_counter()
        reason = self.run_chunk(problem, self._chunk)
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
        return float(self.state.best)

    @property
    def current(self) -> Rule:
        """The rule the start is at."""
        return self.problem.decode(self.rules[self.kernel.CURRENT_RULE])

    def take(self, rule: Rule) -> None:
        """Go on from another rule, proposed by Python."""
        self.rules[self.kernel.CURRENT_RULE] = self.problem.encode(rule)

    def result(self) -> StartResult:
        """What the start found."""
        found = self.state.best_score > WORST
        return StartResult(
            index=self.index,
            rule=self.problem.decode(self.rules[self.kernel.BEST_RULE]) if found else None,
            score=float(self.state.best_score),
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
        self.state = at.new_record(paper.STATE)
        self.state.num_iterations = iterations
        self.state.burn_in = self.settings.num_iterations_burn_in
        self.state.patience = self.settings.patience if self.settings.proposes else 0
        self.state.current = self.state.best = self.state.best_score = -np.inf
        self.stretches = np.zeros((min(TRACE_STRETCHES, iterations), 3))
        self.proposals: list[int] = []

    def proposed(self, accepted: bool) -> None:
        """Count a proposal by Python as an iteration; it begins a new wait."""
        iteration = int(self.state.iteration)
        row = iteration * len(self.stretches) // int(self.state.num_iterations)
        self.stretches[row] += (1, accepted, 0)
        self.stretches[row, 2] = self.state.current
        self.proposals.append(iteration + 1)
        self.state.iteration += 1
        self.state.since_improvement = 0

    @property
    def moves(self) -> int:
        """How many rules the start has scored."""
        return int(self.state.iteration)

    def fraction(self) -> float:
        """How much of the start is done."""
        return float(self.state.iteration / self.state.num_iterations)

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
        numbers = self.problem.flat.numbers
        visit = numbers.features * numbers.words + sweep.VISIT_COST
        wanted = _FEW_VISITS * visit / _SWEEP_EFFORT
        work = _SWEEP_EFFORT * settings.effort * min(max(1.0, wanted), _MOST_EFFORT)
        cap = self.problem.bounds.max_complexity
        if wanted > 0.3 and not (unlimited or settings.proposes or self.given):
            # Then there is one climb or two: some starts end it lower, for the rules in between.
            share = _CAPS[self.index % len(_CAPS)]
            lowest = max(_LOWEST_CAP, int(numbers.min_initial) + 1)
            cap = min(cap, max(lowest, math.ceil(share * cap)))
        self.state = at.new_record(sweep.STATE)
        self.state.num_iterations = settings.num_iterations or FOREVER
        self.state.max_work = FOREVER if unlimited else int(work)
        self.state.max_failures = _SWEEP_FAILURES
        self.state.patience = settings.patience if settings.proposes else 0
        self.state.cap = cap
        self.state.current = self.state.best = self.state.best_score = -np.inf
        self.temperatures = np.array([_SWEEP_TEMPERATURE])
        self.stretches = np.zeros((TRACE_STRETCHES, 2))

    def take(self, rule: Rule) -> None:
        """Go on from another rule, which may be larger than the present restart allowed."""
        super().take(rule)
        self.state.limit = self.problem.bounds.max_complexity

    @property
    def moves(self) -> int:
        """How many rules the start has scored."""
        return int(self.state.literals_scored)

    def fraction(self) -> float:
        """How much of the start is done."""
        by_work = self.state.work / self.state.max_work
        by_kicks = self.state.iteration / self.state.num_iterations
        return float(min(1.0, max(by_work, by_kicks)))

    def trace(self) -> Trace:
        """The best objective at each improvement."""
        n = int(self.state.improvements)
        kicks = max(1, int(self.state.iteration))
        return Trace(
            self.stretches[:n, 0].astype(np.int64),
            self.stretches[:n, 1].copy(),
            np.full(n, self.state.accepted / kicks),
            np.full(n, self.temperatures[0]),
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
