"""The metric extension point, and the built-in metrics.

A metric scores the four counts of the confusion matrix, higher is better. Counts are weighted if
the rows are, so they come as floats.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from boolsmith.extensions import Extension


@attrs.frozen
class Metric(Extension):
    """A named score of the counts of true and false positives and negatives.

    `score(tp, fp, fn, tn)` is compiled into the search when numba can compile it; otherwise it is
    called, which is slower. `affine=True` promises that for fixed class totals the score is a
    constant plus a multiple of `tp` plus a multiple of `fp`, as accuracy and balanced accuracy
    are: the search then scores hundreds of rules at once.
    """

    score: Callable[..., float] = attrs.field()
    affine: bool = attrs.field(default=False, kw_only=True)

    def __call__(self, tp: float, fp: float, fn: float, tn: float) -> float:
        """Return the score of the given counts."""
        return float(self.score(float(tp), float(fp), float(fn), float(tn), *self.values))


def _balanced_accuracy(tp: float, fp: float, fn: float, tn: float) -> float:
    return 0.5 * (tp / (tp + fn) + tn / (tn + fp))


def _accuracy(tp: float, fp: float, fn: float, tn: float) -> float:
    return (tp + tn) / (tp + fp + fn + tn)


def _f1(tp: float, fp: float, fn: float, tn: float) -> float:
    return 2 * tp / (2 * tp + fp + fn)


BALANCED_ACCURACY, ACCURACY, F1 = BUILTIN = tuple(
    Metric(function.__name__[1:], function, affine=affine, description=text)
    for function, affine, text in (
        (_balanced_accuracy, True, "mean of the accuracies of the two classes"),
        (_accuracy, True, "share of rows classified correctly"),
        (_f1, False, "harmonic mean of precision and recall"),
    )
)
