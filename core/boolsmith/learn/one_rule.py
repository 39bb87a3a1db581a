"""The classifier of one operator over literals, with a proof that there is no better one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from time import perf_counter
from typing import Any, Self

import attrs

from boolsmith.data import PackedData
from boolsmith.errors import BoolsmithError
from boolsmith.learn.base import RuleModel
from boolsmith.learn.rows import score_of, scorer
from boolsmith.metrics import Metric
from boolsmith.operators import AnyOperator, find_operator
from boolsmith.plugins import registry
from boolsmith.rules import Rule
from boolsmith.searching.result import ScoredRule
from boolsmith.searching.trivial import trivial_rules
from boolsmith.subproblems import Backend, Subproblem
from boolsmith.subproblems.backend import check_time_limit
from boolsmith.subproblems.effective import weighted_by_metric


@attrs.frozen
class OperatorCertificate:
    """What is known of the rules of one operator for one class.

    No such rule scores above `bound`, as far as the backend proved one; `proven` says that the
    rule found is the best.
    """

    label: Any
    operator: str
    rule: Rule | None
    score: float | None
    bound: float | None
    proven: bool
    seconds: float


class OneRuleClassifier(RuleModel):
    """Finds the best rule of one operator over literals, and proves that it is the best.

    After `fit`, `certificates_` says for every operator what is proven; `proven_` is true if no
    rule of the kind asked for scores higher on the training rows.

    Parameters
    ----------
    operators : the operators to try, by name.
    max_num_literals : how many literals a rule may have.
    metric, metric_parameters : what is maximised: accuracy, balanced accuracy, or another affine
        metric, and its parameters by name.
    backend, backend_parameters : what solves it: "exact" proves its answers; see
        `boolsmith backends` for others.
    time_limit : seconds in all, shared by operators and classes; None for no limit.
    binarizer, class_weight, random_state : as in `RuleClassifier`.

    """

    def __init__(
        self,
        *,
        operators: Sequence[str] = ("And", "Or", "AtLeast", "AtMost", "Choose"),
        max_num_literals: int = 4,
        metric: str = "balanced_accuracy",
        metric_parameters: Mapping[str, Any] | None = None,
        backend: str = "exact",
        backend_parameters: Mapping[str, Any] | None = None,
        time_limit: float | None = 60.0,
        binarizer: Any = "auto",
        class_weight: Any = None,
        random_state: Any = None,
    ) -> None:
        self.operators = operators
        self.max_num_literals = max_num_literals
        self.metric = metric
        self.metric_parameters = metric_parameters
        self.backend = backend
        self.backend_parameters = backend_parameters
        self.time_limit = time_limit
        self.binarizer = binarizer
        self.class_weight = class_weight
        self.random_state = random_state

    @property
    def proven_(self) -> bool:
        """Whether every rule is proven to be the best of its kind."""
        return all(certificate.proven for certificate in self.certificates_)

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Find the rules for the classes y of raw rows X."""
        if self.time_limit is not None:
            check_time_limit(self.time_limit, finite=False)
        self.certificates_: tuple[OperatorCertificate, ...] = ()
        return super().fit(X, y, sample_weight)

    def _more_to_json(self) -> Any:
        return [
            {**attrs.asdict(c, recurse=False), "rule": c.rule and c.rule.to_json()}
            for c in self.certificates_
        ]

    def _more_from_json(self, document: Any) -> None:
        self.certificates_ = tuple(
            OperatorCertificate(**{**item, "rule": item["rule"] and Rule.from_json(item["rule"])})
            for item in document
        )

    def _find_path(
        self, data: PackedData, metric: Metric, target: int, share: float
    ) -> Sequence[ScoredRule]:
        if not metric.affine:
            raise BoolsmithError(f"metric {metric.name!r} is not affine: nothing could be proven")
        backend = registry().backends.get(self.backend).load(self.backend_parameters)
        names = [self.operators] if isinstance(self.operators, str) else list(self.operators)
        ends = perf_counter() + (inf if self.time_limit is None else self.time_limit * share)
        points = [*trivial_rules(data, scorer(data, metric))]
        for done, name in enumerate(names):
            left = max(0.01, (ends - perf_counter()) / (len(names) - done))
            found = self._certified(data, metric, find_operator(name), backend, left, target)
            self.certificates_ += (found,)
            if found.rule is not None and found.score is not None:
                points.append(ScoredRule(found.rule, found.score, found.score))
        return points

    def _certified(
        self,
        data: PackedData,
        metric: Metric,
        operator: AnyOperator,
        backend: Backend,
        seconds: float,
        target: int,
    ) -> OperatorCertificate:
        """Return the best rule of one operator, scored again here, and what is proven of it."""
        label = self.classes_.tolist()[target]
        problem = weighted_by_metric(data, metric)
        most = min(self.max_num_literals, data.num_features)
        if most < 2:
            return OperatorCertificate(label, operator.name, None, None, None, True, 0.0)
        subproblem = Subproblem(problem.data, operator, max_num_literals=most)
        spec = registry().backends.get(self.backend)
        if (reason := spec.refusal(backend, subproblem)) is not None:
            raise BoolsmithError(f"backend {self.backend!r} cannot take {operator.name}: {reason}")
        solution = backend.solve(subproblem, time_limit=seconds, seed=self.seed_)
        score = None if solution.rule is None else score_of(solution.rule, data, metric)
        bound = None if solution.bound is None else problem.constant + solution.bound
        found = (solution.rule, score, bound, solution.status == "optimal", solution.seconds)
        return OperatorCertificate(label, operator.name, *found)
