"""Packed data: 64 rows to a word, positives and negatives apart, weights as bit planes.

The search never sees anything else. A column is one run of words: first the positive rows, then
the negative ones, each padded to a whole word. A weight is a whole number of units; plane `b`
holds bit `b` of every row's weight, and rows of padding are in no plane, so that any weighted
count is a sum of population counts, exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.data.inputs import BinarySource, binary_labels, binary_source, row_weights
from boolsmith.errors import BoolsmithError

WORD = 64
MAX_ROWS = 2**31
_CHUNK_BYTES = 1 << 18

Words = NDArray[np.uint64]


class Segment(NamedTuple):
    """Rows of one class and one group, which stand together in packed order."""

    label: bool
    group: int
    start: int
    stop: int


@attrs.frozen(eq=False)
class PackedData:
    """Boolean columns with labels and weights, packed for the search."""

    words: Words  # one row of words per feature
    planes: Words  # one row of words per bit of the weights
    unit: float  # the weight of plane 0; plane b counts 2**b times that
    labels: NDArray[np.bool_]  # of the rows in their original order
    feature_names: tuple[str, ...]

    @cached_property
    def num_positive(self) -> int:
        """How many rows are labelled true."""
        return int(np.count_nonzero(self.labels))

    @property
    def num_negative(self) -> int:
        """How many rows are labelled false."""
        return len(self.labels) - self.num_positive

    @property
    def num_rows(self) -> int:
        """How many rows there are."""
        return len(self.labels)

    @property
    def num_features(self) -> int:
        """How many columns there are."""
        return len(self.feature_names)

    @property
    def num_words(self) -> int:
        """How many words a column takes."""
        return int(self.planes.shape[1])

    @property
    def num_positive_words(self) -> int:
        """How many of the words of a column hold positive rows; they come first."""
        return -(-self.num_positive // WORD)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The segments in packed order: one of positive rows and one of negative rows."""
        split = self.num_positive
        return Segment(True, 0, 0, split), Segment(False, 0, split, self.num_rows)

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """The original index of every packed row: positives first, then negatives."""
        return np.concatenate([np.flatnonzero(self.labels), np.flatnonzero(~self.labels)])

    @cached_property
    def class_weights(self) -> tuple[float, float]:
        """The total weight of the positive and of the negative rows."""
        return self.counts(~np.zeros(self.num_words, dtype=np.uint64))

    @cached_property
    def valid(self) -> Words:
        """The bits that stand for a row, those of padding left out."""
        classes = (self.num_positive, self.num_negative)
        return np.concatenate([pack_bits(np.ones(count, dtype=bool)) for count in classes])

    def units(self, words: Words) -> tuple[int, int]:
        """Return the weight of the positive and of the negative rows set, in whole units."""
        split = self.num_positive_words
        tp = fp = 0
        for b, plane in enumerate(self.planes):
            ones = np.bitwise_count(words & plane)
            tp += int(ones[:split].sum(dtype=np.int64)) << b
            fp += int(ones[split:].sum(dtype=np.int64)) << b
        return tp, fp

    def counts(self, words: Words) -> tuple[float, float]:
        """Return the weight of the positive and of the negative rows that are set."""
        tp, fp = self.units(words)
        return tp * self.unit, fp * self.unit

    def unpack(self, words: Words) -> NDArray[np.bool_]:
        """Return rows of words as Boolean rows in packed order, without the padding."""
        bits = np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little").astype(bool)
        start = self.num_positive_words * WORD
        positive = bits[..., : self.num_positive]
        return np.concatenate([positive, bits[..., start : start + self.num_negative]], axis=-1)

    def dense(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.float64]]:
        """Return the matrix (rows by features), labels and weights, in packed order."""
        labels = np.arange(self.num_rows) < self.num_positive
        bits = self.unpack(self.planes)
        values = np.ldexp(self.unit, np.arange(len(self.planes)))
        return self.unpack(self.words).T, labels, (bits * values[:, None]).sum(axis=0)


