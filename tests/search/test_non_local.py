"""Non-local moves: what a backend is asked, for how long, and what becomes of its answers."""

import time

import pytest
from boolsmith import search
from boolsmith.subproblems import BackendSpec, Solution

EAGER = {"patience": 1, "num_iterations_burn_in": 0, "num_starts": 1, "seed": 0}
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
        num_iterations=10**6, **EAGER,
    )  # fmt: skip
    assert sleeper.limits
    assert all(0 < limit <= min(timeout, 0.5) for limit in sleeper.limits)
    assert sum(sleeper.limits) < 0.5
    assert found.seconds < 5
    assert found.stop_reason == "time limit"
    assert found.move_statistics[0].failures == 0


def test_without_a_time_limit_a_backend_has_the_timeout(few):
    sleeper = Sleeper()
    search(*few, strategy="paper", backend=given(sleeper), timeout=0.01, num_iterations=60, **EAGER)
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
           num_iterations=100, **EAGER)  # fmt: skip
    assert {subproblem.shape for subproblem in asked.subproblems} == set(shapes[-1:])
