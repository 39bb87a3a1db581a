"""Metrics and moves of others take part in both strategies, whatever they do."""

import math
import warnings

import attrs
import numpy as np
import pytest
from boolsmith import Metric, Move, Operator, Rule, Schedule, search
from boolsmith.engine.addresses import SlowFunctionWarning

QUICK = {"paper": {"num_starts": 2, "num_iterations": 300}, "sweep": {"effort": 0.002}}
both = pytest.mark.parametrize("strategy", ["paper", "sweep"])
HIDDEN = {}


def counts(rule, X, y):
    shown = np.asarray(rule.evaluate(X))
    pairs = (shown & y, shown & ~y, ~shown & y, ~shown & ~y)
    return [float(np.count_nonzero(p)) for p in pairs]


def uncompilable(tp, fp, fn, tn):
    """Uses a dict of objects, which numba does not know."""
    HIDDEN[tp, fp] = {"value": (tp + tn) / (tp + fp + fn + tn)}
    return HIDDEN[tp, fp]["value"]


class Callable:
    """Not a function at all."""

    def __call__(self, tp, fp, fn, tn):
        return tp - 2 * fp


@both
def test_a_compiled_metric_is_what_is_maximised(few, strategy):
    metric = Metric("careful", lambda tp, fp, fn, tn: tp - 5 * fp)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = search(*few, metric=metric, strategy=strategy, seed=0, **QUICK[strategy])
    assert found.score == metric(*counts(found.rule, *few))
    assert all(found.score >= metric(*counts(p.rule, *few)) for p in found.pareto)


@both
@pytest.mark.parametrize("score", [uncompilable, Callable()])
def test_a_metric_that_cannot_be_compiled_works_and_says_so_once(few, strategy, score):
    metric = Metric(f"slow_{strategy}_{type(score).__name__}", score)
    with pytest.warns(
        SlowFunctionWarning, match=f"metric '{metric.name}' cannot be compiled"
    ) as told:
        found = search(*few, metric=metric, strategy=strategy, seed=0, **QUICK[strategy])
    assert len(told) == 1
    assert "\n" not in str(told[0].message)
    assert found.score == metric(*counts(found.rule, *few))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = search(*few, metric=metric, strategy=strategy, seed=0, **QUICK[strategy])
    assert again.pareto == found.pareto


@both
def test_a_called_metric_gives_what_the_compiled_one_gives(few, strategy):
    quick = {"strategy": strategy, "seed": 0, **QUICK[strategy]}
    compiled = Metric("plain_share", lambda tp, fp, fn, tn: (tp + tn) / (tp + fp + fn + tn))
    called = Metric(f"called_share_{strategy}", uncompilable)
    with pytest.warns(SlowFunctionWarning):
        found = search(*few, metric=called, **quick)
    assert found.pareto == search(*few, metric=compiled, **quick).pareto


@both
def test_parameters_reach_a_metric(few, strategy):
    @attrs.frozen
    class Costs:
        per_false: float = 1.0
        kind: int = 2

    metric = Metric("costs", lambda tp, fp, fn, tn, c, kind: tp - c * fp * kind, parameters=Costs)
    mild, harsh = (
        search(*few, metric=metric, metric_parameters={"per_false": c}, strategy=strategy, seed=0,
               max_complexity=6, **QUICK[strategy])
        for c in (0.1, 40.0)
    )  # fmt: skip
    assert counts(harsh.rule, *few)[1] == 0 < counts(mild.rule, *few)[1]
    tp, fp, *_ = counts(mild.rule, *few)
    assert mild.score == pytest.approx(tp - 0.1 * fp * 2)


@both
@pytest.mark.parametrize("compiled", [True, False])
def test_rules_without_a_score_are_never_chosen(few, strategy, compiled):
    """Between the extremes this metric is not a number for most counts."""
    X, y = few

    def patchy(tp, fp, fn, tn):
        return math.nan if fp > 0 and tn > 0 and tp % 3 != 0 else tp - fp

    def raising(tp, fp, fn, tn):
        value = patchy(tp, fp, fn, tn)
        if math.isnan(value):
            raise LookupError(len(HIDDEN))
        return value

    metric = Metric("patchy", patchy if compiled else raising)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SlowFunctionWarning)
        found = search(
            X, y, metric=metric, strategy=strategy, seed=0, num_starts=2, num_iterations=50
        )
    for point in found.pareto:
        assert math.isfinite(point.score)
        assert point.score == patchy(*counts(point.rule, X, y))


BEST = "Or(And(f0, f1), And(f2, ~f3))"


@both
def test_what_a_move_proposes_is_found(few, strategy):
    move = Move("oracle", lambda rule, context: Rule.parse(BEST))
    found = search(
        *few, moves=[move], patience=1, num_iterations_burn_in=0, strategy=strategy, seed=0,
        num_starts=1, num_iterations=40, operators=["And", "Or"], max_complexity=7,
    )  # fmt: skip
    (statistics,) = found.move_statistics
    assert statistics.name == "oracle"
    assert statistics.proposals > 0
    assert statistics.accepted > 0
    assert statistics.failures == 0
    best_of_seven = {point.complexity: point.score for point in found.pareto}[7]
    assert best_of_seven >= search_score(BEST, few)


def search_score(text, data):
    X, y = data
    shown = Rule.parse(text).evaluate(X)
    return (shown[y].mean() + (~shown[~y]).mean()) / 2


