"""A progress bar in notebooks, which have no terminal to draw one in."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from html import escape
from typing import Any

from boolsmith.observers import ObserverBase, Progress


class NotebookProgress(ObserverBase):
    """A bar of HTML below the cell, with the best rule so far."""

    def __init__(self) -> None:
        self._handle: Any = None

    def start(self, settings: Mapping[str, Any]) -> None:
        """Show the empty bar."""
        self._show(0.0, "searching")

    def tick(self, progress: Progress) -> None:
        """Move the bar."""
        self._show(progress.fraction or 0.0, _line(progress.best_score, progress.best_rule))

    def end(self, result: Any) -> None:
        """Leave the full bar with the result."""
        text = f"{_line(result.score, result.rule)} ({result.seconds:.1f} s, {result.stop_reason})"
        self._show(1.0, text)

    def _show(self, fraction: float, text: str) -> None:
        show = importlib.import_module("IPython.display")
        bar = show.HTML(f'<progress value="{fraction:.3f}" max="1"></progress> {escape(text)}')
        if self._handle is None:
            self._handle = show.display(bar, display_id=True)
        else:
            self._handle.update(bar)


def _line(score: float, rule: Any) -> str:
    return f"best {score:.4f}, complexity {rule.complexity}"


def in_notebook() -> bool:
    """Return whether this code runs in a notebook."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


def notebook_observers(progress: bool | None) -> tuple[ObserverBase, ...]:
    """Return the bar if this is a notebook and progress is wanted."""
    return (NotebookProgress(),) if progress is not False and in_notebook() else ()
