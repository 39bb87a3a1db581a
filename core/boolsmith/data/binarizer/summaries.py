"""What is remembered of a raw column while it comes in pieces, in bounded memory."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boolsmith.data.conditions import missing_mask
from boolsmith.errors import BoolsmithError

MAX_DISTINCT = 1 << 17


class Summary:
    """How many rows there were, and how many of them had no value."""

    def __init__(self) -> None:
        self.num_rows = 0
        self.num_missing = 0

    def add(self, values: NDArray[Any], classes: NDArray[np.int64]) -> None:
        """Take in one piece of the column, with the class of every row."""
        present = ~missing_mask(values)
        self.num_rows += len(values)
        self.num_missing += len(values) - int(np.count_nonzero(present))
        self._count(values[present], classes[present])

    def _count(self, values: NDArray[Any], classes: NDArray[np.int64]) -> None:
        raise NotImplementedError


class OrderedSummary(Summary):
    """Numbers or dates: the distinct values with how often each occurs in each class.

    Beyond `MAX_DISTINCT` values it goes on with a random sample of as many rows.
    """

    def __init__(self) -> None:
        super().__init__()
        self.values: NDArray[np.float64] = np.empty(0)
        self.counts: NDArray[np.int64] = np.zeros((0, 1), dtype=np.int64)
        self._sample: list[NDArray[Any]] | None = None
        self._rng = np.random.default_rng([98, 111, 111, 108])

    def _count(self, values: NDArray[Any], classes: NDArray[np.int64]) -> None:
        values = values.astype(np.float64)
        if self._sample is not None:
            self._extend_sample(values, classes)
            return
        width = max(self.counts.shape[1], int(classes.max(initial=0)) + 1)
        merged, index = np.unique(np.concatenate([self.values, values]), return_inverse=True)
        counts = np.zeros((len(merged), width), dtype=np.int64)
        known = len(self.values)
        counts[index[:known], : self.counts.shape[1]] = self.counts
        np.add.at(counts, (index[known:], classes), 1)
        self.values, self.counts = merged, counts
        if len(merged) > MAX_DISTINCT:
            self._start_sample()

    def _start_sample(self) -> None:
        values, classes = np.nonzero(self.counts)
        times = self.counts[values, classes]
        self._sample = [np.empty(0), np.empty(0), np.empty(0, dtype=np.int64)]
        self._extend_sample(np.repeat(self.values[values], times), np.repeat(classes, times))

    def _extend_sample(self, values: NDArray[Any], classes: NDArray[np.int64]) -> None:
        """Every row draws a random key, and the rows with the smallest keys stay."""
        assert self._sample is not None
        new = [self._rng.random(len(values)), values, classes]
        joined = [np.concatenate(pair) for pair in zip(self._sample, new, strict=True)]
        keep = np.argsort(joined[0])[:MAX_DISTINCT]
        self._sample = [part[keep] for part in joined]
        _, values, classes = self._sample
        self.values, index = np.unique(values, return_inverse=True)
        self.counts = np.zeros((len(self.values), int(classes.max()) + 1), dtype=np.int64)
        np.add.at(self.counts, (index, classes), 1)


class CategorySummary(Summary):
    """How often each category occurs."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.counts: Counter[str] = Counter()

    def _count(self, values: NDArray[Any], classes: NDArray[np.int64]) -> None:
        self.counts.update(values.tolist())
        if len(self.counts) > 8 * MAX_DISTINCT:
            raise BoolsmithError(
                f"column {self.name!r} has over {8 * MAX_DISTINCT} different texts: leave it out"
            )
