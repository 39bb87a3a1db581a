"""Without the inside of numba the engine does the same, on what numba documents alone."""

import json
import os
import subprocess
import sys

import pytest

_SEARCHES = """
import json
import boolsmith
import numpy as np
from boolsmith import Metric, search
from boolsmith.engine import jit
from boolsmith.engine.anneal import anneal

rng = np.random.default_rng(0)
X = rng.random((150, 8)) < 0.5
y = (X[:, :4].sum(axis=1) >= 2) ^ (rng.random(150) < 0.1)
careful = Metric("careful", lambda tp, fp, fn, tn: tp - 3 * fp)
few = {"seed": 0, "num_starts": 1, "num_iterations": 60, "max_complexity": 8}
solved = {"patience": 5, "num_iterations_burn_in": 10, "max_samples": 60, "timeout": 60.0}
found = [
    search(X, y, strategy="paper", metric=careful, **few),
    search(X, y, strategy="sweep", metric=careful, **few),
    search(X, y, strategy="paper", backend="exact", **few, **solved),
    search(X, y, strategy="paper", backend="local", **few, **solved),
]
answers = [[str(f.rule), f.score, f.moves] for f in found]
answers.append(str(boolsmith.optimal_rule(X, y, operator="AtLeast", max_num_literals=3).rule))
assert jit.is_compiled(anneal)
assert any(jit.cache_folder().glob("**/*anneal*.nbc"))
print(json.dumps([jit.internals is None, answers]))
"""


def run(folder, **variables):
    """What the searches find with an environment of one's own, and whether numba was plain."""
    done = subprocess.run(
        [sys.executable, "-c", _SEARCHES], check=False, capture_output=True, text=True,
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder), **variables},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.mark.slow
def test_plain_numba_finds_the_same(tmp_path):
    plain, answers = run(tmp_path, BOOLSMITH_PLAIN_NUMBA="1")
    assert plain
    quick, same = run(tmp_path)
    assert not quick
    assert same == answers
    assert {path.name.rpartition("-")[0] for path in tmp_path.iterdir()} == {
        "kernels", "kernels-plain",
    }  # fmt: skip


_ANOTHER_NUMBA = """
import numba
CHANGE
from boolsmith.engine import jit
assert jit.internals is None

@jit.inner
def second(values):
    return values[1:][0]

@jit.kernel
def twice(values):
    return 2 * second(values)

import numpy as np
assert twice(np.arange(3)) == 2
"""


_WITHOUT_A_CLASS = """
import numba.core.codegen
del numba.core.codegen.JITCodeLibrary
"""

_ANOTHER_COMPILER = """
import numba.core.compiler
numba.__version__ = "9.0.1"
old = numba.core.compiler.CompilerBase.__init__
def refuse_other_libraries(self, typing, target, library, *rest):
    if library is not None and type(library).__module__.startswith("boolsmith"):
        raise TypeError("another library")
    old(self, typing, target, library, *rest)
numba.core.compiler.CompilerBase.__init__ = refuse_other_libraries
"""


@pytest.mark.parametrize("change", [_WITHOUT_A_CLASS, _ANOTHER_COMPILER])
def test_a_numba_of_another_shape_is_used_plainly(change, tmp_path):
    script = tmp_path / "script.py"  # numba keeps on disk what comes from a file
    script.write_text(_ANOTHER_NUMBA.replace("CHANGE", change))
    done = subprocess.run(
        [sys.executable, script], check=False, capture_output=True, text=True,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
