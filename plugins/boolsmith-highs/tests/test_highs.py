import subprocess
import sys

import numpy as np
import pytest
from boolsmith.data import pack
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AND, OR
from boolsmith.plugins import registry
from boolsmith.subproblems import Subproblem

SPEC = registry().backends.get("highs")


@pytest.fixture
def subproblem():
    rng = np.random.default_rng(0)
    X = rng.random((40, 8)) < 0.5
    return Subproblem(pack(X, X[:, 1] & ~X[:, 3]), AND)


@pytest.mark.parametrize("isolated", [False, True])
@pytest.mark.parametrize("presolve", [False, True])
def test_the_optimum_is_proven(subproblem, isolated, presolve):
    backend = SPEC.load({"isolated": isolated, "presolve": presolve})
    solution = backend.solve(subproblem, time_limit=10, seed=3)
    assert (solution.status, solution.objective, solution.bound) == ("optimal", 40, 40)
    assert {str(child) for child in solution.rule.children} >= {"x1", "~x3"}


def test_a_bound_comes_with_an_answer_that_is_not_proven():
    rng = np.random.default_rng(1)
    X = rng.random((80, 100)) < 0.5
    hard = Subproblem(pack(X, rng.random(80) < 0.5), OR, max_num_literals=8)
    solution = SPEC.load().solve(hard, time_limit=1.0)
    assert solution.status in ("feasible", "optimal")
    assert solution.objective <= solution.bound <= 80


def test_listing_the_backend_imports_no_solver():
    code = (
        "import sys; from boolsmith.plugins import registry; registry().backends.get('highs'); "
        "sys.exit('highspy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("parameters", [{"threads": 0}, {"threads": 1.5}, {"isolated": "yes"}])
def test_a_parameter_out_of_range_is_refused(parameters):
    with pytest.raises(BoolsmithError, match=next(iter(parameters))):
        SPEC.load(parameters)
