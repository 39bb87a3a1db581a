"""The backends `neal`, `tabu` and `exact-qubo`: QUBOs sampled on this machine."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import attrs
import dimod
import numpy as np
from attrs.validators import and_, ge, gt, instance_of, le
from boolsmith.subproblems import Cancel, Solution, Subproblem
from boolsmith_solvers import (
    InfeasibleError,
    QuadraticBackend,
    QuadraticParameters,
    QUBOModel,
    num_qubo_variables,
    start_bits,
)
from dwave.samplers import SimulatedAnnealingSampler, TabuSampler
from numpy.typing import NDArray

_BATCH = 10  # reads in one call: preparing a call takes time for each of them
_COUNT = and_(instance_of(int), ge(1))


@attrs.frozen
class NealParameters(QuadraticParameters):
    """How simulated annealing runs: so many reads of so many sweeps, as far as time allows."""

    num_reads: int = attrs.field(default=1000, validator=_COUNT)
    num_sweeps: int = attrs.field(default=300, validator=_COUNT)


class NealBackend(QuadraticBackend):
    """Subproblems sampled by simulated annealing."""

    name = "neal"
    Parameters = NealParameters

    def samples(
        self, model: QUBOModel, *, deadline: float, seed: int | None, cancel: Cancel
    ) -> Iterator[NDArray[Any]]:
        """Return a short read, which tells how many sweeps there is time for, then all others."""
        bqm = model.to_dimod().change_vartype(dimod.SPIN, inplace=True)
        end = deadline - 0.1  # what is found is still to be judged
        if time.perf_counter() > end:  # making the model took all the time
            return
        sample = partial(
            SimulatedAnnealingSampler().sample,
            bqm,
            beta_range=_beta_range(model),
            interrupt_function=lambda: cancel.asked or time.perf_counter() > end,
        )
        seeds, started = _seeds(seed), time.perf_counter()
        sweeps = min(10, self.parameters.num_sweeps)
        yield _bits(sample(num_reads=1, num_sweeps=sweeps, seed=next(seeds)))
        call = time.perf_counter() - started
        per_sweep = call / sweeps  # too high: it includes preparing the call
        affordable = int(0.5 * (end - time.perf_counter()) / per_sweep)
        sweeps = min(self.parameters.num_sweeps, max(affordable, 10))
        left = self.parameters.num_reads - 1
        while left > 0 and not cancel.asked and time.perf_counter() < end - 2 * call:
            reads = min(_BATCH, left)
            yield _bits(sample(num_reads=reads, num_sweeps=sweeps, seed=next(seeds)))
            left -= reads


@attrs.frozen
class TabuParameters(QuadraticParameters):
    """How tabu search runs: so many reads of so many seconds, as far as time allows."""

    num_reads: int = attrs.field(default=1000, validator=_COUNT)
    seconds_per_read: float = attrs.field(default=0.1, validator=gt(0))


class TabuBackend(QuadraticBackend):
    """Subproblems sampled by tabu search."""

    name = "tabu"
    starts_from_rule = True
    Parameters = TabuParameters

    def samples(
        self, model: QUBOModel, *, deadline: float, seed: int | None, cancel: Cancel
    ) -> Iterator[NDArray[Any]]:
        """One read after the other; the first starts from a rule, the others at random."""
        start = start_bits(model)
        state = None if start is None else (start[None, :], range(model.num_variables))
        bqm, sampler, seeds, overhead = model.to_dimod(), TabuSampler(), _seeds(seed), 0.0
        for _ in range(self.parameters.num_reads):
            started = time.perf_counter()
            seconds = min(self.parameters.seconds_per_read, deadline - started - overhead)
            if seconds < 0.001 or cancel.asked:
                return
            options = {"timeout": int(1000 * seconds), "initial_states": state}
            yield _bits(sampler.sample(bqm, num_reads=1, seed=next(seeds), **options))
            state = None
            overhead = max(0.0, time.perf_counter() - started - seconds)


@attrs.frozen
class ExactParameters(QuadraticParameters):
    """How far enumeration goes: twice the time for each variable more."""

    errors: bool = attrs.field(default=True, kw_only=True, validator=instance_of(bool))
    max_variables: int = attrs.field(default=18, validator=and_(_COUNT, le(24)))


class ExactBackend(QuadraticBackend):
    """Subproblems whose QUBO is so small that all its assignments can be tried."""

    name = "exact-qubo"
    Parameters = ExactParameters

    def supports(self, subproblem: Subproblem) -> str | None:
        """None if the QUBO is small enough."""
        reason = super().supports(subproblem)
        if reason is not None:
            return reason
        limit, least = self.parameters.max_variables, 2 * subproblem.data.num_features
        try:
            count = least
            if least <= limit:
                count = num_qubo_variables(subproblem, errors=self.parameters.errors)
        except InfeasibleError:
            return None
        if count <= limit:
            return None
        more = "at least " if count == least else ""
        return f"the QUBO has {more}{count} variables, and max_variables is {limit}"

    def samples(
        self, model: QUBOModel, *, deadline: float, seed: int | None, cancel: Cancel
    ) -> Iterator[NDArray[Any]]:
        """Return the ground states."""
        found = dimod.ExactSolver().sample(model.to_dimod())
        least = found.record.energy.min()
        kept = found.record.energy <= least + 1e-9 * max(1.0, abs(least))
        yield _bits(found)[kept]

    def solve(
        self, subproblem: Subproblem, *, time_limit: float, seed: int | None = None
    ) -> Solution:
        """Return the best rule; it is proven to be when the QUBO has error variables."""
        solution = super().solve(subproblem, time_limit=time_limit, seed=seed)
        if solution.rule is None or not self.parameters.errors or self.parameters.L1 < 1:
            return solution
        if self.parameters.L2 is not None:  # a penalty of the user's own may be too small
            return solution
        return attrs.evolve(solution, status="optimal", bound=solution.objective)


def _seeds(seed: int | None) -> Iterator[int]:
    numbers = np.random.default_rng(seed)
    while True:
        yield int(numbers.integers(2**31))


def _bits(found: dimod.SampleSet) -> NDArray[Any]:
    order = np.argsort(np.asarray(found.variables))
    return np.asarray(found.record.sample[:, order] > 0, dtype=np.int8)


def _beta_range(model: QUBOModel) -> tuple[float, float]:
    """Inverse temperatures from where any coefficient is overcome to where the least is not.

    The sampler's own choice walks over the couplings one by one in Python, which takes longer
    than the annealing, and starts so hot that most sweeps are lost.
    """
    sizes = np.abs(np.concatenate([model.linear, model.values]))
    sizes = sizes[sizes > 1e-9]
    return float(np.log(2) / sizes.max()), float(2 * np.log(100) / sizes.min())
