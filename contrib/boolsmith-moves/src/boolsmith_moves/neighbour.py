"""A literal `x > t` moves to the next threshold of the same feature."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from boolsmith import Literal, Move

from boolsmith_moves.choice import draw, usable

if TYPE_CHECKING:
    from boolsmith import Rule
    from boolsmith.moves import MoveContext


@lru_cache(maxsize=8)
def neighbours(feature_names: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """For every feature `x > t`, the ones with the thresholds next below and next above."""
    families: dict[str, list[tuple[float, str]]] = {}
    for name in feature_names:
        left, _, right = name.rpartition(" > ")
        threshold = _number(right)
        if left and threshold is not None:
            families.setdefault(left, []).append((threshold, name))
    result = {}
    for family in families.values():
        names = [name for _, name in sorted(family)]
        for i, name in enumerate(names):
            result[name] = (*names[max(0, i - 1) : i], *names[i + 1 : i + 2])
    return result


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _neighbour_threshold(rule: Rule, context: MoveContext) -> Rule | None:
    near = neighbours(tuple(context.feature_names))
    places = [
        (path, node)
        for path, node in rule.flatten()
        if isinstance(node, Literal) and near.get(node.feature)
    ]
    if not places:
        return None
    path, literal = draw(context, places)
    moved = literal.with_feature(draw(context, near[literal.feature]))
    return usable(rule, rule.replace(path, moved), context)


NEIGHBOUR_THRESHOLD = Move(
    "neighbour_threshold",
    _neighbour_threshold,
    description="a comparison moves to the next threshold of its feature",
)
