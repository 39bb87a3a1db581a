"""The benchmark of the search engine: moves, sweeps, the machine's limit and a peer, in one run.

Everything that is compared is measured in turns and the best of several turns is kept, because
other programs only ever make a measurement worse.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence

import attrs
from boolsmith.data import PackedData

from boolsmith_bench.data import random_data
from boolsmith_bench.measure import Rate, Workload
from boolsmith_bench.peer import Peer
from boolsmith_bench.startup import Startup, time_to_first_move

Size = tuple[int, int]
SIZES: tuple[Size, ...] = ((569, 300), (30_000, 185), (130_000, 119), (1_000_000, 100))
COMPLEXITIES = (5, 10, 20)
GROWTH = (30_000, 100_000, 300_000, 1_000_000, 3_000_000)
_GROWTH_FEATURES, _GROWTH_COMPLEXITY = 100, 10


@attrs.frozen
class Plan:
    """What to measure, for how many seconds at a time, and how often."""

    sizes: tuple[Size, ...] = SIZES
    complexities: tuple[int, ...] = COMPLEXITIES
    growth: tuple[int, ...] = GROWTH
    threads: int = 1
    seconds: float = 0.2
    repeats: int = 5
    peer_python: str | None = None
    peer_seconds: float = 3.0
    cold: bool = False


@attrs.frozen
class Speed:
    """What was reached at one size and complexity, per second."""

    rows: int
    features: int
    complexity: int
    moves: Rate
    moves_all_threads: Rate
    literals: Rate
    literals_all_threads: Rate
    limit: Rate  # moves, if And and population count of their words were all
    words_per_move: float
    peer: Rate | None  # moves of boolxai as shipped
    peer_unchecked: Rate | None  # and without its check of the input at every node


@attrs.frozen
class Memory:
    """Bytes of the packed data and of the same as a Boolean array."""

    rows: int
    features: int
    packed: int
    boolean: int


@attrs.frozen
class Growth:
    """Seconds of processor time for a move, by number of rows."""

    features: int
    complexity: int
    rows: tuple[int, ...]
    seconds_per_move: tuple[float, ...]

    @property
    def exponent(self) -> float:
        """The power of the number of rows with which the time grows; 1 is linear."""
        longer = self.seconds_per_move[-1] / self.seconds_per_move[0]
        return math.log(longer) / math.log(self.rows[-1] / self.rows[0])


@attrs.frozen
class EngineReport:
    """Everything the benchmark of the engine measured."""

    threads: int
    peer_version: str | None
    speeds: tuple[Speed, ...]
    growth: Growth
    memory: tuple[Memory, ...]
    startup: tuple[Startup, ...]


def bench_engine(plan: Plan, tell: Callable[[str], None] = lambda _: None) -> EngineReport:
    """Measure what the plan asks for; `tell` hears what is being measured."""
    speeds: list[Speed] = []
    memory, version = [], None
    for rows, features in plan.sizes:
        data = random_data(rows, features)
        memory.append(_memory(data))
        with contextlib.ExitStack() as stack:
            peer = None
            if plan.peer_python is not None:
                peer = stack.enter_context(Peer(plan.peer_python, data))
                version = peer.version
            for complexity in plan.complexities:
                tell(f"{rows} x {features}, complexity {complexity}")
                speeds.append(_speed(data, complexity, plan, peer))
                tell(f"... {_in_short(speeds[-1])}")
    growth = _growth(plan, tell)
    return EngineReport(
        plan.threads, version, tuple(speeds), growth, tuple(memory), _startup(plan, tell)
    )


def _speed(data: PackedData, complexity: int, plan: Plan, peer: Peer | None) -> Speed:
    moves = Workload("paper", data, complexity, plan.threads, plan.seconds)
    literals = Workload("sweep", data, complexity, plan.threads, plan.seconds)
    measured: dict[str, Callable[[], Rate]] = {
        "moves": moves.rate,
        "moves_all_threads": lambda: moves.rate(plan.threads),
        "limit": moves.limit,
        "literals": literals.rate,
        "literals_all_threads": lambda: literals.rate(plan.threads),
    }
    best: dict[str, Rate | None] = dict.fromkeys([*measured, "peer", "peer_unchecked"])
    for turn in range(plan.repeats):
        for name, measure in measured.items():
            best[name] = measure().better(best[name])
        if peer is not None:
            for name, unchecked in (("peer", False), ("peer_unchecked", True)):
                if not (turn and _is_slow(best[name], plan)):
                    share = plan.peer_seconds / plan.repeats
                    rate = peer.rate(complexity, share, unchecked=unchecked, seed=turn)
                    best[name] = rate.better(best[name])
    touched = sum(moves.runs_per_move()) * data.num_words
    return Speed(
        data.num_rows,
        data.num_features,
        complexity,
        words_per_move=touched,
        **best,  # type: ignore[arg-type]
    )


def _in_short(speed: Speed) -> str:
    """Return what was measured, in a line, for those who do not wait until the end."""
    parts = [f"{speed.moves.cpu:,.0f} moves/s", f"limit {speed.limit.cpu:,.0f}"]
    if speed.peer is not None and speed.peer_unchecked is not None:
        parts.append(f"boolxai {speed.peer.cpu:,.3g}, unchecked {speed.peer_unchecked.cpu:,.4g}")
    return ", ".join(parts)


def _is_slow(rate: Rate | None, plan: Plan) -> bool:
    """Whether a single move takes longer than all turns are meant to."""
    return rate is not None and rate.wall * plan.peer_seconds < 1


def _memory(data: PackedData) -> Memory:
    packed = data.words.nbytes + data.planes.nbytes
    return Memory(data.num_rows, data.num_features, packed, data.num_rows * data.num_features)


def _growth(plan: Plan, tell: Callable[[str], None]) -> Growth:
    tell(f"growth from {plan.growth[0]} to {plan.growth[-1]} rows")
    loads = [
        Workload("paper", random_data(rows, _GROWTH_FEATURES), _GROWTH_COMPLEXITY, 1, plan.seconds)
        for rows in plan.growth
    ]
    best: list[Rate | None] = [None] * len(loads)
    for _ in range(plan.repeats):
        best = [load.rate().better(before) for load, before in zip(loads, best, strict=True)]
    return Growth(
        _GROWTH_FEATURES,
        _GROWTH_COMPLEXITY,
        plan.growth,
        tuple(1 / rate.cpu for rate in best if rate is not None),
    )


def _startup(plan: Plan, tell: Callable[[str], None]) -> tuple[Startup, ...]:
    """By now the kernels are in the cache, unless it is an empty one."""
    found = []
    for cold in (False, True) if plan.cold else (False,):
        for strategy in ("paper", "sweep"):
            tell(f"first move of {strategy}, {'compiling included' if cold else 'from the cache'}")
            times = [time_to_first_move(strategy, cold=cold)]
            times += [time_to_first_move(strategy, cold=cold) for _ in range(0 if cold else 2)]
            found.append(min(times, key=lambda start: start.wall))
    return tuple(found)


def ratio(ours: Rate, theirs: Rate) -> float:
    """How many times as much we do as they do, by processor time."""
    return ours.cpu / theirs.cpu


def quick(plan: Plan) -> Plan:
    """Return the same in a few seconds: one small size, each thing measured once."""
    sizes: Sequence[Size] = SIZES[:1] if plan.sizes == SIZES else plan.sizes
    return attrs.evolve(
        plan, sizes=tuple(sizes), complexities=COMPLEXITIES[:1], growth=(3_000, 30_000),
        seconds=min(plan.seconds, 0.02), repeats=1, peer_seconds=min(plan.peer_seconds, 0.5),
    )  # fmt: skip
