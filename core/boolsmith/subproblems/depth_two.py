"""The local solver for the two fixed forms of depth two: an Or of Ands, and an And of Ors."""

from __future__ import annotations

import math
import time

import numpy as np
from numpy.typing import NDArray

from boolsmith.engine.local_two import NONE, Places, improve_two
from boolsmith.operators import AND, OR
from boolsmith.rules import Literal, Node, Rule
from boolsmith.subproblems.columns import weighted_columns
from boolsmith.subproblems.problem import OUTER, Solution, Subproblem


def refusal(subproblem: Subproblem) -> str | None:
    """Return why a subproblem of depth two cannot be taken, if so."""
    shape, operator = subproblem.shape, subproblem.operator
    if operator != OUTER[shape]:
        return f"the outer operator of {shape} is {OUTER[shape].name}, not {operator.name}"
    if subproblem.max_num_literals < 2:
        return f"{shape} needs 2 literals or more, not {subproblem.max_num_literals}"
    return None


def solve(subproblem: Subproblem, rounds: int, time_limit: float, seed: int) -> Solution:
    """Return the best rule of the form asked for after so many descents or seconds."""
    started = time.perf_counter()
    # An And of Ors is the negation of an Or of Ands over the opposite literals.
    swapped = (subproblem.shape == "and-of-ors") != subproblem.negated
    data = weighted_columns(subproblem.data, swapped=swapped)
    columns = data.columns
    size = subproblem.max_num_literals
    best = _first(size, subproblem.data.num_features, np.random.default_rng(seed))
    rng = np.random.SeedSequence(seed).generate_state(4, np.uint64)
    num_features, words = columns.by_feature.shape
    places = Places(
        literals=best[0].copy(),
        groups=best[1].copy(),
        sizes=np.zeros(size, dtype=np.int64),
        rows=np.zeros((3, words), dtype=np.uint64),
        counts=np.zeros((3, num_features), dtype=np.int64),
        least=subproblem.min_num_literals,
        penalty=subproblem.regularization / data.unit,
    )
    value, done = -math.inf, 0
    while done < rounds and (done == 0 or time.perf_counter() < started + time_limit):
        value = improve_two(columns, best, places, value, data.visits(size), rng)
        done += 1
    seconds = time.perf_counter() - started
    if value == -math.inf:
        return Solution("no-incumbent", seconds=seconds, nodes=done)
    rule = _rule(subproblem, *best.tolist())
    return Solution("feasible", rule, subproblem.objective(rule), seconds=seconds, nodes=done)


def _first(size: int, num_features: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return random literals and their groups: one group for each feature, as far as they go.

    Beyond that the features come again, each time one group further on, so that none has a
    feature twice.
    """
    rounds, turn = np.divmod(np.arange(size), num_features)
    literals = 2 * rng.permutation(num_features)[turn] + rng.integers(2, size=size)
    groups = np.where(rounds < num_features, (turn + rounds) % num_features, NONE)
    return np.array([literals, groups])


def _rule(subproblem: Subproblem, literals: list[int], groups: list[int]) -> Rule:
    names = subproblem.data.feature_names
    flipped = subproblem.shape == "and-of-ors"
    inner = OR if flipped else AND
    members: dict[int, list[Rule]] = {}
    for code, group in zip(literals, groups, strict=True):
        if group != NONE:
            literal = Literal(names[code >> 1], bool(code & 1) != flipped)
            members.setdefault(group, []).append(literal)
    children = [m[0] if len(m) == 1 else Node(inner, tuple(m)) for m in members.values()]
    return Node(subproblem.operator, tuple(children), None, subproblem.negated)
