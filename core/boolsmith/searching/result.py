"""What a search returns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.rules import Rule


@attrs.frozen
class ScoredRule:
    """A rule with its score, and its objective: the score less what its complexity costs."""

    rule: Rule
    score: float
    objective: float

    @property
    def complexity(self) -> int:
        """The number of literals and operators in the rule."""
        return self.rule.complexity


class Archive(dict[int, ScoredRule]):
    """The best rule of every complexity."""

    def keep(self, *rules: ScoredRule) -> None:
        """Take rules that beat the one of their complexity; the earlier keeps a tie."""
        for rule in rules:
            known = self.get(rule.complexity)
            if known is None or rule.score > known.score:
                self[rule.complexity] = rule

    def best(self) -> ScoredRule | None:
        """Return the rule of the best objective, the simplest of equals; None if there is none."""
        return max(self.values(), key=lambda r: (r.objective, -r.complexity), default=None)


_COUNTS: Any = attrs.Factory(lambda: np.zeros(0, np.int64))
_NUMBERS: Any = attrs.Factory(lambda: np.zeros(0))


@attrs.frozen(eq=False)
class Trace:
    """How a start went: one entry per stretch of iterations, for plots.

    `objective` is that of the current rule for the strategy `paper`, of the best rule for
    `sweep`; `acceptance` is the share of proposals accepted in the stretch. `proposals` are the
    iterations of the strategy `paper` at which Python proposed: non-local moves and plugins'.
    """

    iteration: NDArray[np.int64] = _COUNTS
    objective: NDArray[np.float64] = _NUMBERS
    acceptance: NDArray[np.float64] = _NUMBERS
    temperature: NDArray[np.float64] = _NUMBERS
    proposals: NDArray[np.int64] = _COUNTS


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

    def __add__(self, other: MoveStatistics) -> MoveStatistics:
        """Return both taken together."""
        return MoveStatistics(
            self.name,
            self.proposals + other.proposals,
            self.failures + other.failures,
            self.accepted + other.accepted,
            self.improvements + other.improvements,
            self.seconds + other.seconds,
            other.last_failure or self.last_failure,
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
class Outcome:
    """What starts found together: the results of each, the best rules, and how moves did."""

    starts: tuple[StartResult, ...] = ()
    archive: Archive = attrs.field(factory=Archive)
    stop_reason: str = "finished"
    statistics: tuple[MoveStatistics, ...] = ()

    @classmethod
    def joined(cls, parts: Iterable[Outcome]) -> Outcome:
        """Return all parts together, in the order of their starts."""
        ordered = sorted(parts, key=lambda part: [start.index for start in part.starts])
        archive, statistics = Archive(), dict[str, MoveStatistics]()
        reason = "finished"
        for part in ordered:
            archive.keep(*part.archive.values())
            reason = reason if part.stop_reason == "finished" else part.stop_reason
            for counts in part.statistics:
                known = statistics.get(counts.name)
                statistics[counts.name] = counts if known is None else known + counts
        starts = tuple(start for part in ordered for start in part.starts)
        return cls(starts, archive, reason, tuple(statistics.values()))


@attrs.frozen(eq=False)
class SearchResult:
    """The best rule found, and everything else that is known about the search."""

    rule: Rule
    score: float
    objective: float
    pareto: tuple[ScoredRule, ...]
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
            return Trace()
        return max(self.starts, key=lambda start: start.objective).trace

    def frontier(self) -> tuple[ScoredRule, ...]:
        """Return the points that no simpler rule matches."""
        points: list[ScoredRule] = []
        for point in self.pareto:
            if not points or point.score > points[-1].score:
                points.append(point)
        return tuple(points)

    def __repr__(self) -> str:
        return (
            f"<SearchResult {self.rule} score={self.score:.4f} complexity={self.rule.complexity} "
            f"moves={self.moves} seconds={self.seconds:.2f} ({self.stop_reason})>"
        )
