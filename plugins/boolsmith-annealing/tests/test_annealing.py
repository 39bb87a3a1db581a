import subprocess
import sys

import numpy as np
import pytest
from boolsmith.data import pack
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AND, OR
from boolsmith.plugins import registry
from boolsmith.subproblems import Subproblem
from boolsmith_solvers import objective


def load(name, **parameters):
    return registry().backends.get(name).load(parameters)


@pytest.fixture
def tiny():
    X = np.array([[1, 0], [0, 1], [0, 0]])
    return Subproblem(pack(X, [1, 1, 0]), OR, max_num_literals=2)


@pytest.fixture
def subproblem():
    rng = np.random.default_rng(0)
    X = rng.random((40, 8)) < 0.5
    return Subproblem(pack(X, X[:, 1] & ~X[:, 3]), AND, max_num_literals=3)


@pytest.mark.parametrize("name", ["neal", "tabu"])
@pytest.mark.parametrize("errors", [False, True])
def test_a_clear_rule_is_found(subproblem, name, errors):
    solution = load(name, errors=errors).solve(subproblem, time_limit=3, seed=1)
    assert subproblem.fits(solution.rule)
    assert solution.objective == objective(subproblem, solution.rule) >= 36
    assert solution.nodes >= 1


def test_neal_repeats_itself_when_its_reads_end_before_the_time_does(subproblem):
    backend = load("neal", num_reads=5, num_sweeps=10)
    answers = {backend.solve(subproblem, time_limit=30, seed=5).rule for _ in range(2)}
    assert len(answers) == 1


def test_the_number_of_reads_is_kept(subproblem):
    solution = load("neal", num_reads=13, num_sweeps=10).solve(subproblem, time_limit=30, seed=1)
    assert solution.nodes == 13
    solution = load("tabu", num_reads=3, seconds_per_read=0.01).solve(
        subproblem, time_limit=30, seed=1
    )
    assert solution.nodes == 3


def test_enumeration_proves_the_optimum(tiny):
    solution = load("exact-qubo").solve(tiny, time_limit=10)
    assert (solution.status, solution.objective, solution.bound) == ("optimal", 3, 3)


@pytest.mark.parametrize("parameters", [{"errors": False}, {"L2": 0.5}, {"L1": 0.5}])
def test_enumeration_claims_no_proof_where_the_model_gives_none(tiny, parameters):
    solution = load("exact-qubo", **parameters).solve(tiny, time_limit=10)
    assert solution.status != "optimal"
    assert solution.bound is None


def test_a_qubo_too_large_for_enumeration_is_refused_with_its_size(tiny, subproblem):
    assert "variables, and max_variables is 18" in load("exact-qubo").supports(subproblem)
    assert load("exact-qubo").supports(tiny) is None
    assert "max_variables is 5" in load("exact-qubo", max_variables=5).supports(tiny)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("neal", {"num_reads": 0}), ("tabu", {"seconds_per_read": 0}), ("exact-qubo", {"L1": -1})],
)
def test_a_parameter_out_of_range_is_refused(name, parameters):
    with pytest.raises(BoolsmithError, match=next(iter(parameters))):
        load(name, **parameters)


def test_listing_the_backends_imports_no_sampler():
    code = (
        "import sys; from boolsmith.plugins import registry; registry().backends.get('neal'); "
        "sys.exit('dimod' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
