"""Supervising a search: the clock, Ctrl-C, observers, and a line or bar of progress."""

from __future__ import annotations

import sys
import threading
import time
import warnings
from typing import Any

from boolsmith.errors import BoolsmithWarning
from boolsmith.observers import Progress
from boolsmith.searching.progress import LineProgress, TerminalProgress
from boolsmith.searching.result import ScoredRule, SearchResult
from boolsmith.searching.settings import Settings
from boolsmith.searching.start import Start

_TICK_SECONDS = 0.1


class Supervisor:
    """Tells the starts when to stop and observers how things go.

    Workers report whenever a start yields; observers are called from the thread that called
    `search`.
    """

    def __init__(
        self,
        settings: Settings,
        begun: float,
        *,
        progress: bool = False,
        time_limit: float | None = None,
    ) -> None:
        self.settings, self.begun = settings, begun
        limit = settings.time_limit if time_limit is None else time_limit
        self.deadline = None if limit is None else begun + limit
        self.reason = "finished"
        self.best: ScoredRule | None = None
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._starts: list[Start] = []
        self._reported = float("-inf")
        self._broken: set[int] = set()
        self.bar: TerminalProgress | LineProgress | None = None
        if progress:
            self.bar = TerminalProgress() if sys.stderr.isatty() else LineProgress()

    @property
    def stopped(self) -> bool:
        """Whether starts are to stop now."""
        if self.deadline is not None and time.perf_counter() >= self.deadline:
            self.stop("time limit")
        return self._stop.is_set()

    def stop(self, reason: str) -> None:
        """Tell all starts to stop at their next yield."""
        if not self._stop.is_set():
            self.reason = reason
            self._stop.set()

    def remaining(self) -> float | None:
        """Return the seconds left until the time limit."""
        return None if self.deadline is None else max(0.01, self.deadline - time.perf_counter())

    def began(self, start: Start) -> None:
        """Take note of a start that begins."""
        start.proposals.deadline = self.deadline
        with self._lock:
            self._starts.append(start)

    def note(self, *rules: ScoredRule | None) -> None:
        """Take note of rules that were found."""
        with self._lock:
            for rule in rules:
                if rule is not None and (self.best is None or rule.objective > self.best.objective):
                    self.best = rule

    def yielded(self, start: Start) -> None:
        """Take note of a start that yields; called by workers."""
        if self.best is None or start.objective > self.best.objective:
            self.note(start.best())

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
        best = self.best
        if best is None or not (self.settings.observers or self.bar):
            return
        progress = self._progress(best)
        if best.objective > self._reported:
            self._reported = best.objective
            self._tell("improvement", progress)
        self._tell("tick", progress)
        if self.bar is not None:
            self.bar.tick(progress)

    def _progress(self, best: ScoredRule) -> Progress:
        with self._lock:
            starts = list(self._starts)
        return Progress(
            moves=sum(start.moves for start in starts),
            seconds=time.perf_counter() - self.begun,
            fraction=self._fraction(starts),
            best_rule=best.rule,
            best_score=best.score,
            best_objective=best.objective,
        )

    def _fraction(self, starts: list[Start]) -> float:
        work = sum(start.fraction for start in starts) / self.settings.num_starts
        if self.deadline is None:
            return min(1.0, work)
        limit = self.deadline - self.begun
        return min(1.0, max(work, (time.perf_counter() - self.begun) / limit))

    def _tell(self, event: str, *details: Any) -> None:
        """Call every observer; one that raises is left out from then on, the search goes on."""
        for number, observer in enumerate(self.settings.observers):
            if number in self._broken:
                continue
            try:
                getattr(observer, event)(*details)
            except Exception as error:
                self._broken.add(number)
                warnings.warn(
                    f"observer {type(observer).__name__} failed in {event}() and is left out: "
                    f"{type(error).__name__}: {error}",
                    BoolsmithWarning,
                    stacklevel=2,
                )
