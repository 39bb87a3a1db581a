"""Loading numba without what kernels have no use for; importing this does not import numba."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager


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


def load_array_functions() -> None:
    """Load the part of numba that looks for SciPy's linear algebra, without letting it look.

    It only asks whether that is there, which it is, as scikit-learn needs it; loading it to find
    out would be a fifth of the time to the first move. Whoever uses it loads it then.
    """
    if "scipy.linalg" in sys.modules or "numba.np.arraymath" in sys.modules:
        return
    from numba.np import linalg

    look = linalg.ensure_blas
    linalg.ensure_blas = _take_for_granted
    try:
        from numba.np import arraymath
    finally:
        linalg.ensure_blas = look
    arraymath.ensure_blas = look


def _take_for_granted() -> None:
    """Stand in for the look at whether linear algebra is there."""
