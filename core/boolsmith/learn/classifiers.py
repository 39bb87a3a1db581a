"""The classifier by the native search."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

import attrs
import numpy as np
from joblib import effective_n_jobs
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import check_cv

from boolsmith.data import PackedData
from boolsmith.errors import BoolsmithError, BoolsmithWarning, UnknownNameError, did_you_mean
from boolsmith.learn.base import RuleModel
from boolsmith.learn.notebook import notebook_observers
from boolsmith.learn.paths import PathPoint, point_up_to
from boolsmith.learn.rows import score_of, select_rows
from boolsmith.learn.teachers import check_teacher, with_mixed_rows
from boolsmith.metrics import Metric
from boolsmith.rules import Rule
from boolsmith.searching import search
from boolsmith.searching.checks import by_name
from boolsmith.searching.declaring import declared
from boolsmith.searching.result import ScoredRule
from boolsmith.searching.settings import Settings

# An effort of 1 sweeps a billion words or more in each start. On a small table that is many more
# sweeps than find anything new; fifty thousand were enough on Breast Cancer.
_ENOUGH = 5e-5
_LEAST_SECONDS = 0.001  # for the search, where the teacher took all the time there was
_SWEEP = 2000  # what a sweep costs in words, beside those of the table


@attrs.frozen
class CrossValidated:
    """The balanced accuracy of the rules up to a complexity on held-out rows."""

    complexity: int
    scores: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean over the folds."""
        return float(np.mean(self.scores))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return float(np.std(self.scores, ddof=1) / np.sqrt(len(self.scores)))


