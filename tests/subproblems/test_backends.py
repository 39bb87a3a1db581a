"""What every backend promises, run against all that are installed and need no network."""

import itertools
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from boolsmith.data import pack
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AND, AT_LEAST, BUILTIN, OR, TableOperator
from boolsmith.plugins import registry
from boolsmith.rules import Literal, Node
from boolsmith.subproblems import Subproblem
from boolsmith.subproblems.guard import OverdueError
from boolsmith_solvers import objective

BACKENDS = [spec for spec in registry().backends if not spec.remote]
LOADED = {}
TIME = 2.0

pytestmark = pytest.mark.skipif(not BACKENDS, reason="no backend is installed")


@pytest.fixture(params=BACKENDS, ids=lambda spec: spec.name)
def backend(request):
    """Each backend, loaded once: some keep a process for all their subproblems."""
    return loaded(request.param)


def loaded(spec):
    if spec.name not in LOADED:
        LOADED[spec.name] = spec.load()
    return LOADED[spec.name]


def small(seed, operator, **options):
    """Small enough for all backends: two features."""
    rng = np.random.default_rng(seed)
    X = rng.random((8, 2)) < 0.5
    y = np.array([1, 0, *(rng.random(6) < 0.5)])
    options = {"min_num_literals": 2, "max_num_literals": 2, **options}
    return Subproblem(pack(X[:4], y[:4]), operator, **options)


def medium(seed, operator, **options):
    rng = np.random.default_rng(seed)
    X = rng.random((30, 6)) < 0.5
    y = X[:, 0] | (X[:, 1] & X[:, 2])
    return Subproblem(pack(X, y), operator, **options)


def large(operator=AT_LEAST):
    """A subproblem of the usual size that no backend finishes in a second."""
    rng = np.random.default_rng(0)
    X = rng.random((100, 300)) < 0.5
    return Subproblem(pack(X, rng.random(100) < 0.5), operator, max_num_literals=6)


def rules_of(subproblem):
    names = subproblem.data.feature_names
    sizes = range(subproblem.min_num_literals, subproblem.max_num_literals + 1)
    for size in sizes:
        for features in itertools.combinations(names, size):
            for signs in itertools.product((False, True), repeat=size):
                literals = tuple(map(Literal, features, signs))
                if size == 1:
                    yield literals[0]
                    continue
                for k in subproblem.operator.parameter_values(size):
                    yield Node(subproblem.operator, literals, k, subproblem.negated)


def best(subproblem):
    return max(objective(subproblem, rule) for rule in rules_of(subproblem))


def solved(backend, subproblem, time_limit=TIME, seed=1):
    reason = backend.supports(subproblem)
    if reason is not None:
        assert isinstance(reason, str)
        assert "\n" not in reason
        pytest.skip(f"not supported: {reason}")
    return backend.solve(subproblem, time_limit=time_limit, seed=seed)


def check(subproblem, solution):
    """What holds for every answer."""
    assert solution.status in ("optimal", "feasible", "infeasible", "no-incumbent")
    assert (solution.rule is None) == (solution.status in ("infeasible", "no-incumbent"))
    assert solution.seconds >= 0
    if solution.rule is not None:
        assert subproblem.fits(solution.rule)
        assert solution.objective == pytest.approx(objective(subproblem, solution.rule))
        if solution.bound is not None:
            assert solution.bound >= solution.objective - 1e-9
    if solution.status == "optimal":
        assert solution.gap == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize("operator", BUILTIN.values(), ids=str)
def test_an_answer_is_a_rule_and_a_proof_is_right(backend, operator, negated):
    subproblem = small(3, operator, negated=negated)
    solution = solved(backend, subproblem)
    check(subproblem, solution)
    if solution.status == "optimal":
        assert solution.objective == pytest.approx(best(subproblem))
    elif solution.bound is not None:
        assert solution.bound >= best(subproblem) - 1e-9


@pytest.mark.parametrize("operator", [AND, OR, AT_LEAST], ids=str)
def test_weights_regularization_and_single_literals_count(backend, operator):
    data = small(5, operator).data
    X, labels, _ = data.dense()
    weights = np.arange(1, len(labels) + 1) / 2
    subproblem = Subproblem(
        pack(X, labels, sample_weight=weights),
        operator,
        min_num_literals=1,
        max_num_literals=2,
        regularization=0.25,
    )
    solution = solved(backend, subproblem)
    check(subproblem, solution)
    if solution.status == "optimal":
        assert solution.objective == pytest.approx(best(subproblem))


