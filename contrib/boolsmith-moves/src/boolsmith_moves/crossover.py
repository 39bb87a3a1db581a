"""A part of a rule is replaced by a part of one of the best rules found so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boolsmith import Move

from boolsmith_moves.choice import draw, usable

if TYPE_CHECKING:
    from boolsmith import Rule
    from boolsmith.moves import MoveContext


def _crossover(rule: Rule, context: MoveContext) -> Rule | None:
    # Sorted, so that the order in which the archive was filled does not matter.
    mates = [mate for _, mate in sorted(context.archive.items()) if mate != rule]
    if not mates:
        return None
    path, _ = draw(context, list(rule.flatten()))
    _, part = draw(context, list(draw(context, mates).flatten()))
    return usable(rule, rule.replace(path, part), context)


CROSSOVER = Move(
    "crossover",
    _crossover,
    description="a part is replaced by a part of a rule of the archive",
)
