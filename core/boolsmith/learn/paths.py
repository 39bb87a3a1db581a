"""Paths: the rules of every complexity that one fit gives, and how those of a point decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.errors import BoolsmithError
from boolsmith.learn.decisions import Column, first_to_hold
from boolsmith.rules import Rule
from boolsmith.searching.result import ScoredRule

WORTH = 1e-6  # what a more complex rule must gain: less than one row in a million is nothing


@attrs.frozen
class PathPoint:
    """The best rules up to a complexity: one, or one for each of more than two classes.

    `score` is that of the rule on the training rows, `objective` what it was chosen by: with a
    teacher, the score on the mixed rows as well. Both are means over the rules if there are more.
    """

    complexity: int
    rules: tuple[Rule, ...]
    score: float
    objective: float

    @property
    def rule(self) -> Rule:
        """The rule, where there are two classes."""
        return only_rule(self.rules, "rules")


Point = TypeVar("Point", ScoredRule, PathPoint)


def only_rule(rules: Sequence[Rule], attribute: str) -> Rule:
    """Return the one rule of two classes; of more, say which attribute has them all."""
    if len(rules) != 1:
        raise BoolsmithError(f"there are {len(rules)} rules, one for each class: use {attribute}")
    return rules[0]


def join_paths(paths: Sequence[Sequence[ScoredRule]]) -> tuple[PathPoint, ...]:
    """Return one path for all classes; a point has each class's best rule up to there."""
    points: list[PathPoint] = []
    simplest = max(min(scored.complexity for scored in path) for path in paths)
    for complexity in sorted({scored.complexity for path in paths for scored in path}):
        if complexity < simplest:  # some class has no rule yet
            continue
        best = [point_up_to(path, complexity) for path in paths]
        objective = float(np.mean([scored.objective for scored in best]))
        if not points or objective > points[-1].objective + WORTH:
            score = float(np.mean([scored.score for scored in best]))
            rules = tuple(scored.rule for scored in best)
            points.append(PathPoint(complexity, rules, score, objective))
    return tuple(points)


def point_up_to(path: Sequence[Point], complexity: int) -> Point:
    """Return the best point within a complexity; raise if even the simplest is beyond it."""
    known = [point for point in path if point.complexity <= complexity]
    if not known:
        raise BoolsmithError(
            f"complexity={complexity!r}: the simplest rule of the path has {path[0].complexity}"
        )
    return max(known, key=lambda point: (point.objective, -point.complexity))


@attrs.frozen(eq=False)
class Votes:
    """In which order rules are asked, and the share of each class where each is the first to hold.

    The rule whose rows are most often of its class comes first. The last row of `shares` is for
    rows on which no rule holds.
    """

    order: tuple[int, ...]
    otherwise: int
    shares: NDArray[np.float64]

    @classmethod
    def count(
        cls,
        targets: Sequence[int],
        outcomes: Sequence[Column],
        codes: NDArray[np.int64],
        weights: NDArray[np.float64],
        num_classes: int,
    ) -> Votes:
        """Count the classes of the training rows; `targets` has the class of each rule."""
        precision = []
        for target, holds in zip(targets, outcomes, strict=True):
            covered = float(weights[holds].sum())
            right = float(weights[holds & (codes == target)].sum())
            precision.append(right / covered if covered else 0.0)
        order = sorted(range(len(targets)), key=lambda i: (-precision[i], i))
        branch = first_to_hold([outcomes[i] for i in order], len(codes))
        ways = [branch == i for i in range(len(order) + 1)]
        shares = np.array([np.bincount(codes[own], weights[own], num_classes) for own in ways])
        shares[shares.sum(axis=1) == 0] = np.bincount(codes, weights, num_classes)
        otherwise = int(np.argmax(shares[-1]))
        return cls(tuple(order), otherwise, shares / shares.sum(axis=1, keepdims=True))
