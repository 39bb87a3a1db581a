"""A solver-neutral integer linear program: plain arrays, with no solver and no operator in sight.

Every program minimises `cost @ x` subject to `row_lower <= A @ x <= row_upper` and
`lower <= x <= upper`, all variables whole. `A` is stored by rows, as in a CSR matrix.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
Term = tuple[ArrayLike, ArrayLike]
"""Columns with their coefficients."""


@attrs.frozen(eq=False)
class LinearProgram:
    """Minimise `cost @ x` over whole `x` within bounds and rows.

    The first `num_literals` variables choose literals, of which at most `max_chosen` can be 1.
    `row_weight` is the weight of the data row that a row belongs to, infinite for rows that hold
    whatever the data: a QUBO turns the first into soft penalties and the second into hard ones.
    """

    names: tuple[str, ...]
    lower: Indices
    upper: Indices
    cost: Floats
    starts: Indices
    columns: Indices
    coefficients: Floats
    row_lower: Floats
    row_upper: Floats
    row_weight: Floats
    num_literals: int
    max_chosen: int

    @property
    def num_variables(self) -> int:
        """How many variables there are."""
        return len(self.names)

    @property
    def num_rows(self) -> int:
        """How many rows there are."""
        return len(self.row_lower)

    def row(self, index: int) -> tuple[Indices, Floats]:
        """Return the columns and coefficients of one row."""
        part = slice(self.starts[index], self.starts[index + 1])
        return self.columns[part], self.coefficients[part]

    def activity(self, x: ArrayLike) -> Floats:
        """Return `A @ x`."""
        values = self.coefficients * np.asarray(x, dtype=np.float64)[self.columns]
        sums = np.concatenate([[0.0], np.cumsum(values)])
        return np.asarray(sums[self.starts[1:]] - sums[self.starts[:-1]])

    def violations(self, x: ArrayLike) -> Floats:
        """How far each row is from holding; 0 where it holds."""
        activity = self.activity(x)
        return np.maximum(0.0, np.maximum(self.row_lower - activity, activity - self.row_upper))

    def is_feasible(self, x: ArrayLike, tolerance: float = 1e-6) -> bool:
        """Whether `x` is within all bounds and rows."""
        x = np.asarray(x, dtype=np.float64)
        inside = np.all(x >= self.lower - tolerance) and np.all(x <= self.upper + tolerance)
        return bool(inside and np.all(self.violations(x) <= tolerance))

    def activity_range(self, index: int) -> tuple[float, float]:
        """Return the least and greatest value of a row with at most `max_chosen` literals."""
        columns, coefficients = self.row(index)
        chosen = columns < self.num_literals
        literals = np.sort(coefficients[chosen])
        low = literals[: self.max_chosen].clip(max=0).sum()
        high = literals[max(0, len(literals) - self.max_chosen) :].clip(min=0).sum()
        rest, columns = coefficients[~chosen], columns[~chosen]
        ends = np.stack([rest * self.lower[columns], rest * self.upper[columns]])
        return float(low + ends.min(axis=0).sum()), float(high + ends.max(axis=0).sum())


class ProgramBuilder:
    """Collects variables and rows, then gives a `LinearProgram`."""

    def __init__(self, max_chosen: int) -> None:
        self.max_chosen = max_chosen
        self.num_literals = 0
        self.names: list[str] = []
        self._bounds: list[tuple[int, int]] = []
        self._cost: list[float] = []
        self._entries: list[tuple[Indices, Indices, Floats]] = []
        self._rows: list[tuple[Floats, Floats, Floats]] = []
        self._num_rows = 0

    def variables(
        self, names: Sequence[str], cost: ArrayLike = 0.0, bounds: tuple[int, int] = (0, 1)
    ) -> Indices:
        """Add variables and return their positions."""
        start = len(self.names)
        self.names += names
        self._bounds += [bounds] * len(names)
        self._cost += np.broadcast_to(np.asarray(cost, dtype=np.float64), len(names)).tolist()
        return np.arange(start, len(self.names))

    def variable(self, name: str, cost: float = 0.0, bounds: tuple[int, int] = (0, 1)) -> int:
        """One new variable; its position."""
        return int(self.variables([name], cost, bounds)[0])

    def rows(
        self,
        terms: Sequence[Term],
        *,
        lower: ArrayLike = -np.inf,
        upper: ArrayLike = np.inf,
        weight: ArrayLike = np.inf,
        count: int = 1,
    ) -> None:
        """`count` new rows.

        Each term is columns with coefficients: arrays of `count` by so many, or what broadcasts
        to that. A column may appear in several terms; zeros are left out.
        """
        positions = np.arange(self._num_rows, self._num_rows + count)[:, None]
        for columns, coefficients in terms:
            where, what = np.atleast_2d(np.asarray(columns, dtype=np.int64), coefficients)
            shape = (count, max(where.shape[1], what.shape[1]))
            kept = np.broadcast_to(what != 0, shape)
            row, column, value = (np.broadcast_to(a, shape)[kept] for a in (positions, where, what))
            self._entries.append((row, column, value.astype(np.float64)))
        ends = [np.broadcast_to(np.asarray(v, dtype=float), count) for v in (lower, upper, weight)]
        self._rows.append((ends[0], ends[1], ends[2]))
        self._num_rows += count

    def build(self) -> LinearProgram:
        """Return the program."""
        rows, columns, coefficients = (
            np.concatenate([entry[i] for entry in self._entries]) for i in range(3)
        )
        keys, where = np.unique(rows * len(self.names) + columns, return_inverse=True)
        merged = np.bincount(where, weights=coefficients, minlength=len(keys))
        keys, merged = keys[merged != 0], merged[merged != 0]
        starts = np.searchsorted(keys, np.arange(self._num_rows + 1) * len(self.names))
        bounds = np.array(self._bounds, dtype=np.int64)
        ends = [np.concatenate([row[i] for row in self._rows]) for i in range(3)]
        return LinearProgram(
            names=tuple(self.names),
            lower=bounds[:, 0],
            upper=bounds[:, 1],
            cost=np.array(self._cost),
            starts=starts,
            columns=keys % len(self.names),
            coefficients=merged,
            row_lower=ends[0],
            row_upper=ends[1],
            row_weight=ends[2],
            num_literals=self.num_literals,
            max_chosen=self.max_chosen,
        )
