"""The observer extension point: objects that follow a search."""

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
        """Take note that the search begins, with its settings as plain data."""

    def improvement(self, progress: Progress) -> None:
        """Take note of a better rule."""

    def tick(self, progress: Progress) -> None:
        """Take note of the progress, from time to time."""

    def end(self, result: Any) -> None:
        """Take note of the result, once."""


@attrs.frozen
class Observer(Extension):
    """A named kind of observer: `create()` makes a new one for each search."""

    create: Callable[..., ObserverBase] = attrs.field()

    def make(self) -> ObserverBase:
        """Return a new observer."""
        return self.create(*self.values)