def test_a_proposal_may_be_larger_than_the_restart_it_comes_into(few):
    """Restarts of the sweep keep to lower bounds in turn; proposals go up to the full one."""
    large = Rule.parse(
        "AtLeast2(And(f0, f1, f4), Or(f2, ~f3, f5), AtMost1(f6, f7, f0), f1, f3, f5)"
    )
    move = Move("large", lambda rule, context: large)
    found = search(
        *few, moves=[move], patience=1, seed=0, num_starts=1, num_iterations=2000,
        max_complexity=large.complexity,
    )  # fmt: skip
    assert found.move_statistics[0].accepted > 100
    for point in found.pareto:
        assert point.score == pytest.approx(search_score(str(point.rule), few), abs=1e-12)
    for start in found.starts:
        top = start.trace.objective[-1]
        assert top == pytest.approx(search_score(str(start.rule), few), abs=1e-12)


@both
@pytest.mark.parametrize(
    ("proposal", "reason"),
    [
        ("f0", "not an operator over two or more rules"),
        ("And(f0, f1, f2, f3, f4, f5, f6, f7)", "its complexity 9 is above"),
        ("And(f0, ~f0)", "a feature stands twice under one And"),
        ("And(f0, nothing)", "nothing"),
        ("Xor(f0, f1)", "Xor"),
    ],
)
def test_proposals_that_will_not_do_are_counted_and_left(few, strategy, proposal, reason):
    move = Move("wrong", lambda rule, context: Rule.parse(proposal))
    found = search(
        *few, moves=[move], patience=2, num_iterations_burn_in=0, strategy=strategy, seed=0,
        num_starts=1, num_iterations=30, max_complexity=6,
    )  # fmt: skip
    (statistics,) = found.move_statistics
    assert statistics.failures == statistics.proposals > 0
    assert reason in statistics.last_failure
    assert statistics.accepted == 0


@both
def test_a_move_that_raises_or_has_no_idea_does_not_end_the_search(few, strategy):
    def raises(rule, context):
        raise RuntimeError("no idea\nat all")

    found = search(
        *few, moves=[Move("raises", raises), Move("silent", lambda rule, context: None)],
        patience=2, num_iterations_burn_in=0, strategy=strategy, seed=0, num_starts=1,
        num_iterations=60,
    )  # fmt: skip
    by_name = {s.name: s for s in found.move_statistics}
    assert by_name["raises"].failures == by_name["raises"].proposals > 0
    assert by_name["raises"].last_failure == "no idea"
    assert by_name["silent"].proposals > 0
    assert by_name["silent"].failures == 0
    assert found.stop_reason == "finished"


@both
def test_a_move_sees_the_rule_the_bounds_and_the_archive(few, strategy):
    seen = []

    def look(rule, context):
        seen.append((rule, context))
        assert context.why_not(rule) is None
        return rule

    search(
        *few, moves=[Move("look", look)], patience=2, num_iterations_burn_in=5, seed=0,
        strategy=strategy, num_starts=1, num_iterations=60, max_complexity=6, max_depth=2,
        regularization=0.01,
    )  # fmt: skip
    assert seen
    for rule, context in seen:
        assert (context.max_complexity, context.max_depth) == (6, 2)
        assert context.feature_names == tuple(f"f{i}" for i in range(8))
        expected = search_score(str(rule), few) - 0.01 * rule.complexity
        assert context.score(rule) == pytest.approx(expected, abs=1e-12)
        assert all(c == r.complexity for c, r in context.archive.items())


def test_an_operator_that_is_not_registered_may_be_given(few):
    mine = Operator("AnyButOne", lambda count, arity: count not in (1, arity))
    found = search(*few, operators=[mine, "And"], seed=0, effort=0.002)
    assert {
        n.operator.name for p in found.pareto[2:] for _, n in p.rule.flatten() if n.children
    } <= {
        "AnyButOne",
        "And",
    }


@pytest.mark.parametrize(
    "name", ["geometric", "linear", "constant", "reheating", "cosine_restarts"]
)
def test_every_schedule_drives_the_paper_strategy(few, name):
    found = search(*few, strategy="paper", schedule=name, seed=0, num_starts=1, num_iterations=100)
    assert len(found.starts[0].trace.temperature) == 100


def test_a_schedule_of_zeros_only_climbs(few):
    cold = Schedule("cold", np.zeros)
    found = search(*few, strategy="paper", schedule=cold, seed=0, num_starts=1, num_iterations=200)
    assert (np.diff(found.starts[0].trace.objective) >= 0).all()


class Echo:
    """A backend whose best subtree is always the same literal."""

    def supports(self, subproblem):
        return None

    def solve(self, subproblem, *, time_limit, seed=None):
        from boolsmith.subproblems import Solution

        if subproblem.min_num_literals > 1:  # the root needs an operator
            return Solution("infeasible")
        return Solution("feasible", Rule.parse("f0"), 0.5)


def test_a_literal_that_stands_beside_its_place_already_is_no_proposal_and_no_failure(noisy):
    from boolsmith.subproblems import BackendSpec

    class Spec(BackendSpec):
        def load(self, parameters=None):
            return Echo()

    spec = Spec("echo", "nowhere:Echo", formulation="native")
    found = search(*noisy(60, 4), strategy="paper", backend=spec, max_complexity=4, num_starts=2,
                   num_iterations=300, num_iterations_burn_in=0, patience=1, seed=0)  # fmt: skip
    (asked,) = found.move_statistics
    assert asked.proposals > 20
    assert asked.failures == 0, asked.last_failure
