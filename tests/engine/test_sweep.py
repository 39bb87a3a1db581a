"""Sweeps find what trying every replacement finds; derived rows are those a node decides."""

import numpy as np
import pytest
from boolsmith import Literal, Metric, Node, One, Zero
from boolsmith.metrics import ACCURACY, BALANCED_ACCURACY, F1
from boolsmith.operators import Operator
from boolsmith_testing.strategies import rules
from hypothesis import given, settings
from hypothesis import strategies as st

NAMES = [f"x{i}" for i in range(8)]
SIZES = [(1, 64), (65, 63), (70, 130)]
CURVED = Metric("curved", lambda tp, fp, fn, tn: tp * tn - 0.5 * fp * fn - 0.1 * fp)
METRICS = [BALANCED_ACCURACY, ACCURACY, F1, CURVED]


def distinct(rule):
    """The rule with no feature twice under one operator."""
    if isinstance(rule, Literal):
        return rule
    seen, children = set(), []
    for child in map(distinct, rule.children):
        new = child
        if isinstance(child, Literal):
            free = (name for name in (child.feature, *NAMES) if name not in seen)
            new = Literal(next(free), child.negated)
            seen.add(new.feature)
        children.append(new)
    return Node(rule.operator, children, rule.k, rule.negated)


@pytest.fixture(scope="module")
def benches(bench, make_data):
    made = {}

    def get(size, weights, metric, regularization):
        key = size, weights, metric.name, regularization
        if key not in made:
            data = make_data(*size, seed=sum(size), weights=weights)
            made[key] = bench(data, metric=metric, regularization=regularization, max_complexity=16)
        return made[key]

    return get


some_bench = st.tuples(
    st.sampled_from(SIZES),
    st.sampled_from([None, "whole"]),
    st.sampled_from(METRICS),
    st.sampled_from([0.0, 0.01]),
)
some_rule = rules(12, features=NAMES, min_complexity=3).map(distinct)


def objective(bench, rule):
    return bench.score(rule) - bench.problem.regularization * rule.complexity


@settings(deadline=None, max_examples=150)
@given(some_rule, some_bench, st.data())
def test_the_rows_a_node_decides_are_those_where_forcing_it_matters(benches, rule, which, data):
    bench = benches(*which)
    nodes = list(rule.flatten())
    i = data.draw(st.integers(0, len(nodes) - 1))
    matrix, _, weights = bench.data.dense()
    low, high = (
        rule.replace(nodes[i][0], value).evaluate(matrix, bench.data.feature_names)
        for value in (Zero, One)
    )
    counted = weights > 0
    up, down = bench.decided(rule, i)
    np.testing.assert_array_equal(up, high & ~low & counted)
    np.testing.assert_array_equal(down, low & ~high & counted)


def allowed(rule, path):
    """The literals that may stand at a place: no sibling literal reads the feature."""
    siblings = {
        child.feature
        for j, child in enumerate(rule.at(path[:-1]).children)
        if j != path[-1] and isinstance(child, Literal)
    }
    return [Literal(n, negated) for n in NAMES if n not in siblings for negated in (False, True)]


@settings(deadline=None, max_examples=120)
@given(some_rule, some_bench, st.data())
def test_visiting_a_literal_puts_the_best_one_there(benches, rule, which, data):
    bench = benches(*which)
    places = [(i, p) for i, (p, n) in enumerate(rule.flatten()) if isinstance(n, Literal)]
    i, path = data.draw(st.sampled_from(places))
    tried = [objective(bench, rule.replace(path, literal)) for literal in allowed(rule, path)]
    before, best = objective(bench, rule), max(tried)
    found = bench.visit(rule, i)
    if best <= before + 1e-9:
        assert found is None
        return
    after, value = found
    assert value == pytest.approx(best, rel=1e-9)
    assert objective(bench, after) == pytest.approx(best, rel=1e-9)
    assert after.replace(path, Zero) == rule.replace(path, Zero)


def replacements(bench, children):
    """Every counting operator and parameter over the children."""
    for operator in bench.operators:
        if isinstance(operator, Operator) and operator.takes(len(children)):
            for k in operator.parameter_values(len(children)):
                yield Node(operator, children, k)


def widened(node):
    """The children of a node with one more literal, every one that may be added."""
    read = {child.feature for child in node.children if isinstance(child, Literal)}
    return [
        (*node.children, Literal(name, negated))
        for name in NAMES
        if name not in read
        for negated in (False, True)
    ]


@settings(deadline=None, max_examples=80)
@given(some_rule, some_bench, st.data())
def test_visiting_an_operator_gives_the_best_one_or_grows_the_best_literal(
    benches, rule, which, data
):
    bench = benches(*which)
    places = [(i, p) for i, (p, n) in enumerate(rule.flatten()) if isinstance(n, Node)]
    i, path = data.draw(st.sampled_from(places))
    node = rule.at(path)
    before = objective(bench, rule)
    tried = [rule.replace(path, new) for new in replacements(bench, node.children)]
    best = max((objective(bench, r) for r in tried), default=before)
    if best <= before + 1e-9:
        tried = [
            rule.replace(path, new)
            for children in widened(node)
            for new in replacements(bench, children)
        ]
        best = max((objective(bench, r) for r in tried), default=before)
    found = bench.visit(rule, i)
    if best <= before + 1e-9:
        assert found is None
        return
    after, value = found
    assert value == pytest.approx(best, rel=1e-9)
    assert objective(bench, after) == pytest.approx(best, rel=1e-9)


def test_an_operator_at_the_bound_does_not_grow(bench, make_data):
    made = bench(make_data(60, 60), max_complexity=3)
    for name in NAMES[1:]:
        found = made.visit(Node(made.operators[0], [Literal("x0"), Literal(name)]), 0)
        assert found is None or found[0].complexity == 3
