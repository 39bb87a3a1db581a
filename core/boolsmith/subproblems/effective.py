"""The effective problem: what one node of a rule has to get right, given the rest of the rule.

The rule is evaluated twice, with the node false and with it true. A row with the same outcome
either way is predetermined and drops out; for any other row exactly one answer of the node is
right. The score of the whole rule, with any subtree put in, is a constant plus the weight of the
rows that the subtree gets right here.
"""

from __future__ import annotations

from fractions import Fraction

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.data import PackedData
from boolsmith.data.packed import WORD, Words, from_planes, pack_bits
from boolsmith.errors import BoolsmithError
from boolsmith.metrics import Metric
from boolsmith.operators import AnyOperator
from boolsmith.rules import Path, Rule, Zero
from boolsmith.subproblems.packed_rules import outcomes, outcomes_either_way
from boolsmith.subproblems.problem import Shape, Subproblem

_SMALL = 1 << 20  # bits of data that are cheap to repack row by row
_STEP = 1e-3  # of a class, for the slope of a metric that is not affine


@attrs.frozen
class EffectiveProblem:
    """The rows that a node decides, labelled and weighted so that being right counts.

    The score of the rule with subtree T at the target is `constant` plus the weight of the rows
    of `data` that T gets right; an estimate of it if `max_samples` took effect or the metric is
    not affine. `max_complexity` and `max_depth` are what is left for T (None: no bound).
    """

    data: PackedData
    constant: float
    min_num_literals: int
    max_complexity: int | None
    max_depth: int | None

    def max_num_literals(self, shape: Shape = "depth-one") -> int:
        """Return how many literals T of that shape can have; 0 if it cannot be of that shape."""
        if self.max_depth is not None and self.max_depth < (1 if shape == "depth-one" else 2):
            return int(shape == "depth-one" and self.max_complexity != 0)
        most = self.data.num_features
        if self.max_complexity is None:
            return most
        if shape == "depth-one":
            # A single literal stands alone, more of them need an operator.
            left = max(self.max_complexity - 1, min(1, self.max_complexity))
        else:
            # n literals in pairs or larger groups take n // 2 inner operators and the outer one.
            left = 2 * (self.max_complexity - 1) // 3
        return max(0, min(most, left))

    def subproblem(
        self, operator: AnyOperator, *, regularization: float = 0.0, shape: Shape = "depth-one"
    ) -> Subproblem | None:
        """Return the subproblem of finding T, or None if no row or no room is left for it."""
        most = self.max_num_literals(shape)
        least = self.min_num_literals if shape == "depth-one" else 2
        if most < least or not self.data.planes.any():
            return None
        return Subproblem(
            self.data,
            operator,
            min_num_literals=least,
            max_num_literals=most,
            regularization=regularization,
            shape=shape,
        )


def effective_problem(
    rule: Rule,
    target: Path,
    data: PackedData,
    metric: Metric,
    *,
    max_complexity: int | None = None,
    max_depth: int | None = None,
    max_samples: int | None = None,
    rng: np.random.Generator | None = None,
) -> EffectiveProblem:
    """Return the effective problem of the node at `target`; bounds are those of the whole rule.

    More than `max_samples` rows are cut down to that many at random, with weights scaled up so
    that the expected score stays the same.
    """
    false, true = outcomes_either_way(rule, target, data)
    decided = _Decided(data, false, true, _slopes(rule, data, metric))
    return EffectiveProblem(
        decided.packed(max_samples, rng),
        decided.constant(),
        min_num_literals=1 if target else 2,
        max_complexity=_left(max_complexity, rule.complexity - rule.at(target).complexity),
        max_depth=_left(max_depth, len(target)),
    )


def weighted_by_metric(data: PackedData, metric: Metric) -> EffectiveProblem:
    """Return the problem of a whole rule: all rows, weighted so that the weight right scores."""
    if not metric.affine:
        raise BoolsmithError(
            f"metric {metric.name!r} is not affine: give one such as 'accuracy' or "
            "'balanced_accuracy', whose score is a sum over rows"
        )
    return effective_problem(Zero, (), data, metric)


def _left(bound: int | None, used: int) -> int | None:
    return None if bound is None else max(0, bound - used)


@attrs.frozen
class _Slopes:
    """The score as `constant + positive * tp + negative * fp`, exact for an affine metric."""

    constant: float
    positive: float
    negative: float
    exact: bool


def _slopes(rule: Rule, data: PackedData, metric: Metric) -> _Slopes:
    P, N = data.class_weights
    if metric.affine:
        tp, fp, low, high = 0.0, 0.0, (0.0, 0.0), (P, N)
    else:
        tp, fp = data.counts(outcomes(rule, data))
        low = max(0.0, tp - _STEP * P), max(0.0, fp - _STEP * N)
        high = min(P, tp + _STEP * P), min(N, fp + _STEP * N)

    def score(tp: float, fp: float) -> float:
        try:
            value = metric(tp, fp, P - tp, N - fp)
        except ZeroDivisionError:
            return 0.0
        return value if np.isfinite(value) else 0.0

    positive = (score(high[0], fp) - score(low[0], fp)) / (high[0] - low[0]) if P else 0.0
    negative = (score(tp, high[1]) - score(tp, low[1])) / (high[1] - low[1]) if N else 0.0
    constant = score(tp, fp) - positive * tp - negative * fp
    return _Slopes(constant, positive, negative, metric.affine)


