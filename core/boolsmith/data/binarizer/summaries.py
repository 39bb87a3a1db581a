"""What is remembered of a raw column while it comes in pieces, in bounded memory."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boolsmith.data.conditions import missing_mask
from boolsmith.errors import BoolsmithError

MAX_DISTINCT = 1 << 17
Weights = NDArray[np.float64]


class Summary:
    """The weight of all rows, and of those without a value; a row without a weight weighs 1."""

    def __init__(self) -> None:
        self.num_rows = 0.0
        self.num_missing = 0.0

    def add(self, values: NDArray[Any], classes: NDArray[np.int64], weights: Weights) -> None:
        """Take in one piece of the column, with the class and the weight of every row."""
        present = ~missing_mask(values)
        self.num_rows += float(weights.sum())
        self.num_missing += float(weights[~present].sum())
        self._count(values[present], classes[present], weights[present])

    def _count(self, values: NDArray[Any], classes: NDArray[np.int64], weights: Weights) -> None:
        raise NotImplementedError


class OrderedSummary(Summary):
    """Numbers or dates: the distinct values with the weight of each in each class.

    Beyond `MAX_DISTINCT` values it goes on with a random sample of as many rows.
    """

    def __init__(self) -> None:
        super().__init__()
        self.values: NDArray[np.float64] = np.empty(0)
        self.counts: Weights = np.zeros((0, 1))
        self._sample: list[NDArray[Any]] | None = None
        self._rng = np.random.default_rng([98, 111, 111, 108])

    def _count(self, values: NDArray[Any], classes: NDArray[np.int64], weights: Weights) -> None:
        values = values.astype(np.float64)
        if self._sample is not None:
            self._extend_sample(values, classes, weights)
            return
        width = max(self.counts.shape[1], int(classes.max(initial=0)) + 1)
        merged, index = np.unique(np.concatenate([self.values, values]), return_inverse=True)
        counts = np.zeros((len(merged), width))
        known = len(self.values)
        counts[index[:known], : self.counts.shape[1]] = self.counts
        np.add.at(counts, (index[known:], classes), weights)
        self.values, self.counts = merged, counts
        if len(merged) > MAX_DISTINCT:
            self._start_sample()

    def _start_sample(self) -> None:
        values, classes = np.nonzero(self.counts)
        self._sample = [np.empty(0), np.empty(0), np.empty(0, dtype=np.int64), np.empty(0)]
        self._extend_sample(self.values[values], classes, self.counts[values, classes])

    def _extend_sample(
        self, values: NDArray[Any], classes: NDArray[np.int64], weights: Weights
    ) -> None:
        """Every entry draws a key, smaller the more it weighs; the smallest keys stay."""
        assert self._sample is not None
        keys = self._rng.exponential(size=len(values)) / weights
        new = [keys, values, classes, weights]
        joined = [np.concatenate(pair) for pair in zip(self._sample, new, strict=True)]
        keep = np.argsort(joined[0])[:MAX_DISTINCT]
        self._sample = [part[keep] for part in joined]
        _, values, classes, _ = self._sample
        self.values, index = np.unique(values, return_inverse=True)
        self.counts = np.zeros((len(self.values), int(classes.max()) + 1))
        np.add.at(self.counts, (index, classes), 1)  # the keys have done the weighting


class CategorySummary(Summary):
    """The weight of each category."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.counts: dict[str, float] = {}

    def _count(self, values: NDArray[Any], classes: NDArray[np.int64], weights: Weights) -> None:
        rows = dict.fromkeys(values.tolist(), 0.0)
        if np.all(weights == 1):
            rows.update(Counter(values.tolist()))
        else:
            for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
                rows[value] += weight
        for value, weight in rows.items():
            self.counts[value] = self.counts.get(value, 0.0) + weight
        if len(self.counts) > 8 * MAX_DISTINCT:
            raise BoolsmithError(
                f"column {self.name!r} has over {8 * MAX_DISTINCT} different texts: leave it out"
            )
