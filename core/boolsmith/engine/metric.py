"""Metrics for kernels: the address of a C function of four doubles."""

from __future__ import annotations

import ctypes
import warnings
from typing import Any

import numba

from boolsmith.errors import BoolsmithWarning
from boolsmith.metrics import Metric

_Callback = ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.c_double] * 4)
_alive: dict[Metric, Any] = {}  # compiled functions must outlive the kernels that call them


class SlowMetricWarning(BoolsmithWarning):
    """A metric could not be compiled and is called instead."""


def metric_address(metric: Metric) -> int:
    """The address of the metric, compiled if numba can, else as a callback into Python."""
    if metric not in _alive:
        _alive[metric] = _compile(metric) or _call_back(metric)
    function = _alive[metric]
    if isinstance(function, _Callback):
        return int(ctypes.cast(function, ctypes.c_void_p).value or 0)
    return int(function.address)


def _compile(metric: Metric) -> Any:
    double = numba.types.double
    values = metric.values
    try:
        score = numba.njit(error_model="numpy")(metric.score)

        def bound(tp, fp, fn, tn):  # type: ignore[no-untyped-def]
            return score(tp, fp, fn, tn, *values)

        return numba.cfunc(double(double, double, double, double))(bound)
    except (numba.core.errors.NumbaError, TypeError, NotImplementedError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else "unknown reason"
        warnings.warn(
            f"metric {metric.name!r} cannot be compiled ({reason}); it is called from Python, "
            "which is slower",
            SlowMetricWarning,
            stacklevel=2,
        )
        return None


def _call_back(metric: Metric) -> Any:
    def score(tp: float, fp: float, fn: float, tn: float) -> float:
        try:
            return metric(tp, fp, fn, tn)
        except Exception:  # it cannot pass through the kernel
            return float("nan")

    return _Callback(score)
