"""The local solver: sweeps from many starts; quick, near-optimal, and without a proof."""

from __future__ import annotations

import time
from functools import cache
from itertools import groupby

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.data import pack
from boolsmith.engine.local_counting import improve
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AND
from boolsmith.subproblems import depth_two
from boolsmith.subproblems.backend import check_time_limit
from boolsmith.subproblems.cases import Case, Incumbent, cases, infeasible, refusal
from boolsmith.subproblems.columns import weighted_columns
from boolsmith.subproblems.problem import Solution, Subproblem

_CALL_WORK = 200_000_000  # words looked at in one compiled call: about a tenth of a second


@attrs.frozen
class LocalParameters:
    """How hard the local solver tries."""

    num_starts: int = attrs.field(default=20)

    @num_starts.validator
    def _check(self, _: object, value: object) -> None:
        if not isinstance(value, int) or value < 1:
            raise BoolsmithError(f"num_starts={value!r} is not a whole number of 1 or more")


class LocalBackend:
    """Gives a good rule quickly; never claims that it is the best."""

    Parameters = LocalParameters

    def __init__(self, parameters: LocalParameters | None = None) -> None:
        self.parameters = parameters or LocalParameters()

    def supports(self, subproblem: Subproblem) -> str | None:
        """None, or the reason why the subproblem cannot be taken."""
        if subproblem.shape != "depth-one":
            return depth_two.refusal(subproblem)
        return refusal(subproblem)

    def solve(
        self, subproblem: Subproblem, *, time_limit: float, seed: int | None = None
    ) -> Solution:
        """The best rule found after `num_starts` starts or `time_limit` seconds."""
        check_time_limit(time_limit, finite=False)
        warm_up()
        rounds, seed = self.parameters.num_starts, 0 if seed is None else seed
        if subproblem.shape != "depth-one":
            return depth_two.solve(subproblem, rounds, time_limit, seed)
        started = time.perf_counter()
        todo = cases(subproblem)
        if not todo:
            return infeasible(subproblem)
        incumbent = Incumbent(subproblem, weighted_columns(subproblem.data))
        deadline = started + time_limit
        done = descend(incumbent, todo, rounds=rounds, seed=seed, deadline=deadline)
        seconds = time.perf_counter() - started
        return incumbent.solution("feasible", nodes=done, seconds=seconds)


@attrs.define
class _Size:
    """The cases of one size and the best literals found for them."""

    cases: list[Case]
    masks: NDArray[np.int64]
    literals: NDArray[np.int64]
    visits: int
    score: int = -1
    mask: int = 0


def descend(
    incumbent: Incumbent, todo: list[Case], *, rounds: int, seed: int, deadline: float
) -> int:
    """Offer the incumbent what descents find, so many for each size; gives how many there were.

    The first descent of a size starts from the best literals of the size below.
    """
    columns = incumbent.data.columns
    rng = np.random.SeedSequence(seed).generate_state(4, np.uint64)
    order = np.random.default_rng(seed).permutation(len(columns.by_feature))
    sizes = _sizes(todo, columns.by_feature.size)
    done = 0
    for turn in range(rounds):
        before = np.empty(0, dtype=np.int64)
        for own in sizes:
            if done and time.perf_counter() > deadline:
                return done
            if turn == 0:
                own.literals = _extended(before, order, own.cases[0].size)
            own.score, own.mask = improve(
                columns, own.masks, own.literals, own.score, own.mask, own.visits, rng
            )
            incumbent.offer(own.cases[own.mask], int(own.score), own.literals)
            before = own.literals
            done += 1
    return done


def _sizes(todo: list[Case], words: int) -> list[_Size]:
    sizes = []
    for size, group in groupby(todo, key=lambda case: case.size):
        members = list(group)
        masks = np.array([case.accepted for case in members], dtype=np.int64)
        visits = max(2 * size, _CALL_WORK // max(1, size * words))
        sizes.append(_Size(members, masks, np.empty(0, dtype=np.int64), visits))
    return sizes


def _extended(
    literals: NDArray[np.int64], order: NDArray[np.int64], size: int
) -> NDArray[np.int64]:
    """The literals with more features, in the given order, up to `size`."""
    others = order[: size + len(literals)]  # enough, whatever the literals read
    others = 2 * others[np.isin(others, literals >> 1, invert=True)]
    return np.concatenate([literals, others[: size - len(literals)]])


@cache
def warm_up() -> None:
    """Compile, or load what was compiled before, so that time limits are about solving."""
    todo = Subproblem(pack([[0], [1]], [0, 1]), AND, min_num_literals=1, max_num_literals=1)
    incumbent = Incumbent(todo, weighted_columns(todo.data))
    descend(incumbent, cases(todo), rounds=1, seed=0, deadline=0.0)
