"""Paths: the rules of every complexity that one fit gives, and the decision of a point on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.errors import BoolsmithError
from boolsmith.learn.decisions import Decision
from boolsmith.rules import Rule

Outcomes = list[NDArray[np.bool_]]
WORTH = 1e-6  # what a more complex rule must gain: less than one row in a million is nothing


@attrs.frozen
class PathPoint:
    """The best rules up to a complexity: one, or one for each of more than two classes.

    `score` is that of the rule on the training rows; the mean over the rules if there are more.
    `value` is what they were chosen by, where that is something else: with a teacher, the score on
    the mixed rows as well.
    """

    complexity: int
    rules: tuple[Rule, ...]
    score: float
    value: float | None = None

    @property
    def rank(self) -> float:
        """What the rules were chosen by."""
        return self.score if self.value is None else self.value

    @property
    def rule(self) -> Rule:
        """The rule, where there are two classes."""
        if len(self.rules) != 1:
            raise BoolsmithError(
                f"there are {len(self.rules)} rules, one for each class: use rules"
            )
        return self.rules[0]


def join_paths(paths: Sequence[Sequence[PathPoint]]) -> tuple[PathPoint, ...]:
    """One path of the rules of all classes; a point has each class's best rule up to there."""
    points: list[PathPoint] = []
    for complexity in sorted({point.complexity for path in paths for point in path}):
        chosen = [_best_up_to(path, complexity) for path in paths]
        if all(chosen):
            rules = tuple(rule for point in chosen if point for rule in point.rules)
            score = float(np.mean([point.score for point in chosen if point]))
            rank = float(np.mean([point.rank for point in chosen if point]))
            own = any(point.value is not None for point in chosen if point)
            if not points or rank > points[-1].rank + WORTH:
                points.append(PathPoint(complexity, rules, score, rank if own else None))
    return tuple(points)


def _best_up_to(path: Sequence[PathPoint], complexity: int) -> PathPoint | None:
    known = [point for point in path if point.complexity <= complexity]
    return max(known, key=lambda point: (point.rank, -point.complexity), default=None)


def point_up_to(path: Sequence[PathPoint], complexity: int) -> PathPoint:
    """The best point within a complexity; an error if even the simplest is beyond it."""
    found = _best_up_to(path, complexity)
    if found is None:
        raise BoolsmithError(
            f"complexity={complexity!r}: the simplest rule of the path has {path[0].complexity}"
        )
    return found


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
        outcomes: Outcomes,
        codes: NDArray[np.int64],
        weights: NDArray[np.float64],
        num_classes: int,
    ) -> Votes:
        """Count the classes of the training rows; `targets` has the class of each rule."""
        totals = np.bincount(codes, weights, num_classes)
        precision = []
        for target, holds in zip(targets, outcomes, strict=True):
            covered = float(weights[holds].sum())
            right = float(weights[holds & (codes == target)].sum())
            precision.append(right / covered if covered else 0.0)
        order = sorted(range(len(targets)), key=lambda i: (-precision[i], i))
        branch = first_to_hold([outcomes[i] for i in order], len(codes))
        shares = np.array(
            [
                np.bincount(codes[branch == i], weights[branch == i], num_classes)
                for i in range(len(order) + 1)
            ]
        )
        empty = shares.sum(axis=1) == 0
        shares[empty] = totals
        otherwise = int(np.argmax(shares[-1]))
        return cls(tuple(order), otherwise, shares / shares.sum(axis=1, keepdims=True))


def first_to_hold(outcomes: Outcomes, num_rows: int) -> NDArray[np.int64]:
    """The position of the first rule that holds on each row; their number where none does."""
    branch = np.full(num_rows, len(outcomes))
    for i, holds in reversed(list(enumerate(outcomes))):
        branch[holds] = i
    return branch


def make_decision(
    rules: Sequence[Rule], targets: Sequence[int], votes: Votes, classes: NDArray[Any]
) -> Decision:
    """The decision list of the rules in their order."""
    names = classes.tolist()
    branches = tuple((rules[i], names[targets[i]]) for i in votes.order)
    otherwise = names[1 - targets[0]] if len(names) == 2 else names[votes.otherwise]
    return Decision(branches, otherwise)
