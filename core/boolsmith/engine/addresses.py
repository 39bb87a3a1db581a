"""Functions of users for kernels: a metric or an acceptance as the address of a C function."""

from __future__ import annotations

import ctypes
import warnings
from typing import Any

import numba

from boolsmith.acceptances import METROPOLIS, Acceptance
from boolsmith.errors import BoolsmithWarning
from boolsmith.metrics import Metric

INLINED = 0  # the address that stands for what is compiled into the kernels themselves
_alive: dict[Metric | Acceptance, Any] = {}  # functions must outlive the kernels that call them


class SlowFunctionWarning(BoolsmithWarning):
    """A metric or an acceptance could not be compiled and is called instead."""


def metric_address(metric: Metric) -> int:
    """Return where kernels find a metric."""
    return INLINED if metric.affine else _address(metric, metric.score)


def acceptance_address(acceptance: Acceptance) -> int:
    """Return where kernels find an acceptance."""
    if acceptance.accepts is METROPOLIS.accepts:
        return INLINED
    return _address(acceptance, acceptance.accepts)


def _address(used: Metric | Acceptance, function: Any) -> int:
    """Return the address of a function, compiled if numba can, else calling back into Python."""
    if used not in _alive:
        _alive[used] = _compile(used, function) or _call_back(used)
    found = _alive[used]
    if isinstance(found, ctypes._CFuncPtr):
        return int(ctypes.cast(found, ctypes.c_void_p).value or 0)
    return int(found.address)


def _count(used: Metric | Acceptance) -> int:
    """Return how many numbers the function takes before its parameters."""
    return 4 if isinstance(used, Metric) else 3


def _compile(used: Metric | Acceptance, function: Any) -> Any:
    double, values = numba.types.double, used.values
    try:
        compiled = numba.njit(error_model="numpy")(function)

        def score(tp, fp, fn, tn):  # type: ignore[no-untyped-def]
            return compiled(tp, fp, fn, tn, *values)

        def accepts(difference, temperature, draw):  # type: ignore[no-untyped-def]
            return compiled(difference, temperature, draw, *values)

        bound = score if isinstance(used, Metric) else accepts
        return numba.cfunc(double(*[double] * _count(used)))(bound)
    except (numba.core.errors.NumbaError, TypeError, NotImplementedError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else "unknown reason"
        warnings.warn(
            f"{used.kind} {used.name!r} cannot be compiled ({reason}); it is called from Python, "
            "which is slower",
            SlowFunctionWarning,
            stacklevel=2,
        )
        return None


def _call_back(used: Metric | Acceptance) -> Any:
    def call(*numbers: float) -> float:
        try:
            return float(used(*numbers))
        except Exception:  # it cannot pass through the kernel
            return float("nan")

    return ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.c_double] * _count(used))(call)
