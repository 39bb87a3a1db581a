"""Data in the form of the built-in solvers: every word has one label and one weight.

Then a weighted count is one multiplication per word, whatever the weights. Rows of different
weights are sorted so that few words are shared, and a shared word appears once for each weight.
"""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.data import PackedData
from boolsmith.data.packed import WORD, Words, pack_bits
from boolsmith.engine.exact_bounds import Columns

MAX_TOTAL_BITS = 44  # so that sums of counts and bounds are exact to half a unit in doubles


@attrs.frozen
class WeightedColumns:
    """Columns for the kernels, the weight of a unit, and how far rounding can be off."""

    columns: Columns
    unit: float
    slack: float


@attrs.frozen
class _Part:
    """Words of one label, with the rows that count in each and what such a row weighs."""

    words: Words
    valid: Words
    weights: NDArray[np.int64]


def weighted_columns(data: PackedData) -> WeightedColumns:
    """The data for the built-in solvers; exact unless the weights need over 44 bits in all."""
    valid = np.bitwise_or.reduce(data.planes, axis=0)
    if ((data.planes == valid) | (data.planes == 0)).all():
        parts = _uniform(data, valid)
    else:
        parts = _sorted_by_weight(data)
    words, valid, weights = (
        np.concatenate([getattr(part, name) for part in parts], axis=-1)
        for name in ("words", "valid", "weights")
    )
    total = sum(map(int, np.bitwise_count(valid).astype(object) * weights))
    shift = max(0, total.bit_length() - MAX_TOTAL_BITS)
    if shift:
        weights = (weights + (1 << (shift - 1))) >> shift
    by_feature = np.ascontiguousarray(words)
    by_word = np.ascontiguousarray(words.T)
    columns = Columns(by_feature, by_word, valid, weights, len(parts[0].valid))
    unit = float(np.ldexp(data.unit, shift))
    return WeightedColumns(columns, unit, 0.5 * unit * data.num_rows if shift else 0.0)


def _uniform(data: PackedData, valid: Words) -> list[_Part]:
    """The words as they are, without those in which no row counts."""
    values = (data.planes != 0).astype(np.int64) << np.arange(len(data.planes))[:, None]
    weights, split = values.sum(axis=0), data.num_positive_words
    used = np.flatnonzero(valid)
    return [
        _Part(data.words[:, places], valid[places], weights[places])
        for places in (used[used < split], used[used >= split])
    ]


def _sorted_by_weight(data: PackedData) -> list[_Part]:
    bits = data.unpack(data.planes).astype(np.int64)
    weights = (bits << np.arange(len(bits))[:, None]).sum(axis=0)
    matrix = data.unpack(data.words)
    split = data.num_positive
    return [
        _part(matrix[:, rows], weights[rows])
        for rows in (slice(0, split), slice(split, data.num_rows))
    ]


def _part(matrix: NDArray[np.bool_], weights: NDArray[np.int64]) -> _Part:
    """Rows of one label in the order of their weights, shared words once for each weight."""
    order = np.argsort(weights, kind="stable")
    order = order[weights[order] > 0]
    words = pack_bits(matrix[:, order])
    padded = np.zeros(words.shape[1] * WORD, dtype=np.int64)
    padded[: len(order)] = weights[order]
    places, masks, values = [], [], []
    for place, row in enumerate(padded.reshape(-1, WORD)):
        for value, inside in _layers(row):
            places.append(place)
            masks.append(inside)
            values.append(value)
    by_value = np.argsort(np.array(values, dtype=np.int64), kind="stable")
    valid = pack_bits(np.array(masks, dtype=bool).reshape(-1, WORD))[:, 0]
    chosen = np.array(places, dtype=np.int64)[by_value]
    return _Part(words[:, chosen], valid[by_value], np.array(values, dtype=np.int64)[by_value])


def _layers(weights: NDArray[np.int64]) -> list[tuple[int, NDArray[np.bool_]]]:
    """The weights of a word as a sum of layers of one weight each, as few as is easy."""
    distinct = np.unique(weights[weights > 0])
    powers = [1 << b for b in range(int(np.bitwise_or.reduce(weights)).bit_length())]
    powers = [power for power in powers if (weights & power).any()]
    if len(distinct) <= len(powers):
        return [(int(value), weights == value) for value in distinct]
    return [(power, (weights & power) != 0) for power in powers]
