"""Supervising a search: the clock, Ctrl-C, observers, and a line or bar of progress."""

from __future__ import annotations

import threading
import time
import warnings
from typing import Any

from boolsmith.errors import BoolsmithWarning
from boolsmith.observers import Progress
from boolsmith.searching.progress import progress_observer
from boolsmith.searching.result import ScoredRule, SearchResult
from boolsmith.searching.settings import Settings
from boolsmith.searching.start import Start

_TICK_SECONDS = 0.1


class Supervisor:
    """Tells the starts when to stop and observers how things go.

    Workers report whenever a start yields; observers are called from the thread that called
    `search`.
    """

    def __init__(self, settings: Settings, begun: float) -> None:
        self.settings, self.begun = settings, begun
        self.deadline = None if settings.time_limit is None else begun + settings.time_limit
        self.reason = "finished"
        self.best: ScoredRule | None = None
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._starts: list[Start] = []
        self._reported = float("-inf")
        self._observers = [*settings.observers]
        if settings.progress:
            self._observers.append(progress_observer())

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

    def began(self, start: Start) -> None:
        """Take note of a start that begins."""
        start.proposals.deadline = self.deadline
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

    def _report(self) -> None:
        best = self.best
        if best is None or not self._observers:
            return
        progress = self._progress(best)
        if best.objective > self._reported:
            self._reported = best.objective
            self._tell("improvement", progress)
        self._tell("tick", progress)

    def _progress(self, best: ScoredRule) -> Progress:
        starts, seconds = list(self._starts), time.perf_counter() - self.begun
        fraction = sum(start.fraction for start in starts) / self.settings.num_starts
        if self.deadline is not None:
            fraction = max(fraction, seconds / (self.deadline - self.begun))
        moves = sum(start.moves for start in starts)
        return Progress(moves, seconds, min(1.0, fraction), best.rule, best.score, best.objective)

    def _tell(self, event: str, *details: Any) -> None:
        """Call every observer; one that raises is left out from then on, the search goes on."""
        for observer in list(self._observers):
            try:
                getattr(observer, event)(*details)
            except Exception as error:
                self._observers = [other for other in self._observers if other is not observer]
                warnings.warn(
                    f"observer {type(observer).__name__} failed in {event}() and is left out: "
                    f"{type(error).__name__}: {error}",
                    BoolsmithWarning,
                    stacklevel=2,
                )
