"""The scikit-learn transformer that turns raw features into Boolean columns."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Self

import attrs
import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from boolsmith.data.binarizer.features import Feature, Recipe
from boolsmith.data.binarizer.serialize import binarizer_from_json, binarizer_to_json
from boolsmith.data.binarizer.settings import as_counts, check_feature_names, check_settings
from boolsmith.data.binarizer.summaries import CategorySummary, OrderedSummary, Summary
from boolsmith.data.columns import RawColumn, as_kind, raw_columns
from boolsmith.data.conditions import (
    Condition,
    Equals,
    IsMissing,
    IsOther,
    by_feature,
    missing_mask,
)
from boolsmith.data.inputs import default_names, refuse_equal_names
from boolsmith.data.tables import Table
from boolsmith.errors import BoolsmithError, BoolsmithWarning
from boolsmith.rules import Literal, Rule


class Binarizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Turns numbers, categories and dates into Boolean columns with readable names.

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

    def __init__(
        self,
        *,
        strategy: str = "quantile",
        num_thresholds: int = 10,
        thresholds: Mapping[str, Any] | None = None,
        max_distinct: int = 10,
        max_categories: int | None = 100,
        min_frequency: float | None = None,
        kinds: Mapping[str, str] | None = None,
        missing: str = "column",
        unknown: str = "warn",
        drop: str = "none",
        round_thresholds: bool = True,
        sparse_output: bool = False,
    ) -> None:
        self.strategy = strategy
        self.num_thresholds = num_thresholds
        self.thresholds = thresholds
        self.max_distinct = max_distinct
        self.max_categories = max_categories
        self.min_frequency = min_frequency
        self.kinds = kinds
        self.missing = missing
        self.unknown = unknown
        self.drop = drop
        self.round_thresholds = round_thresholds
        self.sparse_output = sparse_output

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
        """The Boolean columns of X; values never seen in training follow `unknown`."""
        check_is_fitted(self, "features_")
        X = self._validated(X, reset=False)
        out = np.empty((X.shape[0], len(self.conditions_)), dtype=bool, order="F")
        for j, (_, outcome) in enumerate(self._outcomes(X, None)):
            out[:, j] = outcome
        if self.sparse_output:
            from scipy.sparse import csr_array

            return csr_array(out)
        return out

    def columns(self, X: Any, names: Collection[str]) -> dict[str, NDArray[np.bool_]]:
        """The named columns of X alone, which is all that a rule needs."""
        check_is_fitted(self, "features_")
        X = self._validated(X, reset=False)
        used = {c.feature for name, c in self.conditions_by_name_.items() if name in names}
        return {Literal(c.name).feature: outcome for c, outcome in self._outcomes(X, used)}

    def _outcomes(
        self, X: Any, used: Collection[str] | None
    ) -> Iterator[tuple[Condition, NDArray[np.bool_]]]:
        """Every condition of the used features (None: of all) with where it holds."""
        for column, feature in zip(raw_columns(X), self.features_, strict=True):
            if feature.conditions and (used is None or feature.name in used):
                values = self._canonical(column, feature)
                yield from zip(feature.conditions, _outcomes(feature, values), strict=True)

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        """The names of the columns, as in `tenure > 5`."""
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
        """The rule over the raw features, for a rule whose columns lost their names (`x0`, ...)."""
        lost = default_names(len(self.conditions_))
        names = {name: c.name for name, c in zip(lost, self.conditions_, strict=True)}
        for path, node in rule.flatten():
            if isinstance(node, Literal) and node.feature in names:
                rule = rule.replace(path, node.with_feature(names[node.feature]))
        return rule

    def to_json(self) -> dict[str, Any]:
        """The fitted binarizer as plain data for a JSON file."""
        check_is_fitted(self, "features_")
        return binarizer_to_json(self)

    @classmethod
    def from_json(cls, document: Any) -> Binarizer:
        """The fitted binarizer in a document that `to_json` made."""
        return binarizer_from_json(document)

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
        check_settings(self.get_params())
        first = not hasattr(self, "_summaries")
        X = self._validated(X, reset=first)
        classes = self._class_of(y, X.shape[0])
        weights = as_counts(sample_weight, X.shape[0])
        if first:
            self._summaries = [self._summary(column) for column in raw_columns(X)]
            check_feature_names(self.get_params(), [name for name, _, _ in self._summaries])
        counted = weights > 0
        for column, (_, kind, summary) in zip(raw_columns(X), self._summaries, strict=True):
            if kind != "ignore":
                values = self._checked(column, kind)
                summary.add(values[counted], classes[counted], weights[counted])
        recipe = Recipe(**{field.name: getattr(self, field.name) for field in attrs.fields(Recipe)})
        self.features_ = [
            Feature(name, "category", ())
            if kind == "ignore"
            else recipe.feature(
                name, kind, summary, (self.thresholds or {}).get(name), name in (self.kinds or {})
            )
            for name, kind, summary in self._summaries
        ]
        names = self.get_feature_names_out().tolist()
        if not names:
            raise BoolsmithError("no column is left: every feature was ignored or has no value")
        if len(set(names)) < len(names):
            twice = next(name for i, name in enumerate(names) if name in names[:i])
            raise BoolsmithError(f"two columns would be named {twice!r}: rename a feature")

    def _summary(self, column: RawColumn) -> tuple[str, Any, Summary]:
        kind = (self.kinds or {}).get(column.name, column.kind)
        if kind == "category":
            return column.name, kind, CategorySummary(column.name)
        return column.name, kind, OrderedSummary()

    def _class_of(self, y: Any, num_rows: int) -> NDArray[np.int64]:
        """The class of every row by number, in the order in which classes came."""
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
        """X as a table, an array, a sparse matrix or a DataFrame, with the features of the fit."""
        if isinstance(X, Table):
            return self._validated_table(X, reset=reset)
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

    def _validated_table(self, X: Table, *, reset: bool) -> Table:
        if not X.num_rows:
            raise BoolsmithError("the table has no rows: give at least one")
        if reset:
            self.n_features_in_ = len(X.columns)
            self.feature_names_in_ = np.array(list(X.columns), dtype=object)
        return X.select([feature.name for feature in self.features_]) if not reset else X

    def _checked(self, column: RawColumn, kind: Any) -> NDArray[Any]:
        """The values in the form of the kind; infinity is refused, and NaN if so chosen."""
        values = as_kind(column, kind)
        if kind == "number" and np.isinf(values).any():
            row = int(np.flatnonzero(np.isinf(values))[0])
            raise BoolsmithError(
                f"column {column.name!r} has infinity in row {row}: replace it or leave it empty"
            )
        if self.missing == "refuse" and (gone := missing_mask(values)).any():
            raise BoolsmithError(
                f"column {column.name!r} has a missing value (NaN) in row {int(gone.argmax())}: "
                "fill it, leave the row out, or use missing='column'"
            )
        return values

    def _canonical(self, column: RawColumn, feature: Feature) -> NDArray[Any]:
        """The values of a known feature, with what was never seen in training reported."""
        values = self._checked(column, feature.kind)
        if self.unknown == "ignore":
            return values
        asked = any(isinstance(condition, IsMissing) for condition in feature.conditions)
        if not asked and (gone := missing_mask(values)).any():
            name = feature.conditions[0].name
            means = f"conditions such as {name!r} are false for it, and their negations true"
            self._report(feature.name, "a missing value", int(gone.sum()), means)
        joined = any(isinstance(condition, IsOther) for condition in feature.conditions)
        if feature.known is not None and not joined:
            known = {*feature.known, None}
            new = [v for v in values.tolist() if v not in known and v == v]  # noqa: PLR0124
            if new:
                means = "it counts as none of the known"
                self._report(feature.name, repr(new[0]), len(new), means)
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
        constant = matrix.all(axis=0) | ~matrix.any(axis=0)
        seen: set[bytes] = set()
        keep = []
        for j in range(matrix.shape[1]):
            # Opposite columns look the same once the first row is false in both.
            digest = np.packbits(matrix[:, j] ^ matrix[0, j]).tobytes()
            fresh = digest not in seen or self.drop == "constant"
            keep.append(fresh and not constant[j])
            seen.add(digest)
        if not any(keep):
            raise BoolsmithError("no column is left: every one is constant")
        flags = iter(keep)
        self.features_ = [
            attrs.evolve(f, conditions=tuple(c for c in f.conditions if next(flags)))
            for f in self.features_
        ]


def _outcomes(feature: Feature, values: NDArray[Any]) -> Iterator[NDArray[np.bool_]]:
    """The outcome of every condition of the feature; text is looked up once for all of them."""
    if feature.kind != "category":
        yield from (condition.holds(values) for condition in feature.conditions)
        return
    codes = {c.value: i for i, c in enumerate(feature.conditions) if isinstance(c, Equals)}
    rows = np.fromiter((codes.get(v, -1) for v in values.tolist()), np.int64, len(values))
    for i, condition in enumerate(feature.conditions):
        yield rows == i if isinstance(condition, Equals) else condition.holds(values)
