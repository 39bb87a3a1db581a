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
from boolsmith.operators import AND, OR
from boolsmith.subproblems import depth_two
from boolsmith.subproblems.backend import check_time_limit
from boolsmith.subproblems.cases import Case, Incumbent, cases, infeasible, refusal
from boolsmith.subproblems.columns import weighted_columns
from boolsmith.subproblems.problem import Shape, Solution, Subproblem


@attrs.frozen
class LocalParameters:
    """How hard the local solver tries."""

    num_starts: int = attrs.field(default=20)

    @num_starts.validator
    def _check(self, _: object, value: object) -> None:
        if not isinstance(value, int) or value < 1:
            raise BoolsmithError(f"num_starts={value!r} is not a whole number of 1 or more")


class LocalBackend:
    """Finds a good rule quickly; never claims that it is the best."""

    Parameters = LocalParameters

    def __init__(self, parameters: LocalParameters | None = None) -> None:
        self.parameters = parameters or LocalParameters()

    def supports(self, subproblem: Subproblem) -> str | None:
        """Return the reason why the subproblem cannot be taken, or None."""
        return (refusal if subproblem.shape == "depth-one" else depth_two.refusal)(subproblem)

    def solve(
        self, subproblem: Subproblem, *, time_limit: float, seed: int | None = None
    ) -> Solution:
        """Return the best rule found after `num_starts` starts or `time_limit` seconds."""
        check_time_limit(time_limit, finite=False)
        warm_up(subproblem.shape)
        solve = _solve if subproblem.shape == "depth-one" else depth_two.solve
        return solve(subproblem, self.parameters.num_starts, time_limit, seed or 0)


def _solve(subproblem: Subproblem, rounds: int, time_limit: float, seed: int) -> Solution:
    started = time.perf_counter()
    todo = cases(subproblem)
    if not todo:
        return infeasible(subproblem)
    incumbent = Incumbent(subproblem, weighted_columns(subproblem.data))
    done = descend(incumbent, todo, rounds, seed=seed, deadline=started + time_limit)
    return incumbent.solution("feasible", nodes=done, seconds=time.perf_counter() - started)


class _Size:
    """The cases of one size and the best literals found for them."""

    def __init__(self, cases: list[Case]) -> None:
        self.cases, self.size = cases, cases[0].size
        self.masks = np.array([case.accepted for case in cases], dtype=np.int64)
        self.literals = np.empty(0, dtype=np.int64)
        self.score, self.mask = -1, 0


def descend(
    incumbent: Incumbent, todo: list[Case], rounds: int, *, seed: int, deadline: float
) -> int:
    """Offer the incumbent what descents find, `rounds` for each size; return how many there were.

    The first descent of a size starts from the best literals of the size below.
    """
    columns = incumbent.data.columns
    rng = np.random.SeedSequence(seed).generate_state(4, np.uint64)
    order = np.random.default_rng(seed).permutation(len(columns.by_feature))
    sizes = [_Size(list(group)) for _, group in groupby(todo, key=lambda case: case.size)]
    done = 0
    for turn in range(rounds):
        before = np.empty(0, dtype=np.int64)
        for own in sizes:
            if done and time.perf_counter() > deadline:
                return done
            if turn == 0:
                own.literals = _extended(before, order, own.size)
            visits = incumbent.data.visits(own.size)
            own.score, own.mask = improve(
                columns, own.masks, own.literals, own.score, own.mask, visits, rng
            )
            incumbent.offer(own.cases[own.mask], int(own.score), own.literals)
            before = own.literals
            done += 1
    return done


def _extended(
    literals: NDArray[np.int64], order: NDArray[np.int64], size: int
) -> NDArray[np.int64]:
    """Return the literals with more features, in the given order, up to `size`."""
    others = order[: size + len(literals)]  # enough, whatever the literals read
    others = 2 * others[np.isin(others, literals >> 1, invert=True)]
    return np.concatenate([literals, others[: size - len(literals)]])


@cache
def warm_up(shape: Shape) -> None:
    """Compile, or load what was compiled before, so that time limits are about solving."""
    data = pack([[0, 1], [1, 0]], [0, 1])
    if shape == "depth-one":
        _solve(Subproblem(data, AND, max_num_literals=2), 1, 0.0, 0)
    else:
        depth_two.solve(Subproblem(data, OR, max_num_literals=2, shape="or-of-ands"), 1, 0.0, 0)
