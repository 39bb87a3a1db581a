"""The observer extension point: objects told how a search goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from boolsmith.operators.counting import check_name
from boolsmith.parameters import build_parameters, parameter_values

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
class Observer:
    """A named kind of observer: `create()` makes a new one for each search.

    With `parameters`, an attrs class, `create` gets their values in the order of the fields.
    """

    name: str = attrs.field()
    create: Callable[..., ObserverBase] = attrs.field()
    parameters: type | None = attrs.field(default=None, kw_only=True)
    description: str = attrs.field(default="", kw_only=True)

    @name.validator
    def _check_name(self, _: object, value: object) -> None:
        check_name("observer", value)

    def with_parameters(self, given: Mapping[str, Any] | None = None) -> ObserverBase:
        """A new observer; unknown parameters are refused."""
        built = build_parameters(self.parameters, given, f"observer {self.name!r}")
        return self.create(*parameter_values(built))
