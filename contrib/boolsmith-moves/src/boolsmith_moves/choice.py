"""What the moves of this package share: drawing at random, and keeping only usable proposals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from boolsmith import Rule
    from boolsmith.moves import MoveContext

T = TypeVar("T")


def draw(context: MoveContext, options: Sequence[T]) -> T:
    """One of the options, each as likely as the others."""
    return options[int(context.rng.integers(len(options)))]


def usable(rule: Rule, proposal: Rule, context: MoveContext) -> Rule | None:
    """Return the proposal if it differs from the rule and the search would take it, else None."""
    return proposal if proposal != rule and context.why_not(proposal) is None else None
