import subprocess
import sys

import numpy as np
import pytest
from boolsmith.data import pack
from boolsmith.operators import AT_MOST
from boolsmith.plugins import registry
from boolsmith.subproblems import Subproblem
from boolsmith_mip.solver import _model
from boolsmith_solvers import ilp

NAMES = ["mip-cbc", "mip-highs"]


@pytest.fixture
def subproblem():
    rng = np.random.default_rng(0)
    X = rng.random((30, 6)) < 0.5
    return Subproblem(pack(X, X[:, :3].sum(axis=1) <= 1), AT_MOST, max_num_literals=3)


@pytest.mark.parametrize("isolated", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_the_optimum_is_proven(subproblem, name, isolated):
    backend = registry().backends.get(name).load({"isolated": isolated})
    solution = backend.solve(subproblem, time_limit=20, seed=3)
    assert (solution.status, solution.objective, solution.bound) == ("optimal", 30, 30)


@pytest.mark.parametrize(("solver", "kind"), [("CBC", "SolverCbc"), ("HIGHS", "SolverHighs")])
def test_the_solver_is_the_one_that_was_named(subproblem, solver, kind, monkeypatch):
    monkeypatch.setenv("SOLVER_NAME", "GUROBI")  # Python-MIP reads this when no solver is named
    model, variables = _model(solver, ilp(subproblem).program)
    assert type(model.solver).__name__ == kind
    assert len(variables) == ilp(subproblem).num_variables


def test_listing_the_backends_imports_no_solver():
    code = (
        "import sys; from boolsmith.plugins import registry; registry().backends.get('mip-cbc'); "
        "sys.exit('mip' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
