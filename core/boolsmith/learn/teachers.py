"""Teachers: a black box whose view of more rows keeps a rule from fitting chance.

The rule that fits few rows best owes much to luck. A teacher is fitted to the same rows, and says
how likely it takes rows to be positive that are mixed from them: each is one of the given rows,
with some features of another. The search then gets the given rows with their labels and the mixed
ones with the teacher's view. A rule must suit both, and with many rows of your own, those decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter

from boolsmith.data import PackedData, pack
from boolsmith.errors import BoolsmithError, UnknownNameError

Rows = NDArray[np.bool_]

_MIXED = 0.2  # the share of features that come from the other row
_LEVELS = 16  # into how many parts a mixed row can be split between the classes
_MOST_ROWS = 5000  # that a teacher is fitted to


def check_teacher(teacher: Any, num_rows: Any) -> None:
    """Raise if the teacher cannot teach, or the number of rows is none."""
    if isinstance(teacher, str) and teacher != "forest":
        raise UnknownNameError("teacher", teacher, ("forest",))
    able = hasattr(teacher, "fit") and hasattr(teacher, "predict_proba")
    if not isinstance(teacher, str | None) and (isinstance(teacher, type) or not able):
        raise BoolsmithError(
            f"teacher={teacher!r}: give 'forest' or a classifier with fit and predict_proba"
        )
    if isinstance(num_rows, bool) or not isinstance(num_rows, int | np.integer) or num_rows < 1:
        raise BoolsmithError(f"teacher_rows={num_rows!r}: give a whole number of 1 or more")


def with_mixed_rows(
    data: PackedData,
    features: Sequence[str],
    teacher: Any,
    num_rows: int,
    *,
    weight: float,
    seed: int,
    n_jobs: int | None = None,
) -> PackedData:
    """Return the rows, and beside them `num_rows` mixed ones as the teacher sees them.

    `features` has the raw feature of every column: columns of one feature stay together. `weight`
    is what one given row weighs on average, and so does each mixed one, to the next power of two:
    in `data` equal rows may have become one.
    """
    X, y, weights = data.dense()
    rng = np.random.default_rng(seed)
    model = _forest(seed, n_jobs) if isinstance(teacher, str) else _seeded(teacher, seed)
    mixed = _mix(X, weights, features, num_rows, rng)
    positive = _view(model, X, y, weights, mixed, rng)
    # Split at random to the next level, so that small shares are right on average.
    levels = np.floor(positive * _LEVELS + rng.random(num_rows))
    row = 2.0 ** np.rint(np.log2(weight))  # exact in few bits
    shares = row * np.concatenate([levels, _LEVELS - levels]) / _LEVELS
    labels = np.repeat([True, False], num_rows)
    used = shares > 0
    return pack(
        np.concatenate([X, np.tile(mixed, (2, 1))[used]]),
        np.concatenate([y, labels[used]]),
        sample_weight=np.concatenate([weights, shares[used]]),
        feature_names=data.feature_names,
    )


def _forest(seed: int, n_jobs: int | None) -> Any:
    from sklearn.ensemble import ExtraTreesClassifier

    return ExtraTreesClassifier(
        200, min_samples_leaf=2, bootstrap=True, random_state=seed, n_jobs=n_jobs
    )


def _seeded(teacher: Any, seed: int) -> Any:
    """Return a copy of a teacher, its random states given by the seed where they are open."""
    model = clone(teacher)
    parameters = model.get_params() if hasattr(model, "get_params") else {}
    states = [name for name in parameters if name.split("__")[-1] == "random_state"]
    unset = {name: seed for name in states if parameters[name] is None}
    return model.set_params(**unset) if unset else model


def _mix(
    X: Rows,
    weights: NDArray[np.float64],
    features: Sequence[str],
    num_rows: int,
    rng: np.random.Generator,
) -> Rows:
    """Return rows that have some features of one row and the rest of another."""
    of_column = np.unique(list(features), return_inverse=True)[1]
    one, other = rng.choice(len(X), (2, num_rows), p=weights / weights.sum())
    taken = rng.random((num_rows, of_column.max() + 1)) < _MIXED
    return np.asarray(np.where(taken[:, of_column], X[other], X[one]))


def _view(
    model: Any,
    X: Rows,
    y: Rows,
    weights: NDArray[np.float64],
    mixed: Rows,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Return how likely the teacher takes each mixed row to be positive."""
    rows = _some_of_both(y, rng)
    share = float(weights[y].sum() / weights.sum())
    given, classes = weights[rows].copy(), (y[rows], ~y[rows])
    for own in classes:  # rare ones are learned better if both weigh the same: undone below
        given[own] *= 0.5 / given[own].sum()
    if has_fit_parameter(model, "sample_weight"):
        model.fit(X[rows].astype(np.float32), y[rows], sample_weight=given * len(rows))
    else:  # then rows are drawn as often as they weigh
        half = (len(rows) + 1) // 2
        rows = np.concatenate([rng.choice(rows[own], half, p=2 * given[own]) for own in classes])
        model.fit(X[rows].astype(np.float32), y[rows])
    balanced = _probability(model, mixed)
    odds_positive, odds_negative = balanced * share, (1 - balanced) * (1 - share)
    return np.asarray(odds_positive / (odds_positive + odds_negative))


def _probability(model: Any, rows: Rows) -> NDArray[np.float64]:
    found = np.asarray(model.predict_proba(rows.astype(np.float32)), dtype=np.float64)
    classes = list(model.classes_)
    if True not in classes:
        raise BoolsmithError(
            f"the teacher was given the classes False and True, and knows {classes}: give another"
        )
    return found[:, classes.index(True)]


def _some_of_both(y: Rows, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return the rows that a teacher is fitted to: not too many, the classes in their shares."""
    if len(y) <= _MOST_ROWS:
        return np.arange(len(y))
    chosen = []
    for label in (True, False):
        own = np.flatnonzero(y == label)
        size = max(1, round(_MOST_ROWS * len(own) / len(y)))
        chosen.append(rng.choice(own, size, replace=False))
    return np.sort(np.concatenate(chosen))
