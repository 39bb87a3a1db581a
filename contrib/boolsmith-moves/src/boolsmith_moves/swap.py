"""Two parts of a rule change places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boolsmith import Move

from boolsmith_moves.choice import draw, usable

if TYPE_CHECKING:
    from boolsmith import Rule
    from boolsmith.moves import MoveContext


def _swap_subtrees(rule: Rule, context: MoveContext) -> Rule | None:
    paths = [path for path, _ in rule.flatten() if path]
    if not paths:
        return None
    first = draw(context, paths)
    apart = [path for path in paths if not _one_in_the_other(first, path)]
    if not apart:
        return None
    second = draw(context, apart)
    swapped = rule.replace(first, rule.at(second)).replace(second, rule.at(first))
    return usable(rule, swapped, context)


def _one_in_the_other(first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    shorter = min(len(first), len(second))
    return first[:shorter] == second[:shorter]


SWAP_SUBTREES = Move(
    "swap_subtrees", _swap_subtrees, description="two parts of the rule change places"
)
