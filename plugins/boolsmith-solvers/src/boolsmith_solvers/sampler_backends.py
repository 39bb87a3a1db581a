"""Backends that sample a QUBO or a constrained quadratic model: all but the call of the sampler."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import attrs
import numpy as np
from attrs.validators import gt, instance_of, optional
from boolsmith.errors import BoolsmithError
from boolsmith.rules import Rule
from boolsmith.subproblems import (
    Cancel,
    Origin,
    OverdueError,
    Solution,
    Subproblem,
    check_time_limit,
    guarded,
)
from numpy.typing import NDArray

from boolsmith_solvers.choices import greedy_rules, pairs_of
from boolsmith_solvers.cqm import CQMModel, cqm
from boolsmith_solvers.ilp import ILPModel
from boolsmith_solvers.qubo import QUBOModel, qubo
from boolsmith_solvers.reading import InfeasibleError, objective, refusal
from boolsmith_solvers.starts import start_rules

_MOST_BEGINNINGS = 8  # literals of a sample that is no rule from which rules are made

Found = tuple[Rule, Origin]
"""A rule of a sample, and whether the sampler chose it or it was made of what it chose."""


class SamplerBackend:
    """What samplers of any model share; a subclass says which model, and which rules a sample is.

    Every sample that chooses a rule counts; the best by the subproblem's own objective is the
    answer, whatever the energies say. `starts_from_rule` says that the sampler is given the rule
    of `start_bits` to start from: an answer that is that rule is not the sampler's own.
    """

    name: ClassVar[str]
    starts_from_rule: ClassVar[bool] = False

    def __init__(self, parameters: Any) -> None:
        self.parameters = parameters

    def supports(self, subproblem: Subproblem) -> str | None:
        """Return None if the subproblem has a formulation, else why it has none."""
        return refusal(subproblem)

    def model(self, subproblem: Subproblem) -> Any:
        """Return the model of the subproblem; it has the integer linear program as `ilp`."""
        raise NotImplementedError

    def samples(
        self, model: Any, *, deadline: float, seed: int | None, cancel: Cancel
    ) -> Iterable[Any]:
        """Give batches of samples until `time.perf_counter()` reaches `deadline`.

        What was given before the sampler was late, or was stopped, is not lost.
        """
        raise NotImplementedError

    def rules(self, model: Any, batch: Any) -> Iterator[Found]:
        """Give the rules that the samples of a batch stand for, each with its origin."""
        raise NotImplementedError

    def solve(
        self, subproblem: Subproblem, *, time_limit: float, seed: int | None = None
    ) -> Solution:
        """Return the best rule among the samples of `time_limit` seconds."""
        check_time_limit(time_limit)
        started = time.perf_counter()
        best = _Best()

        def answer(cancel: Cancel) -> Solution:
            try:
                model = self.model(subproblem)
            except InfeasibleError as error:
                return Solution("infeasible", message=str(error))
            best.given = _start_rule(model.ilp) if self.starts_from_rule else None
            deadline = started + time_limit
            for batch in self.samples(model, deadline=deadline, seed=seed, cancel=cancel):
                best.add(model.ilp, self.rules(model, batch), len(batch))
            return best.solution

        try:
            solution = guarded(answer, time_limit=time_limit, what=self.name)
        except OverdueError:
            if best.solution.rule is None:
                raise
            solution = best.solution  # what it gave before it was late
        return attrs.evolve(solution, seconds=time.perf_counter() - started)


@attrs.frozen
class QuadraticParameters:
    """How the QUBO is made: with error variables or without, and its penalties (see `qubo`)."""

    errors: bool = attrs.field(default=False, kw_only=True, validator=instance_of(bool))
    L1: float = attrs.field(default=1.0, kw_only=True, validator=gt(0))
    L2: float | None = attrs.field(default=None, kw_only=True, validator=optional(gt(0)))


class QuadraticBackend(SamplerBackend):
    """A backend that hands the QUBO to the sampler in `samples`, which a subclass writes.

    A batch is an array of bits, one sample a row. Its parameters are a subclass of
    `QuadraticParameters`. A sample that chooses no rule is repaired: the best rule over some of
    the literals that it chooses takes its place.
    """

    def __init__(self, parameters: Any) -> None:
        super().__init__(parameters)
        importlib.import_module("scipy.sparse")  # now, not within the first time limit

    def model(self, subproblem: Subproblem) -> QUBOModel:
        """Return the QUBO."""
        options = attrs.asdict(self.parameters)
        return qubo(subproblem, **{key: options[key] for key in ("errors", "L1", "L2")})

    def rules(self, model: QUBOModel, batch: NDArray[Any]) -> Iterator[Found]:
        """Give the rule of every sample that chooses other literals than those before it.

        The best parameter of the operator for the chosen literals counts as the sampler's choice.
        """
        _, first = np.unique(batch[:, : model.ilp.program.num_literals], axis=0, return_index=True)
        for sample in batch[np.sort(first)]:
            rule = model.decode(sample)
            if rule is not None:
                yield rule, "solver"
            else:
                yield from ((repaired, "repaired") for repaired in _repaired(model, sample))


class ConstrainedQuadraticBackend(SamplerBackend):
    """A backend that hands the constrained quadratic model to the sampler in `samples`.

    A batch is a list of samples, each a mapping from the names of variables to values. A sample
    that breaks a constraint is not used.
    """

    def model(self, subproblem: Subproblem) -> CQMModel:
        """Return the constrained quadratic model."""
        return cqm(subproblem)

    def rules(self, model: CQMModel, batch: Sequence[Mapping[str, Any]]) -> Iterator[Found]:
        """Give the rule of every sample that is one."""
        for sample in batch:
            try:
                rule = model.decode(sample)
            except BoolsmithError:
                continue
            if model.ilp.subproblem.fits(rule):
                yield rule, "solver"


def start_bits(model: QUBOModel) -> NDArray[np.int8] | None:
    """Return the bits of the best of a few rules made without a search, for samplers that start.

    None if there is no such rule.
    """
    rule = _start_rule(model.ilp)
    return None if rule is None else model.encode(rule)


def _start_rule(model: ILPModel) -> Rule | None:
    def value(rule: Rule) -> float:
        return objective(model.subproblem, rule, model.rows)

    return max(start_rules(model), key=value, default=None)


class _Best:
    """The best rule among the samples so far; `nodes` of the solution counts them all."""

    def __init__(self) -> None:
        self.solution = Solution("no-incumbent", message="there was no time for a sample")
        self.given: Rule | None = None

    def add(self, model: ILPModel, found: Iterable[Found], num_samples: int) -> None:
        """Take the rules of so many samples into account."""
        best, count = self.solution, self.solution.nodes + num_samples
        for rule, origin in found:
            value = objective(model.subproblem, rule, model.rows)
            if best.objective is None or value > best.objective:
                whose: Origin = "given" if rule == self.given else origin
                best = Solution("feasible", rule, value, origin=whose)
        message = f"none of {count} samples is a rule" if best.rule is None else ""
        self.solution = attrs.evolve(best, nodes=count, message=message)


def _repaired(model: QUBOModel, sample: NDArray[Any]) -> Iterator[Rule]:
    """Give rules over some of the literals that a sample chooses, which is no rule itself."""
    subproblem, rows = model.ilp.subproblem, model.ilp.rows
    if subproblem.shape == "depth-one":
        chosen = np.flatnonzero(sample[: model.ilp.program.num_literals])
        pairs = pairs_of(subproblem)
        for first in range(min(len(chosen), _MOST_BEGINNINGS)):
            yield from greedy_rules(subproblem, rows, np.roll(chosen, -first), pairs)
