"""Showing progress on standard error: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from boolsmith.observers import ObserverBase, Progress

if TYPE_CHECKING:
    from boolsmith.searching.result import SearchResult

_LINE_SECONDS = 10.0


def progress_observer() -> ObserverBase:
    """Return a new observer that shows the progress of one search."""
    return TerminalProgress() if sys.stderr.isatty() else LineProgress()


class LineProgress(ObserverBase):
    """A line every ten seconds, and one at the end."""

    def __init__(self) -> None:
        self._next = _LINE_SECONDS

    def tick(self, progress: Progress) -> None:
        """Print a line if it is time for one."""
        if progress.seconds >= self._next:
            self._next += _LINE_SECONDS
            share = "" if progress.fraction is None else f"{progress.fraction:.0%}, "
            print(  # noqa: T201
                f"boolsmith: {share}{progress.seconds:.0f} s, {progress.moves:,} rules scored, "
                f"best {progress.best_score:.4f}",
                file=sys.stderr,
            )

    def end(self, result: SearchResult) -> None:
        """Print the closing line."""
        print(  # noqa: T201
            f"boolsmith: {result.stop_reason} after {result.seconds:.1f} s, "
            f"{result.moves:,} rules scored, best {result.score:.4f}",
            file=sys.stderr,
        )


class TerminalProgress(ObserverBase):
    """A bar with the best score so far."""

    def start(self, settings: Mapping[str, Any]) -> None:
        """Show the bar."""
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        self._bar = Bar(
            TextColumn("searching"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"),
            TimeRemainingColumn(), TextColumn("{task.fields[best]}"),
            console=Console(stderr=True), transient=True,
        )  # fmt: skip
        self._task = self._bar.add_task("search", total=1.0, best="")
        self._bar.start()

    def tick(self, progress: Progress) -> None:
        """Move the bar."""
        best = f"best {progress.best_score:.4f}, complexity {progress.best_rule.complexity}"
        self._bar.update(self._task, completed=progress.fraction or 0.0, best=best)

    def end(self, result: SearchResult) -> None:
        """Take the bar away."""
        self._bar.stop()