def pack_bits(bits: NDArray[np.bool_] | NDArray[np.uint8]) -> Words:
    """Return rows of 0 and 1 as words, padded with zeros."""
    size = -(-bits.shape[-1] // WORD) * (WORD // 8)
    padded = np.zeros((*bits.shape[:-1], size), dtype=np.uint8)
    packed = np.packbits(bits, axis=-1, bitorder="little")
    padded[..., : packed.shape[-1]] = packed
    return padded.view(np.uint64)


def from_planes(bits: NDArray[np.bool_] | NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the weights whose bits are given, one row for each bit, the lowest first."""
    weights: NDArray[np.int64] = (1 << np.arange(len(bits))) @ bits
    return weights


def pack(
    X: Any,
    y: Any = None,
    *,
    sample_weight: Any = None,
    feature_names: Sequence[str] | None = None,
) -> PackedData:
    """Pack a Boolean or 0/1 matrix (array, DataFrame or sparse) with its labels and weights.

    What is packed already, and comes alone, is given back.
    """
    if isinstance(X, PackedData):
        if not (y is None and sample_weight is None and feature_names is None):
            raise BoolsmithError("packed data has its own labels, weights and names: give X alone")
        return X
    if y is None:
        raise BoolsmithError("y is missing: give one label for each row of X")
    source = binary_source(X, feature_names)
    labels = binary_labels(y)
    _check_shape(source, labels)
    weights = None if sample_weight is None else row_weights(sample_weight, len(labels))
    whole, unit = _fixed_point(weights, len(labels))
    split = -(-int(np.count_nonzero(labels)) // WORD)
    num_words = split - (-int(np.count_nonzero(~labels)) // WORD)
    words = np.zeros((len(source.feature_names), num_words), dtype=np.uint64)
    planes = np.zeros((int(whole.max()).bit_length(), num_words), dtype=np.uint64)
    for label, part in ((True, slice(0, split)), (False, slice(split, num_words))):
        _pack_rows(source, np.flatnonzero(labels == label), words[:, part])
        for b, plane in enumerate(planes):
            plane[part] = pack_bits((whole[labels == label] >> b & 1).astype(bool))
    for array in (words, planes, labels):
        array.setflags(write=False)
    packed = PackedData(words, planes, unit, labels, source.feature_names)
    if 0.0 in packed.class_weights:
        gone = int(packed.class_weights[0] == 0.0)
        raise BoolsmithError(f"sample_weight is 0 on every row of class {gone}: weigh both classes")
    return packed


def _check_shape(source: BinarySource, labels: NDArray[np.bool_]) -> None:
    n, m = source.num_rows, len(source.feature_names)
    if n == 0:
        raise BoolsmithError("X has no rows: give at least one of each class")
    if m == 0:
        raise BoolsmithError("X has no columns: give at least one feature")
    if n >= MAX_ROWS:
        raise BoolsmithError(f"X has {n} rows: at most {MAX_ROWS - 1} fit, take a sample")
    if len(labels) != n:
        raise BoolsmithError(f"y has {len(labels)} labels for the {n} rows of X: give one for each")
    if labels.all() or not labels.any():
        raise BoolsmithError(f"y has one class only ({int(labels[0])}): give rows of both classes")


def _pieces(source: BinarySource, num_rows: int) -> list[tuple[slice, slice]]:
    """Return runs of rows and columns to read together: few bytes each, in the order of storage."""
    m = len(source.feature_names)
    if source.by_column:
        width = max(1, _CHUNK_BYTES // source.num_rows)
        starts = range(0, m, width)
        return [(slice(0, num_rows), slice(j, min(m, j + width))) for j in starts]
    step = max(WORD, _CHUNK_BYTES // m // WORD * WORD)
    return [(slice(i, i + step), slice(0, m)) for i in range(0, num_rows, step)]


def _pack_rows(source: BinarySource, rows: NDArray[np.int64], out: Words) -> None:
    bytes_out = out.view(np.uint8)
    for part, columns in _pieces(source, len(rows)):
        packed = np.packbits(source.take(rows[part], columns), axis=0, bitorder="little")
        first = part.start // 8
        bytes_out[columns, first : first + len(packed)] = packed.T


def _fixed_point(weights: NDArray[np.float64] | None, total: int) -> tuple[NDArray[Any], float]:
    """Return weights as multiples of a power of two, exact if they span less than 2**50 or so."""
    if weights is None:
        return np.broadcast_to(np.uint8(1), total), 1.0
    mantissa, exponent = np.frexp(weights[weights > 0])
    scaled = (mantissa * 2.0**53).astype(np.int64)
    trailing = np.log2((scaled & -scaled).astype(np.float64)).astype(np.int64)
    lowest = int((exponent - 53 + trailing).min())
    lowest = max(lowest, int(exponent.max()) - 62 + int(total).bit_length())
    return np.rint(np.ldexp(weights, -lowest)).astype(np.int64), float(np.ldexp(1.0, lowest))
