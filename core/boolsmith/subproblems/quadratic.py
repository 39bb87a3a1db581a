"""Backends that sample a QUBO: all of it but the call of the sampler."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, ClassVar

import attrs
import numpy as np
from attrs.validators import gt, instance_of, optional
from numpy.typing import NDArray

from boolsmith.subproblems.formulations.qubo import QUBOModel, qubo
from boolsmith.subproblems.formulations.reading import InfeasibleError, objective, refusal
from boolsmith.subproblems.guard import Cancel, guarded
from boolsmith.subproblems.problem import Solution, Subproblem
from boolsmith.subproblems.programs import check_time_limit


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

        def answer(cancel: Cancel) -> Solution:
            options = attrs.asdict(self.parameters)
            choices = {key: options[key] for key in ("errors", "L1", "L2")}
            try:
                model = qubo(subproblem, **choices)
            except InfeasibleError as error:
                return Solution("infeasible", message=str(error))
            deadline = started + time_limit
            found = self.samples(model, deadline=deadline, seed=seed, cancel=cancel)
            return best_of(model, found)

        solution = guarded(answer, time_limit=time_limit, what=self.name)
        return attrs.evolve(solution, seconds=time.perf_counter() - started)


def best_of(model: QUBOModel, found: Iterable[NDArray[Any]]) -> Solution:
    """The best rule among samples; `nodes` counts them all."""
    subproblem, rows = model.ilp.subproblem, model.ilp.rows
    width, best, count, rules = model.ilp.program.num_literals, Solution("no-incumbent"), 0, 0
    for samples in found:
        count += len(samples)
        _, first = np.unique(samples[:, :width], axis=0, return_index=True)
        for sample in samples[np.sort(first)]:
            rule = model.decode(sample)
            if rule is None:
                continue
            rules += 1
            value = objective(subproblem, rule, rows)
            if best.objective is None or value > best.objective:
                best = Solution("feasible", rule, value)
    message = "" if rules else f"none of {count} samples is a rule"
    return attrs.evolve(best, nodes=count, message=message)
