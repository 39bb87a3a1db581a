"""Watching a search: the clock, Ctrl-C, observers, and a line or bar of progress."""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING, Any

from boolsmith.errors import BoolsmithWarning
from boolsmith.observers import Progress
from boolsmith.searching.frame import Frame
from boolsmith.searching.settings import Settings
from boolsmith.searching.starts import Found, Start

if TYPE_CHECKING:
    from boolsmith.searching.result import SearchResult

_TICK_SECONDS = 0.1


class Watch:
    """Tells the starts when to stop and observers how things go.

    Workers report after every chunk; observers are called from the thread that called `search`.
    """

    def __init__(
        self,
        settings: Settings,
        frame: Frame,
        begun: float,
        progress: bool,
        time_limit: float | None = None,
    ) -> None:
        self.settings, self.frame = settings, frame
        self.begun = begun
        limit = settings.time_limit if time_limit is None else time_limit
        self.deadline = None if limit is None else self.begun + limit
        self.reason = "finished"
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._starts: list[Start] = []
        self._best: tuple[float, float, Any] = (float("-inf"), float("-inf"), None)
        self._told = float("-inf")
        self._broken: set[int] = set()
        self.bar = _bar(settings) if progress else None

    @property
    def stopped(self) -> bool:
        """Whether starts are to stop now."""
        if self.deadline is not None and time.perf_counter() >= self.deadline:
            self.stop("time limit")
        return self._stop.is_set()

    def stop(self, reason: str) -> None:
        """Tell all starts to stop after their chunk."""
        if not self._stop.is_set():
            self.reason = reason
            self._stop.set()

    def remaining(self) -> float | None:
        """Seconds left until the time limit."""
        return None if self.deadline is None else max(0.01, self.deadline - time.perf_counter())

    def begin(self, start: Start) -> None:
        """Note that a start has begun."""
        with self._lock:
            self._starts.append(start)

    def chunk(self, start: Start) -> None:
        """Take note of a start after a chunk; called by workers."""
        around = self.settings.regularization * self.frame.base_complexity
        objective = start.objective - around
        if objective > self._best[0]:
            with self._lock:
                if objective > self._best[0]:
                    nodes = start.rules[start.kernel.BEST_RULE].copy()
                    score = float(start.state.best_score)
                    self._best = (objective, score, nodes)

    def found(self, trivial: dict[int, Found]) -> None:
        """Take note of the rules that needed no search."""
        cost = self.settings.regularization
        for complexity, found in trivial.items():
            objective = found.score - cost * complexity
            if objective > self._best[0]:
                self._best = (objective, found.score, found.rule)

    def start(self) -> None:
        """Tell observers that the search begins."""
        self._tell("start", self.settings.describe())
        if self.bar is not None:
            self.bar.begin()

    def wait(self, threads: list[threading.Thread]) -> None:
        """Wait for the workers, telling observers from time to time; Ctrl-C stops them."""
        try:
            while any(thread.is_alive() for thread in threads):
                for thread in threads:
                    thread.join(_TICK_SECONDS / len(threads))
                self._report()
        except KeyboardInterrupt:
            self.stop("interrupted")
            for thread in threads:
                thread.join()

    def end(self, result: SearchResult) -> None:
        """Tell observers how the search ended."""
        self._report()
        self._tell("end", result)
        if self.bar is not None:
            self.bar.end(result)

    def _report(self) -> None:
        objective, _, best = self._best
        if best is None or not (self.settings.observers or self.bar):
            return
        progress = self._progress()
        if objective > self._told:
            self._told = objective
            self._tell("improvement", progress)
        self._tell("tick", progress)
        if self.bar is not None:
            self.bar.tick(progress)

    def _progress(self) -> Progress:
        objective, score, best = self._best
        rule = best if not hasattr(best, "shape") else self._decode(best)
        with self._lock:
            starts = list(self._starts)
        return Progress(
            moves=sum(start.moves for start in starts),
            seconds=time.perf_counter() - self.begun,
            fraction=self._fraction(starts),
            best_rule=rule,
            best_score=score,
            best_objective=objective,
        )

    def _decode(self, nodes: Any) -> Any:
        return self.frame.whole(self.frame.problem.decode(nodes))

    def _fraction(self, starts: list[Start]) -> float:
        work = sum(start.fraction() for start in starts) / self.settings.num_starts
        if self.deadline is None:
            return min(1.0, work)
        limit = self.deadline - self.begun
        return min(1.0, max(work, (time.perf_counter() - self.begun) / limit))

    def _tell(self, event: str, *details: Any) -> None:
        """Call an observer; one that raises is left out from then on, the search goes on."""
        for number, observer in enumerate(self.settings.observers):
            if number in self._broken:
                continue
            try:
                getattr(observer, event)(*details)
            except Exception as error:
                self._broken.add(number)
                import warnings

                warnings.warn(
                    f"observer {type(observer).__name__} failed in {event}() and is left out: "
                    f"{type(error).__name__}: {error}",
                    BoolsmithWarning,
                    stacklevel=2,
                )


def _bar(settings: Settings) -> Any:
    from boolsmith.searching.progress import LineProgress, TerminalProgress

    return TerminalProgress() if sys.stderr.isatty() else LineProgress()