class _Decided:
    """The rows that the target decides, by the answer that is right for them."""

    def __init__(self, data: PackedData, false: Words, true: Words, slopes: _Slopes) -> None:
        self.data, self.true, self.slopes = data, true, slopes
        self.split = data.num_positive_words
        self.kept = (false ^ true) & np.bitwise_or.reduce(data.planes, axis=0)
        # What each row should come out as: positive rows true, unless the metric is odd.
        positive = np.arange(len(true)) < self.split
        wanted = np.where(positive, slopes.positive > 0, slopes.negative > 0)
        self.wanted = np.where(wanted, ~np.uint64(0), np.uint64(0))
        right_if_true = ~(true ^ self.wanted)
        self.masks = self.kept & right_if_true, self.kept & ~right_if_true  # positive, negative

    def constant(self) -> float:
        """Return the score if the target is wrong wherever it decides."""
        outcome = (~self.wanted & self.kept) | (self.true & ~self.kept)
        slopes = self.slopes
        positive, negative = self.data.counts(outcome)
        return slopes.constant + slopes.positive * positive + slopes.negative * negative

    def packed(self, max_samples: int | None, rng: np.random.Generator | None) -> PackedData:
        """Return the decided rows as data of their own, at most so many."""
        total = int(np.bitwise_count(self.kept).sum(dtype=np.int64))
        if max_samples is not None and total > max_samples:
            if rng is None:
                raise BoolsmithError(f"max_samples={max_samples} needs rng, to draw the rows")
            chosen = np.sort(rng.choice(total, size=max_samples, replace=False))
            return self._by_rows(_rows(self.kept)[chosen], total / max_samples)
        data = self.data
        if len(data.planes) > 1 or data.words.size * WORD <= _SMALL or 8 * total < data.num_rows:
            return self._by_rows(_rows(self.kept), 1.0)
        return self._by_words()

    def _multipliers(self) -> tuple[int, int, float]:
        """Return whole weights of a unit of a positive and of a negative row, and their unit."""
        positive, negative = abs(self.slopes.positive), abs(self.slopes.negative)
        if not positive or not negative:
            return int(positive > 0), int(negative > 0), (positive or negative or 1.0)
        # Small whole numbers keep the planes few: balanced accuracy gives N to P.
        ratio = Fraction(positive / negative)
        ratio = ratio.limit_denominator(1 << 26 if self.slopes.exact else 1 << 10)
        if not ratio:
            ratio = Fraction(1, 1 << 26)
        return ratio.numerator, ratio.denominator, negative / ratio.denominator

    def _by_words(self) -> PackedData:
        """Return the words that hold a decided row; the other rows in them weigh nothing."""
        positive, negative, unit = self._multipliers()
        places = [np.flatnonzero(mask) for mask in self.masks]
        chosen = np.concatenate(places)
        masks = np.concatenate([m[p] for m, p in zip(self.masks, places, strict=True)])
        bits = _bits_of(np.where(chosen < self.split, positive, negative))
        planes = np.where(bits, masks, np.uint64(0))
        labels = np.arange(WORD * len(chosen)) < WORD * len(places[0])
        data = self.data
        words = data.words[:, chosen]
        return PackedData(words, planes, unit * data.unit, labels, data.feature_names)

    def _by_rows(self, rows: NDArray[np.int64], scale: float) -> PackedData:
        """Return the given rows, those of equal weight side by side."""
        data = self.data
        positive, negative, unit = self._multipliers()
        multipliers = np.where(rows < WORD * self.split, positive, negative)
        weights = from_planes(_bits_at(data.planes, rows))
        weights, unit = _times(weights, multipliers, unit * scale * data.unit)
        labels = _bits_at(self.masks[0][None], rows)[0].astype(bool)
        order = np.lexsort((weights, ~labels))
        split = np.count_nonzero(labels)
        bits = np.concatenate([_bits_at(data.words, rows[order]), _bits_of(weights[order])])
        packed = np.concatenate([pack_bits(bits[:, :split]), pack_bits(bits[:, split:])], axis=1)
        words, planes = np.split(packed, [data.num_features])
        return PackedData(words, planes, unit, labels[order], data.feature_names)


def _times(
    weights: NDArray[np.int64], multipliers: NDArray[np.int64], unit: float
) -> tuple[NDArray[np.int64], float]:
    """Return the product, in a larger unit if it would not fit."""
    largest = (int(numbers.max(initial=0)) for numbers in (weights, multipliers))
    excess = sum(map(int.bit_length, largest)) + len(weights).bit_length() - 62
    if excess > 0:
        product = np.rint(np.ldexp(weights.astype(np.float64) * multipliers, -excess))
        return product.astype(np.int64), float(np.ldexp(unit, excess))
    return weights * multipliers, unit


def _rows(mask: Words) -> NDArray[np.int64]:
    """Return the places of the bits that are set."""
    return np.flatnonzero(np.unpackbits(mask.view(np.uint8), bitorder="little"))


def _bits_at(words: Words, rows: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the bits at the given places, one byte each."""
    if 8 * len(rows) < words.shape[1] * WORD:
        shifts = (rows % WORD).astype(np.uint64)
        return (words[:, rows // WORD] >> shifts & np.uint64(1)).astype(np.uint8)
    contiguous = np.ascontiguousarray(words).view(np.uint8)
    return np.unpackbits(contiguous, axis=1, bitorder="little")[:, rows]


def _bits_of(weights: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return the bits of the weights, one row for each bit, the lowest first."""
    num_planes = max(1, int(weights.max(initial=0)).bit_length())
    return (weights >> np.arange(num_planes)[:, None] & 1).astype(bool)
