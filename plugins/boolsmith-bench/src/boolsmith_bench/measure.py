"""Measuring kernels: how much they do in a second of processor time, and of wall-clock time."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np
from boolsmith.data import PackedData
from boolsmith.searching.kernel_start import KernelStart
from boolsmith.searching.problem import pose
from boolsmith.searching.settings import Settings
from boolsmith.searching.start import start_class

from boolsmith_bench.limit import count_pairs

MAX_DEPTH, REGULARIZATION = 3, 1e-4  # what boolxai has by default, so that both do the same
_PILOT_MOVES = 2000
_PILOT_SWEEPS = 50
_LIMIT_RUNS = 2000


@attrs.frozen
class Rate:
    """How much was done per second of processor time, and per second by the clock on the wall.

    With several threads the first is the sum over threads: what they reach if each has a core.
    """

    cpu: float
    wall: float

    def better(self, other: Rate | None) -> Rate:
        """Return the better figure of two measurements, by each clock."""
        if other is None:
            return self
        return Rate(max(self.cpu, other.cpu), max(self.wall, other.wall))


def settings_for(strategy: str, complexity: int, num_iterations: int, threads: int) -> Settings:
    """Return a search as the benchmark runs it: the paper's schedule, all five operators."""
    given: dict[str, Any] = {
        "strategy": strategy, "max_complexity": complexity, "max_depth": MAX_DEPTH,
        "regularization": REGULARIZATION, "num_iterations": num_iterations, "seed": 1,
        "num_starts": threads, "num_threads": threads,
    }  # fmt: skip
    return Settings(**given)


class Workload:
    """A strategy on some data, with as much work to a measurement as takes the given seconds.

    The work is iterations for the strategy `paper` and words swept for `sweep`.
    """

    def __init__(
        self, strategy: str, data: PackedData, complexity: int, threads: int, seconds: float
    ) -> None:
        self.strategy, self.data, self.complexity, self.threads = (
            strategy, data, complexity, threads,
        )  # fmt: skip
        moves = strategy == "paper"
        self.work = _PILOT_MOVES if moves else _PILOT_SWEEPS * (data.words.size + 2000)
        self.problem = pose(data, self._settings())
        self._start(0).run_chunk(0)  # compile, or load
        start = self._start(0)
        begun = time.thread_time()
        start.run_chunk(self.work)
        spent = max(1e-6, time.thread_time() - begun)
        self.work = max(10 if moves else data.words.size, int(self.work * seconds / spent))
        self.problem = pose(data, self._settings())

    def rate(self, threads: int = 1) -> Rate:
        """Return the moves, or literals scored, per second when so many threads run at once."""
        return self.run([self._start(index) for index in range(threads)])

    def runs_per_move(self) -> tuple[float, float]:
        """Return how many runs of words scoring a move touches: of columns, and of buffers.

        Columns are the children of the operators evaluated again (a child that is an operator
        counts as one). Buffers are what these operators write, and the root's once more to count.
        """
        start = self._start(0)
        self.run([start])
        runs, buffers = start.state.runs / start.moves, start.state.buffers
        return runs - buffers / start.moves, buffers / start.moves + 1

    def limit(self) -> Rate:
        """Return the moves per second if And and population count were all there is."""
        columns, buffers = self.runs_per_move()
        words, rng = self.data.num_words, np.random.default_rng(0)
        problem = self._start(0).flat_problem
        arena, numbers = problem.arena, problem.numbers
        own = rng.random(_LIMIT_RUNS) < buffers / (columns + buffers)
        starts = np.where(
            own,
            numbers.slot_base + words * rng.integers(0, numbers.num_slots, size=_LIMIT_RUNS),
            words * rng.integers(0, self.data.num_features, size=_LIMIT_RUNS),
        ).astype(np.uint64)
        count_pairs(arena, starts[:2], words)  # compile, or load
        moves = _LIMIT_RUNS / (columns + buffers)
        repeats = max(1, int(1e8 / (_LIMIT_RUNS * words)))
        begun = time.thread_time(), time.perf_counter()
        for _ in range(repeats):
            count_pairs(arena, starts, words)
        cpu, wall = time.thread_time() - begun[0], time.perf_counter() - begun[1]
        return Rate(repeats * moves / cpu, repeats * moves / wall)

    def run(self, starts: Sequence[KernelStart]) -> Rate:
        """Run starts side by side, each to the end of its work."""
        spent = [0.0] * len(starts)

        def run(index: int) -> None:
            begun = time.thread_time()
            starts[index].run_chunk(self.work)
            spent[index] = time.thread_time() - begun

        threads = [threading.Thread(target=run, args=(i,)) for i in range(1, len(starts))]
        begun = time.perf_counter()
        for thread in threads:
            thread.start()
        run(0)
        for thread in threads:
            thread.join()
        wall = time.perf_counter() - begun
        cpu = sum(start.moves / seconds for start, seconds in zip(starts, spent, strict=True))
        return Rate(cpu, sum(start.moves for start in starts) / wall)

    def _settings(self) -> Settings:
        iterations = self.work if self.strategy == "paper" else 2**40
        return settings_for(self.strategy, self.complexity, iterations, self.threads)

    def _start(self, index: int) -> KernelStart:
        start = start_class(self.problem.settings)(self.problem, index, worker=index)
        assert isinstance(start, KernelStart)
        return start
