"""What a search gives back is consistent, within the bounds, and scored by the metric."""

import math
from itertools import pairwise

import numpy as np
import pytest
from boolsmith import Literal, One, Rule, Zero, pack, search
from boolsmith.plugins import registry
from boolsmith_testing.strategies import datasets
from hypothesis import given, settings
from hypothesis import strategies as st

QUICK = {"paper": {"num_starts": 3, "num_iterations": 300}, "sweep": {"effort": 0.002}}
both = pytest.mark.parametrize("strategy", ["paper", "sweep"])


def balanced_accuracy(rule, X, y):
    shown = rule.evaluate(X)
    return (shown[y].mean() + (~shown[~y]).mean()) / 2


@both
def test_every_field_fits_the_others(few, strategy):
    X, y = few
    found = search(
        X, y, strategy=strategy, seed=3, max_complexity=7, regularization=0.01, **QUICK[strategy]
    )
    assert found.objective == found.score - 0.01 * found.rule.complexity
    assert found.objective == max(point.objective for point in found.pareto)
    for point in found.pareto:
        assert point.complexity == point.rule.complexity <= 7
        assert point.score == pytest.approx(balanced_accuracy(point.rule, X, y), abs=1e-15)
        assert point.objective == point.score - 0.01 * point.complexity
    complexities = [point.complexity for point in found.pareto]
    assert complexities == sorted(set(complexities))
    assert complexities[:2] == [0, 1]
    assert len(complexities) >= 5
    frontier = [(point.complexity, point.score) for point in found.frontier()]
    assert frontier == sorted(frontier)
    assert all(a[1] < b[1] for a, b in pairwise(frontier))
    assert found.frontier()[-1].score == max(point.score for point in found.pareto)
    assert (found.seed, found.stop_reason) == (3, "finished")
    assert found.settings["strategy"] == strategy
    assert found.settings["max_complexity"] == 7
    assert found.seconds > 0
    assert found.moves == sum(s.moves for s in found.starts) + 2 * 8 + 2
    assert str(found.rule) in repr(found)


@both
def test_every_start_reports_its_best_rule_and_its_trace(few, strategy):
    X, y = few
    found = search(X, y, strategy=strategy, seed=3, max_complexity=7, **QUICK[strategy])
    assert [start.index for start in found.starts] == list(range(len(found.starts)))
    for start in found.starts:
        assert start.finished
        assert start.score == pytest.approx(balanced_accuracy(start.rule, X, y), abs=1e-15)
        trace = start.trace
        sizes = {len(v) for v in (trace.iteration, trace.acceptance, trace.temperature)}
        assert sizes == {len(trace.objective)} != {0}
        assert (np.diff(trace.iteration) >= 0).all()
        assert ((trace.acceptance >= 0) & (trace.acceptance <= 1)).all()
    assert found.trace in [start.trace for start in found.starts]
    if strategy == "paper":
        assert trace.iteration[-1] == 300
        assert (np.diff(trace.temperature) < 0).all()
    else:
        assert (np.diff(trace.objective) > 0).all()
        assert trace.objective[-1] == pytest.approx(start.objective)


@both
@pytest.mark.parametrize("max_depth", [1, 2, None])
@pytest.mark.parametrize("max_complexity", [3, 4, 9, None])
def test_bounds_are_kept_and_may_be_left_out(few, strategy, max_complexity, max_depth):
    found = search(
        *few, strategy=strategy, max_complexity=max_complexity, max_depth=max_depth, seed=0,
        regularization=0.005, **QUICK[strategy],
    )  # fmt: skip
    for point in found.pareto:
        assert point.complexity <= (max_complexity or math.inf)
        assert point.rule.depth <= (max_depth or math.inf)


@both
def test_only_the_operators_asked_for_are_used(few, strategy):
    names = ["Xor", "IfThenElse", "AtLeast"]
    found = search(*few, strategy=strategy, operators=names, seed=0, **QUICK[strategy])
    used = {
        node.operator.name
        for point in found.pareto
        for _, node in point.rule.flatten()
        if node.children
    }
    assert used <= set(names)
    assert used


@both
def test_a_trivial_rule_wins_where_complexity_costs_most(few, strategy):
    found = search(*few, strategy=strategy, regularization=2.0, seed=0, **QUICK[strategy])
    assert found.rule in (Zero, One)
    assert found.rule.complexity == 0


