"""Loading numba quickly leaves numba, the collector and SciPy as they were."""

import gc
import subprocess
import sys

import pytest
from boolsmith.engine.numba_internals import collector_at_rest, load_array_functions

_AFTER_A_SEARCH = """
import gc, sys
import numpy as np
from boolsmith.searching import search

X = np.random.default_rng(0).random((200, 20)) < 0.5
search(X, X[:, 0] ^ X[:, 1], num_starts=1, num_iterations=1, seed=0)
assert gc.isenabled()
assert "scipy.linalg.cython_blas" not in sys.modules, "linear algebra was loaded, or is pretended"

import numba

assert numba.njit(lambda a, b: np.dot(a, b))(np.eye(2), 3 * np.eye(2))[1, 1] == 3
assert numba.njit(lambda a: np.linalg.inv(a))(2 * np.eye(2))[0, 0] == 0.5
assert sys.modules["scipy.linalg.cython_blas"].__file__
"""


def test_a_search_does_not_load_linear_algebra_and_others_can_still_use_it():
    command = [sys.executable, "-c", _AFTER_A_SEARCH]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_as_before_also_after_an_error(enabled):
    before = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        with pytest.raises(ZeroDivisionError), collector_at_rest():
            _ = 1 / gc.isenabled()
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if before else gc.disable)()


def test_numba_looks_for_linear_algebra_again_when_it_is_used():
    load_array_functions()
    from numba.np import arraymath, linalg

    assert linalg.ensure_blas.__module__ == "numba.np.linalg"
    assert arraymath.ensure_blas is linalg.ensure_blas
