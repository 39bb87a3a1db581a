"""Weights of classes, and the metric that respects them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray
from sklearn.utils import compute_sample_weight

from boolsmith.errors import BoolsmithError, did_you_mean
from boolsmith.metrics import Metric
from boolsmith.plugins import registry


@attrs.frozen
class _Totals:
    positive: float = attrs.field(converter=float)
    negative: float = attrs.field(converter=float)


def _score(tp: float, fp: float, fn: float, tn: float, positive: float, negative: float) -> float:
    return (tp / positive + tn / negative) / ((tp + fn) / positive + (tn + fp) / negative)


_CLASS_WEIGHTED = Metric(
    "class_weighted_accuracy",
    _score,
    affine=True,
    parameters=_Totals,
    description="mean of the accuracies of the two classes by the weights of the classes",
)


def weigh_classes(
    class_weight: Any, labels: NDArray[Any], weights: NDArray[np.float64], metric: str
) -> NDArray[np.float64]:
    """Return the weights of rows times those of their classes.

    Balanced accuracy balances classes by itself, so that `balanced` has nothing to add to it.
    """
    if class_weight is None or (metric == "balanced_accuracy" and class_weight == "balanced"):
        return weights
    return np.asarray(weights * compute_sample_weight(_by_label(class_weight, labels), labels))


def _by_label(class_weight: Any, labels: NDArray[Any]) -> Any:
    """Return weights of classes by label; a file and an option have their text instead."""
    if not isinstance(class_weight, Mapping):
        return class_weight
    known = np.unique(labels).tolist()
    texts = {str(label): label for label in known}
    for name in class_weight:
        if isinstance(name, str) and name not in texts:
            raise BoolsmithError(f"class_weight: no class {name!r}{did_you_mean(name, texts)}")
    return {texts.get(name, name): weight for name, weight in class_weight.items()}


def metric_for(
    metric: str,
    parameters: Mapping[str, Any] | None,
    class_weight: Any,
    positive: NDArray[np.bool_],
    weights: NDArray[np.float64],
) -> Metric:
    """Return the metric; balanced accuracy as a mean by the weights of classes if there are some.

    Balanced accuracy divides by the weight of each class and so would undo what it is given.
    """
    if metric == "balanced_accuracy" and class_weight not in (None, "balanced"):
        totals = {"positive": weights[positive].sum(), "negative": weights[~positive].sum()}
        return _CLASS_WEIGHTED.with_parameters(totals)
    return registry().metrics.get(metric).with_parameters(parameters)
