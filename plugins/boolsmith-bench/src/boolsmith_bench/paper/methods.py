"""What can be fitted to a split: rules by search or with a proof, single features, trees."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from boolsmith.data import PackedData
from boolsmith.rules import Rule
from numpy.typing import NDArray

from boolsmith_bench.paper.datasets import Dataset, Rows, encoded
from boolsmith_bench.paper.experiment import Cell, Row

Labels = NDArray[np.bool_]

COMPLEXITIES = tuple(range(1, 16))
DEPTHS = (1, 2, 3, 4, 5)
PAPER_STARTS, PAPER_ITERATIONS = 20, 2000


def balanced_accuracy(y: Labels, predicted: Labels) -> float:
    """Return the mean of the shares of positive and of negative rows that are right."""
    return float((predicted[y].mean() + (~predicted[~y]).mean()) / 2)


class Fitting:
    """The rows of one split, and rows of results scored on both parts of it."""

    def __init__(self, data: Dataset, train: Rows, test: Rows) -> None:
        self.data, self.train, self.test = data, train, test
        self._begun = time.process_time()

    def restart(self) -> None:
        """Begin to count the seconds of processor time."""
        self._begun = time.process_time()

    def point(self, complexity: int, predict: Callable[[Rows], Any], **more: Any) -> Row:
        """One result: the complexity allowed, and the scores."""
        seconds = time.process_time() - self._begun
        scores = {
            name: balanced_accuracy(self.data.y[rows], np.asarray(predict(rows), dtype=bool))
            for name, rows in (("train", self.train), ("test", self.test))
        }
        return {"complexity": complexity, **scores, "seconds": seconds, **more}

    def rule_point(self, complexity: int, rule: Rule, **more: Any) -> Row:
        """Return the result of a rule."""
        return self.point(
            complexity,
            lambda rows: rule.evaluate(self.data.X[rows], self.data.columns),
            rule=str(rule),
            own_complexity=rule.complexity,
            **more,
        )


def native(fitting: Fitting, cell: Cell) -> Iterator[Row]:
    """Return the default search: one run, and the best rule up to every complexity from it."""
    yield from _search(fitting, cell, fitting.data.pack(fitting.train))


def taught(fitting: Fitting, cell: Cell) -> Iterator[Row]:
    """Return the same with a forest as teacher."""
    from boolsmith.learn.teachers import with_mixed_rows

    packed = fitting.data.pack(fitting.train)
    features = fitting.data.features
    rows = with_mixed_rows(packed, features, "forest", 1000, weight=1.0, seed=cell["split"])
    yield from _search(fitting, cell, rows)


def _search(fitting: Fitting, cell: Cell, rows: PackedData) -> Iterator[Row]:
    from boolsmith.searching import search

    result = search(
        rows, max_complexity=max(COMPLEXITIES), seed=cell["split"], num_threads=1,
        effort=cell["effort"],
    )  # fmt: skip
    best: Rule | None = None
    score = -1.0
    points = {point.complexity: point for point in result.pareto}
    found = []
    for complexity in COMPLEXITIES:
        if complexity in points and points[complexity].score > score:
            best, score = points[complexity].rule, points[complexity].score
        if best is not None:
            found.append(fitting.rule_point(complexity, best))
    seconds = found[0]["seconds"]  # all come from the one run
    yield from ({**row, "seconds": seconds} for row in found)


def published(fitting: Fitting, cell: Cell) -> Iterator[Row]:
    """Return the published algorithm with the paper's settings, one run for each bound."""
    from boolsmith.searching import search

    packed = fitting.data.pack(fitting.train)
    for complexity in cell["complexities"]:
        fitting.restart()
        result = search(
            packed, strategy="paper", max_complexity=complexity, seed=cell["split"],
            num_threads=1, num_starts=PAPER_STARTS, num_iterations=PAPER_ITERATIONS,
        )  # fmt: skip
        yield fitting.rule_point(complexity, result.rule)


