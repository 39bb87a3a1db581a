"""Backends that sample a QUBO: all of it but the call of the sampler."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import attrs
import numpy as np
from attrs.validators import gt, instance_of, optional
from boolsmith.rules import Rule
from boolsmith.subproblems.backend import check_time_limit
from boolsmith.subproblems.guard import Cancel, OverdueError, guarded
from boolsmith.subproblems.problem import Solution, Subproblem
from numpy.typing import NDArray

from boolsmith_solvers.choices import greedy_rules, pairs_of
from boolsmith_solvers.qubo import QUBOModel, qubo
from boolsmith_solvers.reading import InfeasibleError, objective, refusal
from boolsmith_solvers.starts import start_rules

_MOST_BEGINNINGS = 8  # literals of a sample that is no rule from which rules are made


@attrs.frozen
class QuadraticParameters:
    """How the QUBO is made: with error variables or without, and its penalties (see `qubo`)."""

    errors: bool = attrs.field(default=False, kw_only=True, validator=instance_of(bool))
    L1: float = attrs.field(default=1.0, kw_only=True, validator=gt(0))
    L2: float | None = attrs.field(default=None, kw_only=True, validator=optional(gt(0)))


class QuadraticBackend:
    """A backend that hands the QUBO to the sampler in `samples`, which a subclass writes.

    Every sample that chooses a rule counts; the best by the subproblem's own objective is the
    answer, whatever the energies say.
    """

    name: ClassVar[str]

    def __init__(self, parameters: Any) -> None:
        self.parameters = parameters
        importlib.import_module("scipy.sparse")  # now, not within the first time limit

    def supports(self, subproblem: Subproblem) -> str | None:
        """None if the subproblem has a formulation, else why it has none."""
        return refusal(subproblem)

    def samples(
        self, model: QUBOModel, *, deadline: float, seed: int | None, cancel: Cancel
    ) -> Iterable[NDArray[Any]]:
        """Arrays of bits, one sample a row, until `time.perf_counter()` reaches `deadline`."""
        raise NotImplementedError

    def solve(
        self, subproblem: Subproblem, *, time_limit: float, seed: int | None = None
    ) -> Solution:
        """The best rule among the samples of `time_limit` seconds."""
        check_time_limit(time_limit)
        started = time.perf_counter()

        best = Best()

        def answer(cancel: Cancel) -> Solution:
            options = attrs.asdict(self.parameters)
            try:
                model = qubo(subproblem, **{key: options[key] for key in ("errors", "L1", "L2")})
            except InfeasibleError as error:
                return Solution("infeasible", message=str(error))
            deadline = started + time_limit
            for found in self.samples(model, deadline=deadline, seed=seed, cancel=cancel):
                best.add(model, found)
            return best.solution

        try:
            solution = guarded(answer, time_limit=time_limit, what=self.name)
        except OverdueError:
            if best.solution.rule is None:
                raise
            solution = best.solution  # what it gave before it was late
        return attrs.evolve(solution, seconds=time.perf_counter() - started)


def start_bits(model: QUBOModel) -> NDArray[np.int8] | None:
    """Bits of the best of a few rules that are made without a search, for samplers that start."""
    rules, problem = start_rules(model.ilp), model.ilp.subproblem
    if not rules:
        return None
    return model.encode(max(rules, key=lambda rule: objective(problem, rule, model.ilp.rows)))


class Best:
    """The best rule among the samples so far; `nodes` of the solution counts them all."""

    def __init__(self) -> None:
        self.solution = Solution("no-incumbent", message="there was no time for a sample")

    def add(self, model: QUBOModel, samples: NDArray[Any]) -> None:
        """Take samples into account, one a row."""
        best, count = self.solution, self.solution.nodes + len(samples)
        width = model.ilp.program.num_literals
        _, first = np.unique(samples[:, :width], axis=0, return_index=True)
        for sample in samples[np.sort(first)]:
            for rule in _rules(model, sample):
                value = objective(model.ilp.subproblem, rule, model.ilp.rows)
                if best.objective is None or value > best.objective:
                    best = Solution("feasible", rule, value)
        message = f"none of {count} samples is a rule" if best.rule is None else ""
        self.solution = attrs.evolve(best, nodes=count, message=message)


def _rules(model: QUBOModel, sample: NDArray[Any]) -> Iterator[Rule]:
    """The rule that a sample chooses; if that is none, the best over some of its literals."""
    rule = model.decode(sample)
    if rule is not None:
        yield rule
        return
    subproblem, rows = model.ilp.subproblem, model.ilp.rows
    if subproblem.shape == "depth-one":
        chosen = np.flatnonzero(sample[: model.ilp.program.num_literals])
        pairs = pairs_of(subproblem)
        for first in range(min(len(chosen), _MOST_BEGINNINGS)):
            yield from greedy_rules(subproblem, rows, np.roll(chosen, -first), pairs)
