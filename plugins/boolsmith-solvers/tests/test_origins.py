"""Answers say whose they are: the solver's own, repaired, or given."""

import time
from collections.abc import Iterator

import attrs
import numpy as np
import pytest
from boolsmith.data import pack
from boolsmith.operators import AND, OR
from boolsmith.rules import Literal, Node
from boolsmith.subproblems import Subproblem
from boolsmith_solvers import (
    ConstrainedQuadraticBackend,
    Outcome,
    ProgramBackend,
    ProgramParameters,
    QuadraticBackend,
    QuadraticParameters,
    ilp,
    refusal,
    start_bits,
)


@pytest.fixture(scope="module")
def subproblem():
    X = np.random.default_rng(2).random((40, 5)) < 0.5
    return Subproblem(pack(X, X[:, 1] & ~X[:, 3], feature_names=list("abcde")), AND)


@attrs.frozen
class Parameters(ProgramParameters):
    """Which of the runners below answers, and what the best rule is."""

    best: object = None


def says_nothing(program, start, *, best, **_):
    return Outcome("no-incumbent")


def says_the_start(program, start, *, best, **_):
    return Outcome("feasible", start)


def proves_the_start(program, start, *, best, **_):
    return Outcome("optimal", start)


def says_the_best(program, start, *, best, **_):
    return Outcome("feasible", best)


@pytest.mark.parametrize(
    ("runner", "origin"),
    [
        (says_nothing, "given"),
        (says_the_start, "given"),
        (proves_the_start, "solver"),
        (says_the_best, "solver"),
    ],
)
def test_a_rule_that_the_solver_was_given_is_not_its_own(runner, origin, subproblem, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "runners_of_tests", _module(runner))
    other = ilp(subproblem).encode(Node(AND, (Literal("a"), Literal("c"))))

    class Backend(ProgramBackend):
        name = "test"
        runner = "runners_of_tests:run"

    solution = Backend(Parameters(isolated=False, best=other)).solve(subproblem, time_limit=10)
    assert subproblem.fits(solution.rule)
    assert solution.origin == origin


def _module(runner):
    import types

    module = types.ModuleType("runners_of_tests")
    module.run = runner
    return module


class Bits(QuadraticBackend):
    """A sampler that gives the bits it is told to."""

    name = "bits"
    chosen: tuple[int, ...] | None = ()

    def samples(self, model, *, deadline, seed, cancel) -> Iterator[np.ndarray]:
        if self.chosen is None:
            yield start_bits(model)[None, :]
            return
        bits = np.zeros((1, model.num_variables), dtype=np.int8)
        bits[0, list(self.chosen)] = 1
        yield bits


def sampled(subproblem, chosen, **attributes):
    kind = type("Sampler", (Bits,), {"chosen": chosen, **attributes})
    return kind(QuadraticParameters()).solve(subproblem, time_limit=10)


def test_a_sample_that_is_a_rule_is_the_samplers_own(subproblem):
    solution = sampled(subproblem, (1, 5 + 3))
    assert solution.rule == Node(AND, (Literal("b"), ~Literal("d")))
    assert solution.origin == "solver"


def test_a_sample_that_is_no_rule_is_repaired(subproblem):
    solution = sampled(subproblem, (1, 5 + 1, 5 + 3))  # b both plain and negated
    assert subproblem.fits(solution.rule)
    assert solution.origin == "repaired"


def test_a_sampler_that_gives_back_its_start_was_given_it(subproblem):
    assert sampled(subproblem, None).origin == "solver"
    assert sampled(subproblem, None, starts_from_rule=True).origin == "given"


def test_a_sampler_of_constrained_models_needs_only_its_samples(subproblem):
    pytest.importorskip("dimod")
    rule = Node(AND, (Literal("b"), ~Literal("d")))

    class Sampler(ConstrainedQuadraticBackend):
        name = "cqm"

        def samples(self, model, *, deadline, seed, cancel):
            assert time.perf_counter() < deadline
            values = model.ilp.encode(rule)
            nothing = dict.fromkeys(model.ilp.program.names, 0.0)
            yield [nothing, dict(zip(model.ilp.program.names, values, strict=True))]

    solution = Sampler(None).solve(subproblem, time_limit=10)
    assert (solution.rule, solution.origin, solution.nodes) == (rule, "solver", 2)
    assert solution.objective == subproblem.objective(rule) == 40


def test_no_formulation_ignores_what_a_subproblem_demands(subproblem):
    assert refusal(attrs.evolve(subproblem, signs=(1,) * 5)) == "no formulation honours signs"
    free = attrs.evolve(subproblem, operator=OR)
    assert refusal(free) is None
