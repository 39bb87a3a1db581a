"""Loading numba without what kernels have no use for; it does not import numba itself."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

_BLAS = "scipy.linalg.cython_blas"


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Leave garbage where it is for a while.

    The many objects that numba makes while it is imported, or while it compiles, stay alive until
    the end, so looking for garbage among them over and over only takes time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def blas_taken_for_granted() -> Iterator[None]:
    """Let numba think for a while that SciPy's linear algebra is loaded.

    It only asks whether it is there, which it is, as scikit-learn needs it; loading it to find out
    would be a fifth of the time to the first move. Whoever uses it loads it then.
    """
    if "scipy.linalg" in sys.modules:
        yield
        return
    sys.modules[_BLAS] = ModuleType(_BLAS)
    try:
        yield
    finally:
        del sys.modules[_BLAS]