@both
def test_a_single_literal_wins_where_it_is_perfect(strategy):
    X = np.random.default_rng(0).random((90, 5)) < 0.5
    found = search(X, ~X[:, 3], strategy=strategy, seed=0, **QUICK[strategy])
    assert (found.rule, found.score) == (Literal("x3", True), 1.0)
    assert all(point.score <= 1.0 for point in found.pareto)


def test_data_of_one_feature_needs_no_search():
    found = search([[0], [1], [1]], [0, 1, 1], seed=0)
    assert (found.rule, found.score, found.starts) == (Literal("x0"), 1.0, ())
    assert len(found.trace.objective) == 0


def test_operators_that_nothing_fits_need_no_search(few):
    X, y = few
    found = search(X[:, :2], y, operators=["IfThenElse"], seed=0)
    assert found.rule.complexity <= 1


def test_packed_data_and_raw_data_give_the_same(few):
    X, y = few
    weights = np.arange(len(y)) % 5 + 1.0
    one = search(X, y, sample_weight=weights, seed=0, effort=0.002)
    other = search(pack(X, y, sample_weight=weights), seed=0, effort=0.002)
    assert one.pareto == other.pareto


def test_whole_weights_are_as_good_as_repeated_rows(few):
    X, y = few
    weights = np.arange(len(y)) % 4
    one = search(X, y, sample_weight=weights, seed=0, num_iterations=20)
    other = search(np.repeat(X, weights, 0), np.repeat(y, weights), seed=0, num_iterations=20)
    assert one.score == pytest.approx(other.score)


BASES = ["Or(_, x3)", "And(x0, ~_)", "AtMost1(~_, x1, And(x2, x3))", "_", "~_", "Xor(x0, _, x1)"]


@both
@pytest.mark.parametrize("base", BASES)
def test_only_the_hole_of_a_base_rule_is_filled(few, strategy, base):
    X, y = few
    found = search(
        X, y, base_rule=base, strategy=strategy, max_complexity=9, seed=0, regularization=0.001,
        **QUICK[strategy],
    )  # fmt: skip
    frame = Rule.parse(base)
    (hole,) = [p for p, n in frame.flatten() if isinstance(n, Literal) and n.feature == "_"]
    for point in found.pareto:
        assert point.rule.replace(hole, Zero) == frame.replace(hole, Zero)
        assert point.complexity == point.rule.complexity <= 9
        assert point.score == pytest.approx(balanced_accuracy(point.rule, X, y), abs=1e-15)
    for start in found.starts:
        expected = start.score - 0.001 * start.rule.complexity
        assert start.objective == pytest.approx(expected, abs=1e-15)
        assert found.objective >= start.objective


def test_a_base_rule_may_leave_room_for_a_literal_only(few):
    found = search(*few, base_rule="Or(_, x3)", max_complexity=3, seed=0)
    assert found.rule.complexity == 3
    found = search(*few, base_rule="Or(_, x3)", max_depth=1, seed=0)
    assert found.rule.depth == 1


@both
def test_a_warm_start_is_never_lost(few, strategy):
    X, y = few
    good = "Or(And(x0, x1), And(x2, ~x3))"
    found = search(
        X, y, strategy=strategy, warm_start=["x0", "And(x5, x6)", good], num_starts=1,
        num_iterations=1, seed=0, max_complexity=7,
    )  # fmt: skip
    by_complexity = {point.complexity: point.score for point in found.pareto}
    assert by_complexity[7] >= balanced_accuracy(Rule.parse(good), X, y)
    assert found.score >= balanced_accuracy(Rule.parse(good), X, y)
    assert search(X, y, warm_start=good, effort=0.001, seed=0).score >= found.score - 1e-12


@settings(deadline=None, max_examples=60)
@given(
    datasets(max_rows=70, max_features=5),
    st.sampled_from(["paper", "sweep"]),
    st.integers(3, 8),
    st.sampled_from(["balanced_accuracy", "accuracy", "f1"]),
    st.integers(0, 9),
)
def test_scores_are_the_metric_of_the_rule_on_any_data(data, strategy, bound, metric, seed):
    packed = data.packed()
    found = search(
        packed, strategy=strategy, max_complexity=bound, metric=metric, seed=seed, num_starts=2,
        num_iterations=20,
    )  # fmt: skip
    weights = np.ones(len(data.y)) if data.sample_weight is None else data.sample_weight
    for point in found.pareto:
        shown = np.asarray(point.rule.evaluate(data.X, data.feature_names))
        counts = [
            weights[shown == p][data.y[shown == p] == t].sum()
            for p, t in ((True, True), (True, False), (False, True), (False, False))
        ]
        assert point.score == pytest.approx(registry().metrics.get(metric)(*counts))
