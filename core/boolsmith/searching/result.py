"""What a search gives back."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.rules import Rule


@attrs.frozen
class ParetoPoint:
    """The best rule of one complexity."""

    complexity: int
    rule: Rule
    score: float
    objective: float


@attrs.frozen(eq=False)
class Trace:
    """How a start went: one entry per stretch of iterations, for plots.

    `objective` is that of the current rule for the strategy `paper`, of the best rule for
    `sweep`; `acceptance` is the share of proposals accepted in the stretch. `proposals` are the
    iterations of the strategy `paper` at which Python proposed: non-local moves and plugins'.
    """

    iteration: NDArray[np.int64]
    objective: NDArray[np.float64]
    acceptance: NDArray[np.float64]
    temperature: NDArray[np.float64]
    proposals: NDArray[np.int64] = attrs.field(factory=lambda: np.zeros(0, dtype=np.int64))


@attrs.frozen
class MoveStatistics:
    """What the moves of one generator came to."""

    name: str
    proposals: int = 0
    failures: int = 0
    accepted: int = 0
    improvements: int = 0
    seconds: float = 0.0
    last_failure: str = ""

    def plus(self, other: MoveStatistics) -> MoveStatistics:
        """Both taken together."""
        return MoveStatistics(
            self.name,
            self.proposals + other.proposals,
            self.failures + other.failures,
            self.accepted + other.accepted,
            self.improvements + other.improvements,
            self.seconds + other.seconds,
            self.last_failure or other.last_failure,
        )


@attrs.frozen(eq=False)
class StartResult:
    """The best rule of one start, and how it came about."""

    index: int
    rule: Rule | None
    score: float
    objective: float
    moves: int
    trace: Trace
    finished: bool


@attrs.frozen(eq=False)
class SearchResult:
    """The best rule found, and everything else that is known about the search."""

    rule: Rule
    score: float
    objective: float
    pareto: tuple[ParetoPoint, ...]
    starts: tuple[StartResult, ...]
    moves: int
    seconds: float
    seed: int
    stop_reason: str
    settings: dict[str, Any]
    move_statistics: tuple[MoveStatistics, ...] = ()

    @property
    def trace(self) -> Trace:
        """The trace of the start that found the best rule (of the first, if none did)."""
        if not self.starts:  # there was nothing to search
            none = np.zeros(0)
            return Trace(none.astype(np.int64), none, none, none)
        return max(self.starts, key=lambda start: start.objective).trace

    def frontier(self) -> tuple[ParetoPoint, ...]:
        """The points that no simpler rule matches."""
        points: list[ParetoPoint] = []
        for point in self.pareto:
            if not points or point.score > points[-1].score:
                points.append(point)
        return tuple(points)

    def __repr__(self) -> str:
        return (
            f"<SearchResult {self.rule} score={self.score:.4f} complexity={self.rule.complexity} "
            f"moves={self.moves} seconds={self.seconds:.2f} ({self.stop_reason})>"
        )