def test_a_clear_rule_is_found(backend):
    subproblem = medium(0, OR, max_num_literals=3)
    solution = solved(backend, subproblem)
    check(subproblem, solution)
    assert solution.objective >= 0.8 * best(subproblem)


@pytest.mark.parametrize(("shape", "outer"), [("or-of-ands", OR), ("and-of-ors", AND)])
def test_depth_two_is_solved_or_refused_with_a_reason(backend, shape, outer):
    subproblem = medium(0, outer, shape=shape, max_num_literals=3)
    solution = solved(backend, subproblem)
    check(subproblem, solution)
    if shape == "or-of-ands" and solution.status == "optimal":
        assert solution.objective == 30


@pytest.mark.slow
def test_the_time_limit_is_kept(backend):
    subproblem = large()
    if backend.supports(subproblem) is not None:
        pytest.skip("not supported")
    for _ in range(3):  # a busy machine may make it late, which is an error, but in time
        solved(backend, medium(0, OR), time_limit=TIME)  # loads what a first call loads
        started = time.perf_counter()
        try:
            solution = solved(backend, subproblem, time_limit=1.0)
        except OverdueError:
            solution = None
        assert time.perf_counter() - started < 1.5
        if solution is not None:
            break
    check(subproblem, solution)


def test_a_tiny_time_limit_is_an_ordinary_answer(backend):
    solution = solved(backend, medium(0, AND), time_limit=1e-3)
    check(medium(0, AND), solution)


@pytest.mark.parametrize("time_limit", [0, -1, float("nan")])
def test_a_time_limit_that_is_no_time_is_refused(backend, time_limit):
    with pytest.raises(BoolsmithError, match=f"^time_limit={time_limit} is not a positive[^\n]*$"):
        backend.solve(small(0, OR), time_limit=time_limit)


def test_too_few_features_are_an_ordinary_answer(backend):
    subproblem = small(0, OR, min_num_literals=3, max_num_literals=4)
    solution = solved(backend, subproblem)
    assert solution.status == "infeasible"
    assert solution.rule is None


def test_a_table_operator_is_solved_or_refused_with_a_reason(backend):
    implies = TableOperator("Implies", arity=2, table=0b1101)
    subproblem = small(0, implies)
    reason = backend.supports(subproblem)
    assert reason is None or "Implies" in reason


def test_one_seed_gives_one_answer(backend):
    subproblem = small(1, AT_LEAST)
    first, second = solved(backend, subproblem, seed=7), solved(backend, subproblem, seed=7)
    if first.status == second.status == "optimal":
        assert first.rule == second.rule
    assert first.objective == second.objective


@pytest.mark.parametrize("spec", BACKENDS, ids=lambda spec: spec.name)
def test_an_unknown_parameter_is_refused(spec):
    with pytest.raises(BoolsmithError, match=f"backend '{spec.name}' has no parameter 'colour'"):
        spec.load({"colour": "red"})


CTRL_C = """
import sys
import numpy as np
from boolsmith.data import pack
from boolsmith.operators import AT_LEAST
from boolsmith.plugins import registry
from boolsmith.subproblems import Subproblem
rng = np.random.default_rng(0)
X = rng.random((100, 300)) < 0.5
problem = Subproblem(pack(X, rng.random(100) < 0.5), AT_LEAST, max_num_literals=6)
endless = {"num_starts": 10**6} if sys.argv[1] == "local" else None
backend = registry().backends.get(sys.argv[1]).load(endless)
print("refused" if backend.supports(problem) else "started", flush=True)
backend.supports(problem) or backend.solve(problem, time_limit=60, seed=1)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("spec", BACKENDS, ids=lambda spec: spec.name)
def test_ctrl_c_ends_it(spec):
    process = subprocess.Popen(
        [sys.executable, "-c", CTRL_C, spec.name],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    if process.stdout.readline() != "started\n":
        process.communicate()
        pytest.skip("not supported")
    time.sleep(3)
    if process.poll() is not None:
        pytest.skip("it was solved before it could be stopped")
    process.send_signal(signal.SIGINT)
    started = time.perf_counter()
    _, errors = process.communicate(timeout=30)
    assert time.perf_counter() - started < 5
    assert "KeyboardInterrupt" in errors
