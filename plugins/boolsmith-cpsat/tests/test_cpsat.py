import subprocess
import sys

import numpy as np
import pytest
from boolsmith.data import pack
from boolsmith.operators import CHOOSE
from boolsmith.plugins import registry
from boolsmith.subproblems import Subproblem

SPEC = registry().backends.get("cp-sat")


@pytest.mark.parametrize("weights", [None, "thirds", "tiny"])
def test_the_optimum_is_proven_whatever_the_weights(weights):
    rng = np.random.default_rng(0)
    X = rng.random((30, 6)) < 0.5
    y = X[:, :3].sum(axis=1) == 1
    given = {"thirds": rng.integers(1, 9, 30) / 3, "tiny": rng.random(30) * 1e-9}.get(weights)
    data = pack(X, y, sample_weight=given)
    total = sum(data.class_weights)
    solution = SPEC.load().solve(
        Subproblem(data, CHOOSE, max_num_literals=3), time_limit=20, seed=1
    )
    assert solution.status == "optimal"
    assert solution.objective == pytest.approx(total)
    assert solution.bound == pytest.approx(total)


def test_it_works_beside_another_version_of_highs():
    """OR-Tools brings a HiGHS of its own, which does not load beside that of highspy."""
    code = (
        "import contextlib\n"
        "with contextlib.suppress(ImportError): import highspy\n"
        "import numpy as np\n"
        "from boolsmith.data import pack\n"
        "from boolsmith.operators import OR\n"
        "from boolsmith.plugins import registry\n"
        "from boolsmith.subproblems import Subproblem\n"
        "data = pack(np.eye(4), [1, 1, 0, 0])\n"
        "backend = registry().backends.get('cp-sat').load()\n"
        "print(backend.solve(Subproblem(data, OR), time_limit=10).status)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "optimal\n", done.stderr


def test_listing_the_backend_imports_no_solver():
    code = (
        "import sys; from boolsmith.plugins import registry; registry().backends.get('cp-sat'); "
        "sys.exit('ortools' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
