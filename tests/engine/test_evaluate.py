"""Both kernels score every rule as evaluating it row by row does."""

import pytest
from boolsmith import Literal, Metric, Node, Rule, Zero
from boolsmith.engine.layout import BLOCK, MAX_ARITY
from boolsmith.metrics import F1
from boolsmith.plugins import registry
from boolsmith.subproblems.packed_rules import outcomes_either_way
from boolsmith_testing.strategies import rules
from hypothesis import given, settings
from hypothesis import strategies as st

NAMES = [f"f{i}" for i in range(8)]
SIZES = [
    (1, 1), (1, 63), (1, 64), (1, 65), (63, 1), (64, 64), (65, 63), (64 * 3, 200), (300, 129),
]  # fmt: skip


def assert_same(bench, rule):
    counts = bench.counts(rule)
    assert bench.marked(rule) == pytest.approx(counts, rel=1e-15, abs=0)
    *swept, objective = bench.swept(rule)
    assert tuple(swept) == pytest.approx(counts, rel=1e-15, abs=0)
    cost = bench.problem.regularization * rule.complexity
    assert objective == pytest.approx(bench.score(rule) - cost, abs=1e-12)


@pytest.fixture(scope="module")
def benches(bench, make_data):
    """A bench for every size and kind of weights, made once."""
    made = {}

    def get(size, weights, metric):
        key = size, weights, metric.name
        if key not in made:
            data = make_data(*size, seed=sum(size), weights=weights)
            made[key] = bench(data, metric=metric, regularization=0.01)
        return made[key]

    return get


LOPSIDED = Metric("lopsided", lambda tp, fp, fn, tn: tp - 0.25 * fp * fp + 0.5 * tn)


@settings(deadline=None, max_examples=300)
@given(
    rule=rules(20, features=NAMES, min_complexity=3),
    size=st.sampled_from(SIZES),
    weights=st.sampled_from([None, "whole", "fine"]),
    metric=st.sampled_from([registry().metrics.get("balanced_accuracy"), F1, LOPSIDED]),
)
def test_kernels_agree_with_the_rule_for_all_operators(benches, rule, size, weights, metric):
    assert_same(benches(size, weights, metric), rule)


@settings(deadline=None, max_examples=200)
@given(
    rule=rules(12, features=NAMES, min_complexity=3),
    base=rules(10, features=["_", *NAMES], min_complexity=3),
    size=st.sampled_from(SIZES),
    weights=st.sampled_from([None, "whole"]),
)
def test_kernels_agree_with_the_whole_rule_around_a_hole(
    bench, make_data, rule, base, size, weights
):
    holes = [path for path, node in base.flatten() if getattr(node, "feature", "") == "_"]
    if len(holes) != 1:
        base, holes = Rule.parse("AtMost1(~_, And(f0, f1), ~f2)"), [(0,)]
    data = make_data(*size, seed=sum(size), weights=weights)
    plain = bench(data)
    low, high = outcomes_either_way(base.replace(holes[0], Zero), holes[0], data)
    if base.at(holes[0]).negated:
        low, high = high, low
    with_base = bench(data, around=(low ^ high, low))
    whole = base.replace(holes[0], ~rule if base.at(holes[0]).negated else rule)
    counts = plain.counts(whole)
    assert with_base.marked(rule) == counts
    assert with_base.swept(rule)[:2] == counts


def every_node(arity):
    """Every operator and parameter over so many literals, plain and negated."""
    children = [Literal(f"f{i}", i % 3 == 1) for i in range(arity)]
    return [
        Node(operator, children, k, negated)
        for operator in registry().operators
        if operator.takes(arity)
        for k in operator.parameter_values(arity)
        for negated in (False, True)
    ]


@pytest.mark.parametrize("arity", [2, 3, 4, 5, 6, 7, 8, 9, 15, 16])
def test_every_operator_and_parameter_at_every_arity(bench, make_data, arity):
    made = bench(make_data(150, 90, columns=16, seed=arity))
    for rule in every_node(arity):
        assert_same(made, rule)


@pytest.mark.parametrize("arity", [31, 32, 33, MAX_ARITY])
def test_wide_operators(bench, make_data, arity):
    made = bench(make_data(150, 90, columns=arity, seed=arity), max_complexity=arity + 1)
    for rule in every_node(arity)[::7]:
        assert_same(made, rule)


@pytest.mark.parametrize("weights", [None, "whole"])
@pytest.mark.parametrize(
    "size",
    [
        (64 * BLOCK, 64 * BLOCK),
        (64 * BLOCK - 1, 64 * BLOCK + 1),
        (64 * BLOCK + 1, 100),
        (1, 64 * BLOCK),
        (64 * (BLOCK - 1), 64 + 1),
    ],
)
def test_rows_beyond_a_block_of_words(bench, make_data, size, weights):
    made = bench(make_data(*size, weights=weights))
    for text in (
        "And(f0, ~f1)",
        "~Or(f0, AtLeast2(f1, f2, ~f3, f4), f5)",
        "Choose2(f0, f1, ~f2, f3, f4, f5, f6)",
        "~Xor(f0, f1, Choose1(f2, f3), f4, f5, AtMost3(~f4, f5, f6, f7))",
        "IfThenElse(Implies(f0, f1), ~AllEqual(f2, f3, f4), AtLeast0(f5, f6))",
    ):
        assert_same(made, Rule.parse(text))


def test_table_operators_of_the_largest_arity(bench, make_data):
    from boolsmith import TableOperator

    odd = TableOperator("Odd", arity=6, table=0x9E3779B97F4A7C15)
    children = [Literal(f"f{i}", i == 2) for i in range(6)]
    made = bench(make_data(100, 70), [odd])
    for negated in (False, True):
        assert_same(made, Node(odd, children, None, negated))
