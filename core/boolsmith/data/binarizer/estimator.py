"""The scikit-learn transformer that turns raw features into Boolean columns."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator
from typing import Any, Self

import attrs
import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from boolsmith.data.binarizer.features import Feature, make_feature, plain
from boolsmith.data.binarizer.settings import Settings, check_settings
from boolsmith.data.binarizer.summaries import CategorySummary, OrderedSummary, Summary, as_counts
from boolsmith.data.columns import RawColumn, as_kind, raw_columns
from boolsmith.data.conditions import (
    Condition,
    Equals,
    IsMissing,
    IsOther,
    by_feature,
    missing_mask,
)
from boolsmith.data.inputs import default_names, different, refuse_equal_names
from boolsmith.data.tables import Table, refuse_infinity
from boolsmith.errors import BoolsmithError, BoolsmithWarning
from boolsmith.rules import Literal, Rule


class Binarizer(Settings, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Numbers, categories and dates turned into Boolean columns with readable names.

    A feature of two values gives one column, a category or a number of at most `max_distinct`
    values one column per value, and any other number or date `feature > threshold` at
    `num_thresholds` cuts.

    Parameters
    ----------
    strategy : how cuts are chosen: "quantile", "uniform" (equal width), or "information_gain",
        which needs `y`.
    num_thresholds : how many cuts a number gets at most.
    thresholds : given cuts by feature, as in `{"age": [18, 65]}`.
    max_distinct : a number of so few values gets one column per value.
    max_categories, min_frequency : categories beyond so many, or rarer than this (rows if int,
        share if float), are joined to one column `feature = other`.
    kinds : what a feature is where its type misleads: "number", "category", "date" or "ignore".
    missing : "column" adds `feature is missing` where values were missing; "refuse" raises.
    unknown : what to do when a value never seen in training comes: "warn", "ignore" or "error".
    drop : "constant" columns, or all "redundant" ones (constant, or equal or opposite to an
        earlier column), are left out.
    round_thresholds : whether cuts have as few digits as leave all training rows on their side.
    sparse_output : whether `transform` gives a sparse matrix.

    """

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Choose the columns from all rows at once; a row of weight 2 counts as two rows."""
        self._forget()
        self._absorb(X, y, sample_weight)
        if self.drop != "none":
            self._drop_columns(X)
        self._forget()
        return self

    def partial_fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Choose the columns from these rows and those given before, in bounded memory."""
        if self.drop != "none":
            raise BoolsmithError(f"drop={self.drop!r} needs all rows at once: use fit")
        self._absorb(X, y, sample_weight)
        return self

    def _forget(self) -> None:
        for name in ("_summaries", "_classes"):
            self.__dict__.pop(name, None)

    def transform(self, X: Any) -> Any:
        """Return the Boolean columns of X; values never seen in training follow `unknown`."""
        X = self._validated(X, reset=False)
        out = np.empty((X.shape[0], len(self.conditions_)), dtype=bool, order="F")
        for j, (_, outcome) in enumerate(self._outcomes(X, None)):
            out[:, j] = outcome
        if self.sparse_output:
            from scipy.sparse import csr_array

            return csr_array(out)
        return out

    def columns(self, X: Any, names: Collection[str]) -> dict[str, NDArray[np.bool_]]:
        """Return the named columns of X alone, which is all that a rule needs."""
        X = self._validated(X, reset=False)
        used = {c.feature for name, c in self.conditions_by_name_.items() if name in names}
        return {Literal(c.name).feature: outcome for c, outcome in self._outcomes(X, used)}

    def _outcomes(
        self, X: Any, used: Collection[str] | None
    ) -> Iterator[tuple[Condition, NDArray[np.bool_]]]:
        """Yield every condition of the used features (None: of all) with where it holds."""
        for column, feature in zip(raw_columns(X), self.features_, strict=True):
            if feature.conditions and (used is None or feature.name in used):
                values = self._canonical(column, feature)
                yield from zip(feature.conditions, _outcomes(feature, values), strict=True)

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        """Return the names of the columns, as in `tenure > 5`."""
        check_is_fitted(self, "features_")
        own = [feature.name for feature in self.features_]
        if input_features is not None and list(map(str, input_features)) != own:
            raise ValueError("input_features is not equal to feature_names_in_")
        return np.array([condition.name for condition in self.conditions_], dtype=object)

    @property
    def conditions_(self) -> tuple[Condition, ...]:
        """What every column says about its raw feature."""
        return tuple(c for feature in self.features_ for c in feature.conditions)

    @property
    def conditions_by_name_(self) -> dict[str, Condition]:
        """The conditions under the names that the literals of rules have."""
        return by_feature(self.conditions_)

    def undo(self, rule: Rule) -> Rule:
        """Return the rule over raw features for one whose columns lost their names (`x0`, ...)."""
        lost = default_names(len(self.conditions_))
        names = {name: c.name for name, c in zip(lost, self.conditions_, strict=True)}
        for path, node in rule.flatten():
            if isinstance(node, Literal) and node.feature in names:
                rule = rule.replace(path, node.with_feature(names[node.feature]))
        return rule

    def to_json(self) -> dict[str, Any]:
        """Return the fitted binarizer as plain data for a JSON file."""
        check_is_fitted(self, "features_")
        return {
            "settings": plain(self.get_params()),
            "named": hasattr(self, "feature_names_in_"),
            "features": [feature.to_json() for feature in self.features_],
        }

    @classmethod
    def from_json(cls, document: Any) -> Binarizer:
        """Return the fitted binarizer in a document that `to_json` made."""
        try:
            binarizer = cls(**document["settings"])
            binarizer.features_ = [Feature.from_json(item) for item in document["features"]]
            names = [feature.name for feature in binarizer.features_]
            binarizer._remember_names(names, named=bool(document["named"]))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BoolsmithError(f"not a binarizer: {str(error)[:120]}") from error
        return binarizer

    def _remember_names(self, names: list[str], *, named: bool = True) -> None:
        self.n_features_in_ = len(names)
        if named:
            self.feature_names_in_ = np.array(names, dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        tags.input_tags.allow_nan = self.missing == "column"
        tags.target_tags.required = self.strategy == "information_gain"
        tags.transformer_tags.preserves_dtype = []
        return tags

    def _absorb(self, X: Any, y: Any, sample_weight: Any) -> None:
        """Take in rows, and choose the columns from all that came so far."""
        check_settings(self)
        first = not hasattr(self, "_summaries")
        X = self._validated(X, reset=first)
        classes = self._class_of(y, X.shape[0])
        weights = as_counts(sample_weight, X.shape[0])
        if first:
            self._summaries = [self._summary(column) for column in raw_columns(X)]
            check_settings(self, [summary.name for summary in self._summaries])
        counted = weights > 0
        for column, summary in zip(raw_columns(X), self._summaries, strict=True):
            if summary.kind != "ignore":
                values = self._checked(column, summary.kind)
                summary.add(values[counted], classes[counted], weights[counted])
        self.features_ = [make_feature(self, summary) for summary in self._summaries]
        names = self.get_feature_names_out().tolist()
        if not names:
            raise BoolsmithError("no column is left: every feature was ignored or has no value")
        different(names, "the binarized data", "rename a feature")

    def _summary(self, column: RawColumn) -> Summary:
        kind = (self.kinds or {}).get(column.name, column.kind)
        return (CategorySummary if kind == "category" else OrderedSummary)(column.name, kind)

    def _class_of(self, y: Any, num_rows: int) -> NDArray[np.int64]:
        """Return the class of every row by number, in the order in which classes came."""
        if self.strategy != "information_gain":
            return np.zeros(num_rows, dtype=np.int64)
        if y is None:
            raise BoolsmithError(
                "strategy='information_gain' requires y to be passed, but the target y is None"
            )
        labels = np.asarray(y.to_numpy() if hasattr(y, "to_numpy") else y)
        if labels.shape != (num_rows,):
            raise BoolsmithError(f"y has shape {labels.shape} for {num_rows} rows")
        self._classes: dict[Any, int] = getattr(self, "_classes", {})
        numbers = [self._classes.setdefault(v, len(self._classes)) for v in labels.tolist()]
        return np.array(numbers, dtype=np.int64)

    def _validated(self, X: Any, *, reset: bool) -> Any:
        """Return X as a table, array, sparse matrix or DataFrame of the features of the fit."""
        if not reset:
            check_is_fitted(self, "features_")
        if isinstance(X, Table):
            if not X.num_rows:
                raise BoolsmithError("the table has no rows: give at least one")
            if not reset:
                return X.select([feature.name for feature in self.features_])
            self._remember_names(list(X.columns))
            return X
        if isinstance(X, list | tuple):
            X = np.array(X, dtype=object)
        refuse_equal_names(X)
        frame = hasattr(X, "columns") and not isinstance(X, np.ndarray)
        if frame and 0 not in X.shape:
            validate_data(self, X, skip_check_array=True, reset=reset)
            return X
        return validate_data(
            self, X, reset=reset, dtype=None, accept_sparse=("csc", "csr"), ensure_all_finite=False
        )

    def _checked(self, column: RawColumn, kind: Any) -> NDArray[Any]:
        """Return the values in the form of the kind; infinity, and NaN if so chosen, is refused."""
        values = as_kind(column, kind)
        refuse_infinity(column.name, values)
        if self.missing == "refuse" and (gone := missing_mask(values)).any():
            raise BoolsmithError(
                f"column {column.name!r} has a missing value (NaN) in row {int(gone.argmax())}: "
                "fill it, leave the row out, or use missing='column'"
            )
        return values

    def _canonical(self, column: RawColumn, feature: Feature) -> NDArray[Any]:
        """Return the values of a known feature, and report what was never seen in training."""
        values = self._checked(column, feature.kind)
        if self.unknown == "ignore":
            return values
        conditions = {type(condition) for condition in feature.conditions}
        if IsMissing not in conditions and (gone := missing_mask(values)).any():
            name = feature.conditions[0].name
            means = f"conditions such as {name!r} are false for it, and their negations true"
            self._report(feature.name, "a missing value", int(gone.sum()), means)
        if feature.known is not None and IsOther not in conditions:
            known = {*feature.known, None}
            new = [v for v in values.tolist() if v not in known and v == v]  # noqa: PLR0124
            if new:
                self._report(feature.name, repr(new[0]), len(new), "it counts as none of the known")
        return values

    def _report(self, name: str, shown: str, rows: int, means: str) -> None:
        text = f"column {name!r} has {shown}, never seen in training ({rows} rows)"
        if self.unknown == "error":
            raise BoolsmithError(f"{text}; with unknown='ignore' {means}")
        warnings.warn(f"{text}: {means}", BoolsmithWarning, stacklevel=4)

    def _drop_columns(self, X: Any) -> None:
        """Leave out the columns that add nothing on these rows."""
        matrix = self.transform(X)
        matrix = matrix.toarray() if self.sparse_output else matrix
        # Opposite columns look the same once the first row is false in both, and constant ones
        # are false.
        matrix = matrix ^ matrix[:1]
        keep = matrix.any(axis=0)
        if self.drop == "redundant":
            _, first = np.unique(np.packbits(matrix, axis=0), axis=1, return_index=True)
            keep &= np.isin(np.arange(len(keep)), first)
        if not keep.any():
            raise BoolsmithError("no column is left: every one is constant")
        flags = iter(keep)
        self.features_ = [
            attrs.evolve(f, conditions=tuple(c for c in f.conditions if next(flags)))
            for f in self.features_
        ]


def _outcomes(feature: Feature, values: NDArray[Any]) -> Iterator[NDArray[np.bool_]]:
    """Yield the outcome of every condition of the feature; text is looked up once for them all."""
    if feature.kind != "category":
        yield from (condition.holds(values) for condition in feature.conditions)
        return
    codes = {c.value: i for i, c in enumerate(feature.conditions) if isinstance(c, Equals)}
    rows = np.fromiter((codes.get(v, -1) for v in values.tolist()), np.int64, len(values))
    for i, condition in enumerate(feature.conditions):
        yield rows == i if isinstance(condition, Equals) else condition.holds(values)
