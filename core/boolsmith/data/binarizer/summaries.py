"""What is remembered of a raw column while it comes in pieces, in bounded memory."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boolsmith.data.conditions import missing_mask
from boolsmith.data.inputs import row_weights
from boolsmith.errors import BoolsmithError

MAX_DISTINCT = 1 << 17
Weights = NDArray[np.float64]
Classes = NDArray[np.int64]


class _Weighed:
    """The weight of all rows, and of those without a value; a row without a weight weighs 1."""

    def __init__(self, name: str, kind: Any) -> None:
        self.name, self.kind = name, kind
        self.num_rows = self.num_missing = 0.0

    def add(self, values: NDArray[Any], classes: Classes, weights: Weights) -> None:
        """Take in one piece of the column, with the class and the weight of every row."""
        present = ~missing_mask(values)
        self.num_rows += float(weights.sum())
        self.num_missing += float(weights[~present].sum())
        self._count(values[present], classes[present], weights[present])

    def _count(self, values: NDArray[Any], classes: Classes, weights: Weights) -> None:
        raise NotImplementedError


class OrderedSummary(_Weighed):
    """Numbers or dates: the distinct values with the weight of each in each class.

    Beyond `MAX_DISTINCT` values it goes on with a random sample of as many rows.
    """

    def __init__(self, name: str, kind: Any) -> None:
        super().__init__(name, kind)
        self.values: NDArray[np.float64] = np.empty(0)
        self.counts: Weights = np.zeros((0, 1))
        self._sample: list[NDArray[Any]] = []  # the key, value and class of every row of it
        self._rng = np.random.default_rng([98, 111, 111, 108])

    def _count(self, values: NDArray[Any], classes: Classes, weights: Weights) -> None:
        new = [values.astype(np.float64), classes, weights]
        if not self._sample:
            self._tabulate(*map(np.concatenate, zip(self._entries(), new, strict=True)))
            if len(self.values) <= MAX_DISTINCT:
                return
            new = self._entries()
            self._sample = [np.empty(0), np.empty(0), np.empty(0, dtype=np.int64)]
        # Every entry draws a key, smaller the more it weighs; the smallest keys stay.
        keys = self._rng.exponential(size=len(new[0])) / new[2]
        pairs = zip(self._sample, [keys, *new[:2]], strict=True)
        joined = [np.concatenate(pair) for pair in pairs]
        keep = np.argsort(joined[0])[:MAX_DISTINCT]
        self._sample = [part[keep] for part in joined]
        _, values, classes = self._sample
        self._tabulate(values, classes, np.ones(len(keep)))

    def _entries(self) -> list[NDArray[Any]]:
        """Return the value, class and weight of every count that is not zero."""
        rows, classes = np.nonzero(self.counts)
        return [self.values[rows], classes, self.counts[rows, classes]]

    def _tabulate(self, values: NDArray[Any], classes: Classes, weights: Weights) -> None:
        self.values, index = np.unique(values, return_inverse=True)
        self.counts = np.zeros((len(self.values), int(classes.max(initial=0)) + 1))
        np.add.at(self.counts, (index, classes), weights)


class CategorySummary(_Weighed):
    """The weight of each category."""

    def __init__(self, name: str, kind: Any) -> None:
        super().__init__(name, kind)
        self.counts: dict[str, float] = defaultdict(float)

    def _count(self, values: NDArray[Any], classes: Classes, weights: Weights) -> None:
        texts = values.tolist()
        equal = np.all(weights == 1)
        pairs = Counter(texts).items() if equal else zip(texts, weights.tolist(), strict=True)
        for text, weight in pairs:
            self.counts[text] += weight
        if len(self.counts) > 8 * MAX_DISTINCT:
            raise BoolsmithError(
                f"column {self.name!r} has over {8 * MAX_DISTINCT} different texts: leave it out"
            )


Summary = OrderedSummary | CategorySummary


def as_counts(sample_weight: Any, num_rows: int) -> Weights:
    """Return weights as numbers of rows: whole ones as they are, others scaled to a mean of one."""
    if sample_weight is None:
        return np.ones(num_rows)
    weights = row_weights(sample_weight, num_rows)
    if np.all(weights == np.floor(weights)):
        return weights
    return np.asarray(weights * np.count_nonzero(weights) / weights.sum())
