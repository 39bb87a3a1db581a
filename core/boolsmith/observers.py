"""The observer extension point: objects told how a search goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from boolsmith.extensions import Extension

if TYPE_CHECKING:
    from boolsmith.rules import Rule


@attrs.frozen
class Progress:
    """How far a search has come."""

    moves: int
    seconds: float
    fraction: float | None
    best_rule: Rule
    best_score: float
    best_objective: float


class ObserverBase:
    """An observer that does nothing; override what you need."""

    def start(self, settings: Mapping[str, Any]) -> None:
        """Called once before the search, with its settings as plain data."""

    def improvement(self, progress: Progress) -> None:
        """Called when a better rule was found."""

    def tick(self, progress: Progress) -> None:
        """Called from time to time."""

    def end(self, result: Any) -> None:
        """Called once with the result of the search."""


@attrs.frozen
class Observer(Extension):
    """A named kind of observer: `create()` makes a new one for each search."""

    create: Callable[..., ObserverBase] = attrs.field()

    def make(self) -> ObserverBase:
        """Return a new observer."""
        return self.create(*self.values)
