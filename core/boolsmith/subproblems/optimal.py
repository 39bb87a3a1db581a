"""The certified best rule of depth one, for use alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import attrs

from boolsmith.data import pack
from boolsmith.errors import BoolsmithError, UnknownNameError
from boolsmith.metrics import BUILTIN as METRICS
from boolsmith.metrics import Metric
from boolsmith.operators import AnyOperator, find_operator
from boolsmith.rules import Rule
from boolsmith.subproblems.effective import weighted_by_metric
from boolsmith.subproblems.exact import ExactBackend
from boolsmith.subproblems.problem import Subproblem


@attrs.frozen
class Certificate:
    """What is proven: no rule of the kind asked for scores above `bound`."""

    bound: float
    gap: float
    proven: bool
    nodes: int
    seconds: float


@attrs.frozen
class OptimalRule:
    """The best rule found, its score, and how sure it is that there is no better one."""

    rule: Rule
    score: float
    certificate: Certificate


def optimal_rule(
    X: Any,
    y: Any = None,
    *,
    operator: str | AnyOperator,
    max_num_literals: int = 4,
    min_num_literals: int = 2,
    negated: bool = False,
    metric: str | Metric = "balanced_accuracy",
    sample_weight: Any = None,
    time_limit: float | None = None,
    feature_names: Sequence[str] | None = None,
) -> OptimalRule:
    """Return the rule of `operator` over literals with the best score on the data, certified.

    The rule has between `min_num_literals` and `max_num_literals` different features, each plain
    or negated; 1 as the least allows a single literal. `X` may be `PackedData`, which holds the
    labels too. Without `time_limit` it takes what it takes; with it, the best rule after so many
    seconds comes with a bound on what was missed.
    """
    data = pack(X, y, sample_weight=sample_weight, feature_names=feature_names)
    problem = weighted_by_metric(data, _metric(metric))
    subproblem = Subproblem(
        problem.data,
        find_operator(operator) if isinstance(operator, str) else operator,
        negated=negated,
        min_num_literals=min_num_literals,
        max_num_literals=max_num_literals,
    )
    backend = ExactBackend()
    if (reason := backend.supports(subproblem)) is not None:
        raise BoolsmithError(f"optimal_rule cannot prove this: {reason}")
    limit = math.inf if time_limit is None else time_limit
    solution = backend.solve(subproblem, time_limit=limit)
    if solution.rule is None or solution.objective is None or solution.bound is None:
        raise BoolsmithError(f"there is no such rule: {solution.message}")
    certificate = Certificate(
        bound=problem.constant + solution.bound,
        gap=max(0.0, solution.bound - solution.objective),
        proven=solution.status == "optimal",
        nodes=solution.nodes,
        seconds=solution.seconds,
    )
    return OptimalRule(solution.rule, problem.constant + solution.objective, certificate)


def _metric(metric: str | Metric) -> Metric:
    if isinstance(metric, Metric):
        return metric
    known = {own.name: own for own in METRICS if own.affine}
    if metric not in known:
        raise UnknownNameError("affine metric", metric, known)
    return known[metric]
