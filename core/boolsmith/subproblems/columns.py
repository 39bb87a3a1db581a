"""Data in the form of the built-in solvers: every word has one label and one weight.

Then a weighted count is one multiplication per word, whatever the weights. Rows of different
weights are sorted so that few words are shared, and a shared word appears once for each weight.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.data import PackedData
from boolsmith.data.packed import WORD, Words, from_planes, pack_bits
from boolsmith.engine.exact_bounds import Columns

_CALL_WORK = 200_000_000  # words looked at in one compiled call: about a tenth of a second
MAX_TOTAL_BITS = 44  # so that sums of counts and bounds are exact to half a unit in doubles


@attrs.frozen
class WeightedColumns:
    """Columns for the kernels, the weight of a unit, and how far rounding can be off."""

    columns: Columns
    unit: float
    slack: float

    def visits(self, size: int) -> int:
        """Return how many visits to one of `size` literals a compiled call may take in a row."""
        return max(2 * size, _CALL_WORK // max(1, size * int(self.columns.by_feature.size)))


# The words of one label, the rows that count in each, and what such a row weighs.
_Part: TypeAlias = tuple[Words, Words, NDArray[np.int64]]


def weighted_columns(data: PackedData, *, swapped: bool = False) -> WeightedColumns:
    """Return the data for the built-in solvers, if `swapped` with the other label for every row.

    The weights are exact unless they need over 44 bits in all.
    """
    valid = np.bitwise_or.reduce(data.planes, axis=0)
    if ((data.planes == valid) | (data.planes == 0)).all():
        parts = _uniform(data, valid)
    else:
        parts = _sorted_by_weight(data)
    if swapped:
        parts.reverse()
    words, valid, weights = (np.concatenate(arrays, axis=-1) for arrays in zip(*parts, strict=True))
    total = sum(map(int, np.bitwise_count(valid).astype(object) * weights))
    shift = max(0, total.bit_length() - MAX_TOTAL_BITS)
    if shift:
        weights = (weights + (1 << (shift - 1))) >> shift
    by_feature, by_word = np.ascontiguousarray(words), np.ascontiguousarray(words.T)
    columns = Columns(by_feature, by_word, valid, weights, len(parts[0][1]))
    unit = float(np.ldexp(data.unit, shift))
    return WeightedColumns(columns, unit, 0.5 * unit * data.num_rows if shift else 0.0)


def _uniform(data: PackedData, valid: Words) -> list[_Part]:
    """Return the words as they are, without those in which no row counts."""
    weights, used = from_planes(data.planes != 0), np.flatnonzero(valid)
    split = int(np.searchsorted(used, data.num_positive_words))
    return [
        (data.words[:, places], valid[places], weights[places])
        for places in (used[:split], used[split:])
    ]


def _sorted_by_weight(data: PackedData) -> list[_Part]:
    weights, matrix = from_planes(data.unpack(data.planes)), data.unpack(data.words)
    split = data.num_positive
    return [
        _part(matrix[:, rows], weights[rows])
        for rows in (slice(0, split), slice(split, data.num_rows))
    ]


def _part(matrix: NDArray[np.bool_], weights: NDArray[np.int64]) -> _Part:
    """Return rows of one label in the order of their weights, shared words once per weight."""
    order = np.argsort(weights, kind="stable")
    order = order[weights[order] > 0]
    words = pack_bits(matrix[:, order])
    padded = np.zeros(words.shape[1] * WORD, dtype=np.int64)
    padded[: len(order)] = weights[order]
    layers = [
        (value, place, inside)
        for place, row in enumerate(padded.reshape(-1, WORD))
        for value, inside in _layers(row)
    ]
    layers.sort(key=lambda layer: layer[0])
    values = np.array([value for value, _, _ in layers], dtype=np.int64)
    masks = np.array([inside for _, _, inside in layers], dtype=bool).reshape(-1, WORD)
    return words[:, [place for _, place, _ in layers]], pack_bits(masks)[:, 0], values


def _layers(weights: NDArray[np.int64]) -> list[tuple[int, NDArray[np.bool_]]]:
    """Return the weights of a word as a sum of layers of one weight each, as few as is easy."""
    distinct = np.unique(weights[weights > 0])
    used = int(np.bitwise_or.reduce(weights))
    powers = [1 << b for b in range(used.bit_length()) if used >> b & 1]
    if len(distinct) <= len(powers):
        return [(int(value), weights == value) for value in distinct]
    return [(power, (weights & power) != 0) for power in powers]
