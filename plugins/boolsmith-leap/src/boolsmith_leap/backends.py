"""The backends `leap-bqm`, `leap-cqm` and `qpu`, on the samplers of the Ocean SDK."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import attrs
import numpy as np
from attrs.validators import and_, ge, gt, instance_of, optional
from boolsmith.subproblems import BackendError, Cancel, Subproblem
from boolsmith_solvers import (
    ConstrainedQuadraticBackend,
    CQMModel,
    InfeasibleError,
    QuadraticBackend,
    QuadraticParameters,
    QUBOModel,
    num_qubo_variables,
)
from dwave.system import DWaveSampler, EmbeddingComposite, LeapHybridCQMSampler, LeapHybridSampler
from numpy.typing import NDArray

from boolsmith_leap.connection import Connection

_COUNT = and_(instance_of(int), ge(1))
_SECONDS = optional(gt(0))
_LABEL = "boolsmith"


@attrs.frozen
class BqmParameters(QuadraticParameters):
    """`seconds` is what the hybrid solver is given; None for the least that it takes."""

    seconds: float | None = attrs.field(default=None, validator=_SECONDS)


class BqmBackend(QuadraticBackend):
    """Subproblems sampled by a hybrid solver for binary quadratic models."""

    name = "leap-bqm"
    Parameters = BqmParameters

    def __init__(self, parameters: BqmParameters) -> None:
        super().__init__(parameters)
        self._connection = Connection(self.name, LeapHybridSampler)

    def samples(
        self, model: QUBOModel, *, deadline: float, seed: int | None, cancel: Cancel
    ) -> Iterator[NDArray[Any]]:
        """Return the samples of one problem; the solver has no seed."""
        bqm, left = model.to_dimod(), deadline - time.perf_counter()
        with self._connection.sampler(left) as sampler:
            seconds = _seconds(self, sampler.min_time_limit(bqm), left)
            found = sampler.sample(bqm, time_limit=seconds, label=_LABEL)
            bits = _bits(found)
        yield bits


@attrs.frozen
class CqmParameters:
    """`seconds` is what the hybrid solver is given; None for the least that it takes."""

    seconds: float | None = attrs.field(default=None, validator=_SECONDS)


class CqmBackend(ConstrainedQuadraticBackend):
    """Subproblems sampled by a hybrid solver for constrained quadratic models."""

    name = "leap-cqm"
    Parameters = CqmParameters

    def __init__(self, parameters: CqmParameters) -> None:
        super().__init__(parameters)
        self._connection = Connection(self.name, LeapHybridCQMSampler)

    def samples(
        self, model: CQMModel, *, deadline: float, seed: int | None, cancel: Cancel
    ) -> Iterator[list[Any]]:
        """Give the samples of one problem; the solver has no seed."""
        left = deadline - time.perf_counter()
        with self._connection.sampler(left) as sampler:
            seconds = _seconds(self, sampler.min_time_limit(model.cqm), left)
            found = sampler.sample_cqm(model.cqm, time_limit=seconds, label=_LABEL)
            samples = list(found.samples(sorted_by=None))
        yield samples


@attrs.frozen
class QpuParameters(QuadraticParameters):
    """How the annealer runs; `max_variables` is the largest QUBO that is embedded."""

    num_reads: int = attrs.field(default=100, validator=_COUNT)
    max_variables: int = attrs.field(default=150, validator=_COUNT)


class QpuBackend(QuadraticBackend):
    """Subproblems sampled by a quantum annealer, after minor embedding."""

    name = "qpu"
    Parameters = QpuParameters

    def __init__(self, parameters: QpuParameters) -> None:
        super().__init__(parameters)
        self._connection = Connection(self.name, DWaveSampler)

    def supports(self, subproblem: Subproblem) -> str | None:
        """None if the QUBO may be small enough to embed."""
        reason = super().supports(subproblem)
        if reason is not None:
            return reason
        limit, count = self.parameters.max_variables, 2 * subproblem.data.num_features
        try:
            if count <= limit:
                count = num_qubo_variables(subproblem, errors=self.parameters.errors)
        except InfeasibleError:
            return None
        if count <= limit:
            return None
        return f"the QUBO has {count} variables or more, and max_variables is {limit}"

    def samples(
        self, model: QUBOModel, *, deadline: float, seed: int | None, cancel: Cancel
    ) -> Iterator[NDArray[Any]]:
        """Return the reads of one problem. The seed is for the embedding; the annealer has none."""
        bqm, left = model.to_dimod(), deadline - time.perf_counter()
        with self._connection.sampler(left) as sampler:
            embedding = {"timeout": max(1, int(0.5 * left))}
            if seed is not None:
                embedding["random_seed"] = seed % 2**31
            found = EmbeddingComposite(sampler).sample(
                bqm,
                num_reads=self.parameters.num_reads,
                embedding_parameters=embedding,
                label=_LABEL,
            )
            bits = _bits(found)
        yield bits


def _seconds(backend: BqmBackend | CqmBackend, least: float, left: float) -> float | None:
    """Return the time to ask of the hybrid solver; None for the least that it takes."""
    if least > left:
        raise BackendError(
            f"{backend.name}: the solver takes at least {least:g} s for this subproblem, "
            f"and {left:.3g} s of the time limit are left: give more"
        )
    asked = backend.parameters.seconds
    return asked if asked is not None and asked > least else None


def _bits(found: Any) -> NDArray[Any]:
    record = found.record  # waits for the answer
    order = np.argsort(np.asarray(found.variables))
    return np.asarray(record.sample[:, order] > 0, dtype=np.int8)