def single(fitting: Fitting, cell: Cell) -> Iterator[Row]:
    """Return the best literal."""
    from boolsmith.metrics import BALANCED_ACCURACY
    from boolsmith.searching.trivial import trivial_rules

    packed = fitting.data.pack(fitting.train)
    positives, negatives = packed.class_weights

    def score(tp: float, fp: float) -> float:
        return BALANCED_ACCURACY(tp, fp, positives - tp, negatives - fp)

    yield fitting.rule_point(1, trivial_rules(packed, score)[1].rule)


def ceiling(fitting: Fitting, cell: Cell) -> Iterator[Row]:
    """Return the most that any function of two literals can score on rows it has seen.

    No rule of complexity 3 over these columns is above it, whatever operators there are.
    """
    rows = {"train": fitting.train, "test": fitting.test}
    scores = {name: best_of_two(fitting.data.X[r], fitting.data.y[r]) for name, r in rows.items()}
    yield {"complexity": 3, **scores, "seconds": 0.0}


def best_of_two(X: Labels, y: Labels) -> float:
    """Return the highest balanced accuracy of any function of two columns."""
    total = 0.0
    both = [X[y == label].astype(np.float32) for label in (True, False)]
    shared = [part.T @ part for part in both]
    one = [np.diag(s) for s in shared]
    for first in (False, True):
        for second in (False, True):
            # Of the rows where the columns have these values, the class with the larger share.
            total = total + np.maximum(
                *(
                    _cell(s, o, len(part), first, second) / len(part)
                    for s, o, part in zip(shared, one, both, strict=True)
                )
            )
    return float(np.max(total) / 2)


def _cell(shared: Any, one: Any, rows: int, first: bool, second: bool) -> Any:
    """How many rows have these values in each pair of columns."""
    if first and second:
        return shared
    if first or second:
        return (one[:, None] if first else one) - shared
    return rows - one[:, None] - one + shared


def certified(fitting: Fitting, cell: Cell) -> Iterator[Row]:
    """Return the best rule of depth one under an operator, with a proof or the gap left."""
    from boolsmith.subproblems.optimal import optimal_rule

    packed = fitting.data.pack(fitting.train)
    for literals in cell["literals"]:
        fitting.restart()
        found = optimal_rule(
            packed, operator=cell["operator"], max_num_literals=literals,
            time_limit=cell["time_limit"],
        )  # fmt: skip
        gap = found.certificate.gap
        yield fitting.rule_point(literals + 1, found.rule, gap=gap, proven=not gap)


def tree(fitting: Fitting, cell: Cell) -> Iterator[Row]:
    """scikit-learn's tree on the binarized columns; its complexity is the number of splits."""
    yield from _trees(fitting, fitting.data.X.astype(np.float32))


def raw_tree(fitting: Fitting, cell: Cell) -> Iterator[Row]:
    """Return the tree on the raw features: numbers as they are, categories one column per value."""
    yield from _trees(fitting, encoded(fitting.data.raw))


def _trees(fitting: Fitting, X: Any) -> Iterator[Row]:
    from sklearn.tree import DecisionTreeClassifier

    y, train = fitting.data.y, fitting.train
    for depth in DEPTHS:
        fitting.restart()
        model = DecisionTreeClassifier(max_depth=depth, class_weight="balanced", random_state=0)
        model.fit(X[train], y[train])
        splits = int(model.tree_.node_count - model.get_n_leaves())
        predicted = model.predict(X)
        yield fitting.point(splits, predicted.__getitem__, depth=depth)


METHODS: dict[str, Callable[[Fitting, Cell], Iterator[Row]]] = {
    "native": native,
    "taught": taught,
    "published": published,
    "single": single,
    "ceiling": ceiling,
    "certified": certified,
    "tree": tree,
    "raw-tree": raw_tree,
}


def fit(data: Dataset, split: tuple[Rows, Rows], cell: Cell) -> list[Row]:
    """Return the results of a cell's method on a split."""
    return list(METHODS[cell["method"]](Fitting(data, *split), cell))


def mean(values: Sequence[float]) -> float:
    """Return the mean."""
    return float(np.mean(values))


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    return float(np.std(values, ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
