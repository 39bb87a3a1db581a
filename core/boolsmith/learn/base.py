"""What all classifiers share: raw data in, classes of any type, a path of rules, prediction.

A classifier only says how it finds the path of one class against the rest.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _num_samples, check_is_fitted, column_or_1d, validate_data

from boolsmith.data import PackedData
from boolsmith.data.binarizer import Binarizer
from boolsmith.data.conditions import Condition, IsTrue, by_feature
from boolsmith.data.inputs import binary_source, default_names, refuse_equal_names, row_weights
from boolsmith.data.tables import Table
from boolsmith.data.targets import refuse_missing_labels
from boolsmith.errors import BoolsmithError, did_you_mean
from boolsmith.learn.decisions import Decision, first_to_hold, where_true
from boolsmith.learn.paths import PathPoint, Votes, join_paths, only_rule, point_up_to
from boolsmith.learn.rows import canonical_rows, fingerprint, select_rows
from boolsmith.learn.weights import metric_for, weigh_classes
from boolsmith.metrics import Metric
from boolsmith.rules import Rule
from boolsmith.searching.result import ScoredRule


class RuleModel(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier that decides by rules over Boolean columns of the raw features."""

    metric: str = "balanced_accuracy"
    metric_parameters: Mapping[str, Any] | None = None
    binarizer: Any = "auto"
    class_weight: Any = None
    random_state: Any = None
    positive: Any = None
    _poor_score = False  # for checks of scikit-learn that ask for a good one

    def _find_path(
        self, data: PackedData, metric: Metric, target: int, share: float
    ) -> Sequence[ScoredRule]:
        """Return rules of one class against the rest, found in this `share` of the time."""
        raise NotImplementedError

    def _choose(self, X: Any, labels: NDArray[Any], sample_weight: Any) -> PathPoint:
        """Return the point of the path to use."""
        return point_up_to(self.path_, self.path_[-1].complexity)

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Find the rules for the classes y of raw rows X."""
        labels, weights = self._checked_target(X, y, sample_weight)
        self.target_ = None if getattr(y, "name", None) is None else str(y.name)
        counted = weights > 0
        if not counted.all():
            X = select_rows(X, np.flatnonzero(counted))
            labels, weights = labels[counted], weights[counted]
        given = None if sample_weight is None else weights
        self._binarize(X, labels, given)
        self.classes_, codes = np.unique(labels, return_inverse=True)
        targets = self._targets()
        rows = weigh_classes(self.class_weight, labels, weights, self.metric)
        matrix, names = self._matrix(X)
        data = [canonical_rows(matrix, codes == target, rows, names) for target in targets]
        self.seed_ = int(check_random_state(self.random_state).randint(2**31 - 1))
        self.fingerprint_ = fingerprint(data)
        self.num_rows_ = len(labels)
        paths = []
        for part, target in zip(data, targets, strict=True):
            metric = metric_for(
                self.metric, self.metric_parameters, self.class_weight, codes == target, weights
            )
            paths.append(self._find_path(part, metric, target, 1 / len(data)))
        self.path_ = join_paths(paths)
        column = dict(zip(names, matrix.T, strict=True)).__getitem__
        self.votes_ = {}
        for point in self.path_:
            outcomes = [where_true(rule, column, len(codes)) for rule in point.rules]
            votes = Votes.count(targets, outcomes, codes, weights, len(self.classes_))
            self.votes_[point.complexity] = votes
        self._use(self._choose(X, labels, given))
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class of every row."""
        branch = self._branch(X)
        labels = [*self.rules_, self.decision_.otherwise]
        return np.array(labels, dtype=self.classes_.dtype)[branch]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the share of each class among the training rows that went the same way."""
        branch = self._branch(X)
        return self.votes_[self.point_.complexity].shares[branch]

    def select(self, *, complexity: int) -> Self:
        """Return a copy of the fitted classifier that uses the best rule up to a complexity."""
        check_is_fitted(self, "decision_")
        chosen = copy.copy(self)
        chosen._use(point_up_to(self.path_, complexity))
        return chosen

    def narrowed(self) -> Self:
        """Return a copy of the fitted classifier that asks only for what its rules read."""
        check_is_fitted(self, "decision_")
        used = set(self.decision_.features())
        chosen = copy.copy(self)
        if self.binarizer_ is not None:
            features = [f for f in self.binarizer_.features_ if f.name in used]
            chosen.binarizer_ = copy.copy(self.binarizer_)
            chosen.binarizer_.features_ = features or self.binarizer_.features_[:1]
            names = [feature.name for feature in chosen.binarizer_.features_]
            chosen.n_features_in_ = chosen.binarizer_.n_features_in_ = len(names)
            chosen.feature_names_in_ = np.array(names, dtype=object)
            chosen.binarizer_.feature_names_in_ = chosen.feature_names_in_
        return chosen

    @property
    def rules_(self) -> dict[Any, Rule]:
        """The rule of each class that has one, in the order in which they are asked."""
        check_is_fitted(self, "decision_")
        return {label: rule for rule, label in self.decision_.branches}

    @property
    def rule_(self) -> Rule:
        """The rule, where there are two classes."""
        return only_rule(tuple(self.rules_.values()), "rules_")

    @property
    def complexity_(self) -> int:
        """The number of literals and operators in all rules together."""
        return sum(rule.complexity for rule in self.rules_.values())

    def save(self, path: str | Path) -> None:
        """Write the fitted classifier to a JSON file, in whole or not at all."""
        from boolsmith.learn.files import save_model

        save_model(self, path)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Return the fitted classifier in a file that `save` wrote."""
        from boolsmith.learn.files import load_model

        model = load_model(path)
        if not isinstance(model, cls):
            raise BoolsmithError(f"{str(path)!r} holds a {type(model).__name__}")
        return model

    def _more_to_json(self) -> Any:
        """Return what a model file holds beyond what all classifiers have."""

    def _more_from_json(self, document: Any) -> None:
        """Take over what `_more_to_json` returned."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = self._poor_score
        if self.binarizer is None:
            tags.input_tags.sparse = True
        else:
            tags.input_tags = self._new_binarizer().__sklearn_tags__().input_tags
        return tags

    def _new_binarizer(self) -> Binarizer:
        if isinstance(self.binarizer, Binarizer):
            made: Binarizer = clone(self.binarizer)
            made.sparse_output = False
            return made
        if self.binarizer != "auto":
            raise BoolsmithError(
                f"binarizer={self.binarizer!r}: give a Binarizer, 'auto', or None for Boolean data"
            )
        return Binarizer()

    def _checked_target(
        self, X: Any, y: Any, sample_weight: Any
    ) -> tuple[NDArray[Any], NDArray[np.float64]]:
        if y is None:
            name = type(self).__name__
            raise BoolsmithError(f"{name} requires y to be passed, but the target y is None")
        labels = column_or_1d(y, warn=True, dtype=None)
        refuse_missing_labels(y, labels)
        check_classification_targets(labels)
        if len(labels) != _num_samples(X):
            raise BoolsmithError(
                f"inconsistent numbers of samples: X has {_num_samples(X)} rows and y "
                f"{len(labels)} labels"
            )
        if sample_weight is None:
            return labels, np.ones(len(labels))
        return labels, row_weights(sample_weight, len(labels))

    def _binarize(self, X: Any, labels: NDArray[Any], weights: NDArray[np.float64] | None) -> None:
        """Fit the binarizer, or check Boolean data, and take over what is known of the features."""
        for name in ("feature_names_in_", "n_features_in_"):
            self.__dict__.pop(name, None)
        if self.binarizer is None:
            self.binarizer_ = None
            self._boolean(X, reset=True)
            return
        self.binarizer_ = self._new_binarizer().fit(X, labels, sample_weight=weights)
        self.n_features_in_ = self.binarizer_.n_features_in_
        if hasattr(self.binarizer_, "feature_names_in_"):
            self.feature_names_in_ = self.binarizer_.feature_names_in_

    def _boolean(self, X: Any, *, reset: bool) -> tuple[NDArray[np.bool_], list[str]]:
        """Return X as a Boolean matrix, and the names of its columns."""
        if isinstance(X, Table):
            X = X if reset else X.select(list(self.feature_names_in_))
            self.n_features_in_ = len(X.columns)
            self.feature_names_in_ = np.array(list(X.columns), dtype=object)
        else:
            refuse_equal_names(X)
            X = validate_data(self, X, reset=reset, accept_sparse=True, dtype=None)
        names = list(self._boolean_columns())
        return binary_source(X, names).take(slice(None), slice(None)), names

    def _matrix(self, X: Any) -> tuple[NDArray[np.bool_], list[str]]:
        if self.binarizer_ is None:
            return self._boolean(X, reset=False)
        names = self.binarizer_.get_feature_names_out().tolist()
        return self.binarizer_.set_output(transform="default").transform(X), names

    def _targets(self) -> list[int]:
        """Return the classes that get a rule: `positive` of two, or the second; all of more."""
        labels = self.classes_.tolist()
        if len(labels) < 2:
            raise BoolsmithError(
                f"y has one class only ({self.classes_[0]!r}): give rows of at least two classes"
            )
        if len(labels) > 2:
            return list(range(len(labels)))
        if self.positive is not None and self.positive not in labels:
            hint = did_you_mean(str(self.positive), map(str, labels))
            raise BoolsmithError(f"positive={self.positive!r} is not a class{hint}")
        return [1 if self.positive is None else labels.index(self.positive)]

    def _use(self, point: PathPoint) -> None:
        """Decide by the rules of a point from now on."""
        self.point_ = point
        votes, targets = self.votes_[point.complexity], self._targets()
        names = self.classes_.tolist()
        otherwise = names[1 - targets[0]] if len(names) == 2 else names[votes.otherwise]
        decision = Decision(
            tuple((point.rules[i], names[targets[i]]) for i in votes.order),
            otherwise,
            None if self.binarizer_ is not None else self._boolean_columns(),
        )
        self.decision_ = decision.over(self.binarizer_)

    def _boolean_columns(self) -> dict[str, Condition]:
        """Return the features of Boolean data under the names that rules use."""
        own = getattr(self, "feature_names_in_", None)
        names = default_names(self.n_features_in_) if own is None else map(str, own)
        return by_feature(map(IsTrue, names))

    def _branch(self, X: Any) -> NDArray[np.int64]:
        """Return which rule is the first to hold on each row."""
        rules = self.rules_.values()
        if self.binarizer_ is None:
            matrix, names = self._boolean(X, reset=False)
            columns: dict[str, Any] = dict(zip(names, matrix.T, strict=True))
        else:
            read = {name for rule in rules for name in rule.features()}
            columns = self.binarizer_.columns(X, read)
        length = _num_samples(X)
        return first_to_hold([where_true(r, columns.__getitem__, length) for r in rules], length)