class RuleClassifier(RuleModel):
    """Finds rules by the native search: one for two classes, one per class for more.

    Raw rows go in: a `Binarizer` makes the Boolean columns. After `fit`, `rule_` is the rule (or
    `rules_` for more than two classes), `path_` has the best rules of every complexity, and
    `select(complexity=...)` gives the classifier of another point of it.

    With more than two classes, the rules are asked in order of precision on the training rows, and
    the first that holds decides; where none holds, the most frequent class of such rows.

    Parameters
    ----------
    metric : what is maximised, by name.
    metric_parameters : parameters of the metric.
    operators : operators that a rule may use, by name; without it, the five of the paper.
    max_complexity : most literals and operators in a rule.
    max_depth : most operators on the way from the root to a literal.
    regularization : what a unit of complexity costs, in units of the metric.
    random_state : number that determines the result.
    time_limit : seconds after which the search ends with the best rule so far.
    n_jobs : threads that run starts side by side.
    effort : factor on the work of a start.
    warm_start : whether a further `fit` starts from the rules of the last one.
    progress : whether to show it; None shows a bar in notebooks only.
    choice : rule to use: `best` on the training rows, the best up to a complexity, or `one_se`,
        the simplest whose cross-validated balanced accuracy is within one standard error of the
        best.
    cv : folds or splitter for the choice `one_se`.
    teacher : None, "forest" or a classifier with `predict_proba`, for few rows: it is fitted to
        them first, and the rule must also suit its view of rows that are mixed from yours.
    teacher_rows : how many mixed rows the teacher looks at, each of the weight of one of yours.
    class_weight : weights of classes, as in scikit-learn.
    binarizer : a `Binarizer`, "auto" for the default one, None for data that is Boolean
        already.
    positive : which of two classes the rule is for; without it, the second in order.
    search_options : further settings of `boolsmith.search`, by name.

    """

    def __init__(
        self,
        *,
        # settings, by tests/signatures.py
        metric: str = "balanced_accuracy",
        metric_parameters: Mapping[str, Any] | None = None,
        operators: Sequence[str] | None = None,
        max_complexity: int | None = 10,
        max_depth: int | None = None,
        regularization: float = 0.0,
        random_state: Any = None,
        time_limit: float | None = None,
        n_jobs: int | None = None,
        effort: float | None = None,
        warm_start: bool = False,
        progress: bool | None = None,
        choice: str | int = "best",
        cv: Any = 5,
        teacher: Any = None,
        teacher_rows: int = 1000,
        class_weight: Any = None,
        binarizer: Any = "auto",
        positive: Any = None,
        search_options: Mapping[str, Any] | None = None,
        # end of settings
    ) -> None:
        # kept, by tests/signatures.py
        self.metric = metric
        self.metric_parameters = metric_parameters
        self.operators = operators
        self.max_complexity = max_complexity
        self.max_depth = max_depth
        self.regularization = regularization
        self.random_state = random_state
        self.time_limit = time_limit
        self.n_jobs = n_jobs
        self.effort = effort
        self.warm_start = warm_start
        self.progress = progress
        self.choice = choice
        self.cv = cv
        self.teacher = teacher
        self.teacher_rows = teacher_rows
        self.class_weight = class_weight
        self.binarizer = binarizer
        self.positive = positive
        self.search_options = search_options
        # end of kept

    def _find_path(
        self, data: PackedData, metric: Metric, target: int, share: float
    ) -> Sequence[ScoredRule]:
        share /= 1 + self._num_folds()
        options = self._options()
        rows, begun = data, perf_counter()
        if self.teacher is not None:
            rows = with_mixed_rows(
                data, self._raw_features(), self.teacher, self.teacher_rows,
                weight=sum(data.class_weights) / self.num_rows_, seed=self.seed_,
                n_jobs=self.n_jobs,
            )  # fmt: skip
        limit = self.time_limit
        if limit is not None:
            limit = max(_LEAST_SECONDS, limit * share - (perf_counter() - begun))
        found = search(
            rows,
            metric=metric,
            operators=self.operators,
            max_complexity=self.max_complexity,
            max_depth=self.max_depth,
            regularization=self.regularization,
            effort=self._effort(rows, options),
            seed=self.seed_,
            time_limit=limit,
            num_threads=effective_n_jobs(self.n_jobs),
            warm_start=self._previous_rules(target, data),
            progress=bool(self.progress),
            observers=(*options.pop("observers", ()), *notebook_observers(self.progress)),
            **options,
        )
        self.result_ = found
        if found.stop_reason == "interrupted":
            message = "the search was interrupted: what it found until then is used"
            warnings.warn(message, BoolsmithWarning, stacklevel=2)
        taught = self.teacher is not None
        return [
            ScoredRule(p.rule, score_of(p.rule, data, metric) if taught else p.score, p.score)
            for p in found.pareto
        ]

    def _effort(self, rows: PackedData, options: Mapping[str, Any]) -> float | None:
        """Return the effort for rows as few as these, if the strategy uses one."""
        default = declared(Settings)["strategy"].default
        strategy = by_name("strategy", options.get("strategy", default))
        if "effort" not in strategy.settings:
            return self.effort
        whole: float = strategy.settings["effort"] if self.effort is None else self.effort
        return whole * min(1.0, _ENOUGH * (rows.num_features * rows.num_words + _SWEEP))

    def _raw_features(self) -> list[str]:
        """Return the raw feature of every Boolean column."""
        binarizer = self.binarizer_
        conditions = binarizer.conditions_ if binarizer else self._boolean_columns().values()
        return [condition.feature for condition in conditions]

    def _options(self) -> dict[str, Any]:
        """Return the further settings of the search; raise if one is unknown."""
        options = dict(self.search_options or {})
        free = {name for name, said in declared(Settings).items() if not said.classifier}
        for name in sorted(options.keys() - free):
            hint = did_you_mean(name, free)
            raise BoolsmithError(f"search_options has no setting {name!r}{hint}")
        return options

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> RuleClassifier:
        """Find the rules for the classes y of raw rows X."""
        if self.choice not in ("best", "one_se") and not isinstance(self.choice, int | np.integer):
            raise UnknownNameError("choice", str(self.choice), ("best", "one_se"))
        check_teacher(self.teacher, self.teacher_rows)
        self._last_rules = self._rules_by_label() if self.warm_start else {}
        super().fit(X, y, sample_weight)
        del self._last_rules
        return self

    def _rules_by_label(self) -> dict[Any, tuple[Rule, ...]]:
        """Return the rules of the last fit, the best first, for each class that has some."""
        if not hasattr(self, "path_"):
            return {}
        labels = self.classes_[self._targets()].tolist()
        points = [point for point in reversed(self.path_) if point.complexity]
        return {label: tuple(p.rules[i] for p in points) for i, label in enumerate(labels)}

    def _previous_rules(self, target: int, data: PackedData) -> list[Rule]:
        """Return the rules of the last fit for this class whose columns are still there."""
        rules = self._last_rules.get(self.classes_.tolist()[target], ())
        return [rule for rule in rules if set(rule.features()) <= set(data.feature_names)]

    def _num_folds(self) -> int:
        if self.choice != "one_se":
            return 0
        return int(check_cv(self.cv, classifier=True).get_n_splits(np.zeros((1, 1))))

    def _choose(self, X: Any, labels: NDArray[Any], sample_weight: Any) -> PathPoint:
        if self.choice == "one_se":
            self.cv_results_ = self._cross_validate(X, labels, sample_weight)
            best = max(self.cv_results_, key=lambda result: (result.mean, -result.complexity))
            near = [r for r in self.cv_results_ if r.mean >= best.mean - best.error]
            return point_up_to(self.path_, min(result.complexity for result in near))
        path = self.path_
        if self.choice != "best":
            path = path[: path.index(point_up_to(path, int(self.choice))) + 1]
        return max(
            path, key=lambda p: (p.objective - self.regularization * p.complexity, -p.complexity)
        )

    def _cross_validate(
        self, X: Any, labels: NDArray[Any], sample_weight: Any
    ) -> tuple[CrossValidated, ...]:
        """Return the scores of every complexity of the path on rows held out in turn."""
        scores: dict[int, list[float]] = {point.complexity: [] for point in self.path_}
        splitter = check_cv(self.cv, labels, classifier=True)
        if hasattr(splitter, "shuffle") and isinstance(self.cv, int | np.integer):
            splitter.shuffle, splitter.random_state = True, self.seed_
        limit = None if self.time_limit is None else self.time_limit / (1 + self._num_folds())
        for train, test in splitter.split(np.zeros((len(labels), 1)), labels):
            model = clone(self).set_params(choice="best", random_state=self.seed_, time_limit=limit)
            weights = None if sample_weight is None else sample_weight[train]
            model.fit(select_rows(X, train), labels[train], sample_weight=weights)
            rows = select_rows(X, test)
            held_out = None if sample_weight is None else sample_weight[test]
            for complexity, found in scores.items():
                guess = model.select(complexity=complexity).predict(rows)
                score = balanced_accuracy_score(labels[test], guess, sample_weight=held_out)
                found.append(float(score))
        return tuple(CrossValidated(c, tuple(found)) for c, found in scores.items())
