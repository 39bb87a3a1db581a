"""Non-local moves: what a backend is asked, for how long, and what becomes of its answers."""

import time

import attrs
import pytest
from boolsmith import Rule, search
from boolsmith.data import pack
from boolsmith.operators import AND
from boolsmith.searching.non_local import _fingerprint
from boolsmith.subproblems import BackendSpec, Solution, Subproblem
from boolsmith.subproblems.builtin import LOCAL

SWEEP = {"patience": 1, "num_starts": 1, "seed": 0}
EAGER = {"sweep": SWEEP, "paper": {**SWEEP, "num_iterations_burn_in": 0}}
both = pytest.mark.parametrize("strategy", ["paper", "sweep"])


class Sleeper:
    """Has no rule, and takes all the time that it is given to say so."""

    def __init__(self):
        self.limits = []

    def supports(self, subproblem):
        return None

    def solve(self, subproblem, *, time_limit, seed=None):
        self.limits.append(time_limit)
        time.sleep(time_limit)
        return Solution("no-incumbent")


def given(backend, **more):
    """The spec of a backend that is there already."""

    class Given(BackendSpec):
        def load(self, parameters=None):
            return backend

    return Given("given", "nowhere:Given", **{"formulation": "native"} | more)


@both
@pytest.mark.parametrize("timeout", [0.2, 30.0])
def test_a_backend_has_no_more_time_than_is_left_of_the_search(few, strategy, timeout):
    sleeper = Sleeper()
    found = search(
        *few, strategy=strategy, backend=given(sleeper), time_limit=0.5, timeout=timeout,
        num_iterations=10**6, **EAGER[strategy],
    )  # fmt: skip
    assert sleeper.limits
    assert all(0 < limit <= min(timeout, 0.5) for limit in sleeper.limits)
    assert sum(sleeper.limits) < 0.5
    assert found.seconds < 5
    assert found.stop_reason == "time limit"
    assert found.move_statistics[0].failures == 0


def test_without_a_time_limit_a_backend_has_the_timeout(few):
    sleeper = Sleeper()
    search(*few, strategy="paper", backend=given(sleeper), timeout=0.01, num_iterations=60,
           **EAGER["paper"])  # fmt: skip
    assert set(sleeper.limits) == {0.01}


class Asked:
    """Has no rule, and notes what it is asked."""

    def __init__(self):
        self.subproblems = []

    def supports(self, subproblem):
        return None

    def solve(self, subproblem, *, time_limit, seed=None):
        self.subproblems.append(subproblem)
        return Solution("no-incumbent")


@pytest.mark.parametrize("shapes", [("or-of-ands",), ("depth-one", "and-of-ors")])
def test_a_backend_is_asked_for_the_shapes_that_it_takes(few, shapes):
    asked = Asked()
    search(*few, strategy="paper", backend=given(asked, shapes=shapes), subtree_depth=2,
           num_iterations=100, **EAGER["paper"])  # fmt: skip
    assert {subproblem.shape for subproblem in asked.subproblems} == set(shapes[-1:])


def key(subproblem):
    """What makes two subproblems the same."""
    X, labels, weights = subproblem.data.dense()
    bounds = (subproblem.min_num_literals, subproblem.max_num_literals)
    asked = (subproblem.operator, subproblem.negated, subproblem.shape, bounds)
    return X.tobytes(), labels.tobytes(), weights.tobytes(), asked


@both
def test_a_subproblem_is_solved_once_however_often_it_is_met(noisy, strategy):
    asked = Asked()
    found = search(
        *noisy(20, 4), strategy=strategy, backend=given(asked), max_samples=None, max_complexity=3,
        num_iterations=400, **EAGER[strategy] | {"num_starts": 2},
    )  # fmt: skip
    keys = [key(subproblem) for subproblem in asked.subproblems]
    assert len(set(keys)) == len(keys)
    assert 0 < 2 * len(keys) < found.move_statistics[0].proposals


class Witness(Asked):
    """Lets the local solver answer, and notes its answers too."""

    def __init__(self):
        super().__init__()
        self.local, self.rules = LOCAL.load(), []

    def supports(self, subproblem):
        return self.local.supports(subproblem)

    def solve(self, subproblem, *, time_limit, seed=None):
        self.subproblems.append(subproblem)
        solution = self.local.solve(subproblem, time_limit=time_limit, seed=seed)
        self.rules.append(solution.rule)
        return solution


@both
def test_subtrees_of_depth_two_fit_what_was_asked_and_are_taken(few, strategy):
    witness = Witness()
    found = search(
        *few, strategy=strategy, backend=given(witness, shapes=LOCAL.shapes, max_samples=None),
        subtree_depth=2, num_iterations=200, **EAGER[strategy],
    )  # fmt: skip
    (told,) = found.move_statistics
    assert told.failures == 0, told.last_failure
    assert told.accepted > 0
    assert {s.shape for s in witness.subproblems} == {"or-of-ands", "and-of-ors"}
    assert any(rule is not None and rule.depth == 2 for rule in witness.rules)
    for subproblem, rule in zip(witness.subproblems, witness.rules, strict=True):
        assert rule is None or subproblem.fits(rule), rule


def test_the_local_backend_by_name_makes_moves_of_depth_two(few):
    found = search(
        *few, strategy="paper", backend="local", subtree_depth=2, operators=["And", "Or"],
        max_complexity=7, num_iterations=200, **EAGER["paper"],
    )  # fmt: skip
    (told,) = found.move_statistics
    assert told.failures == 0, told.last_failure
    assert told.accepted > 0
    assert {p.complexity: p.score for p in found.pareto}[7] >= score(
        "Or(And(x0, x1), And(x2, ~x3))", few
    )


def score(text, data):
    X, y = data
    shown = Rule.parse(text).evaluate(X)
    return (shown[y].mean() + (~shown[~y]).mean()) / 2


@pytest.mark.parametrize(
    ("max_samples", "most"), [(7, 7), (60, 60), ("auto", 33), (10**6, 150), (None, 150)]
)
def test_a_backend_sees_no_more_rows_than_it_is_to(few, max_samples, most):
    asked = Asked()
    search(*few, strategy="paper", backend=given(asked, max_samples=33), max_samples=max_samples,
           num_iterations=100, **EAGER["paper"])  # fmt: skip
    assert max(subproblem.data.num_rows for subproblem in asked.subproblems) == most


def test_subproblems_that_differ_in_what_they_demand_have_different_fingerprints(few):
    plain = Subproblem(pack(*few), AND)
    signed = attrs.evolve(plain, signs=(1,) * plain.data.num_features)
    bound = attrs.evolve(plain, constraints=("no more than one of these",))
    assert len({_fingerprint(each) for each in (plain, signed, bound)}) == 3
    assert _fingerprint(attrs.evolve(plain, signs=None)) == _fingerprint(plain)
