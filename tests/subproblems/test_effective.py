"""The effective problem against scoring whole rules."""

import itertools

import numpy as np
import pytest
from boolsmith.data import pack
from boolsmith.errors import BoolsmithError
from boolsmith.metrics import ACCURACY, BALANCED_ACCURACY, F1, Metric
from boolsmith.operators import AND, BUILTIN, Operator, TableOperator
from boolsmith.rules import Literal, Node, One, Rule, Zero
from boolsmith.subproblems import effective
from boolsmith.subproblems.effective import effective_problem, weighted_by_metric
from boolsmith.subproblems.packed_rules import outcomes, outcomes_either_way, weight_right
from boolsmith_testing import datasets, rules
from boolsmith_testing.reference import outcome
from hypothesis import given, settings
from hypothesis import strategies as st

XOR = Operator("Xor", lambda count, arity: count % 2 == 1)
IMPLIES = TableOperator("Implies", arity=2, table=0b1101)
OPERATORS = [*BUILTIN.values(), XOR, IMPLIES]
# Metrics in which a false positive, or a true one, is not what one expects.
ODD = Metric("odd", lambda tp, fp, fn, tn: 1.0 - 0.03 * tp + 0.011 * fp, affine=True)
FREE = Metric("free", lambda tp, fp, fn, tn: 0.25 + 0.5 * tp, affine=True)
AFFINE = [BALANCED_ACCURACY, ACCURACY, ODD, FREE]

FEATURES = tuple("abcdef")


def truth(rule, X):
    return np.array([outcome(rule, dict(zip(FEATURES, row, strict=False))) for row in X])


def score(rule, data, metric):
    X, y, weights = data.dense()
    predicted = truth(rule, X)
    counts = [weights[predicted & y], weights[predicted & ~y],
              weights[~predicted & y], weights[~predicted & ~y]]  # fmt: skip
    return metric(*(part.sum() for part in counts))


@st.composite
def situations(draw):
    data = draw(datasets(max_rows=150, max_features=6, min_features=6)).packed()
    rule = draw(rules(12, OPERATORS, features=FEATURES))
    paths = [path for path, _ in rule.flatten()]
    target = draw(st.sampled_from(paths))
    subtree = draw(st.one_of(rules(6, OPERATORS, features=FEATURES), st.sampled_from([One, Zero])))
    return data, rule, target, subtree


@settings(max_examples=300, deadline=None)
@given(situations(), st.sampled_from(AFFINE))
def test_score_is_the_constant_plus_the_weight_that_the_subtree_gets_right(situation, metric):
    data, rule, target, subtree = situation
    problem = effective_problem(rule, target, data, metric)
    whole = score(rule.replace(target, subtree), data, metric)
    assert problem.constant + weight_right(subtree, problem.data) == pytest.approx(whole, abs=1e-12)


@settings(max_examples=100, deadline=None)
@given(situations(), st.sampled_from(AFFINE))
def test_whole_words_say_the_same_as_single_rows(situation, metric):
    data, rule, target, subtree = situation
    before, effective._SMALL = effective._SMALL, 0
    try:
        problem = effective_problem(rule, target, data, metric)
    finally:
        effective._SMALL = before
    whole = score(rule.replace(target, subtree), data, metric)
    assert problem.constant + weight_right(subtree, problem.data) == pytest.approx(whole, abs=1e-12)


@settings(max_examples=100, deadline=None)
@given(situations())
def test_only_rows_that_the_target_decides_are_kept(situation):
    data, rule, target, _ = situation
    problem = effective_problem(rule, target, data, ACCURACY)
    X, _, weights = data.dense()
    decided = truth(rule.replace(target, One), X) != truth(rule.replace(target, Zero), X)
    assert problem.data.num_rows == np.count_nonzero(decided & (weights > 0))


@settings(max_examples=100, deadline=None)
@given(situations())
def test_packed_outcomes_are_those_of_the_reference(situation):
    data, rule, _, _ = situation
    assert (data.unpack(outcomes(rule, data)) == truth(rule, data.dense()[0])).all()


def churn(rows, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.random(rows) < 0.3
    X = rng.random((rows, 6)) < np.where(y, 0.7, 0.3)[:, None]
    return pack(X, y, feature_names=FEATURES)


def test_a_sample_has_the_size_asked_for_and_scores_without_bias():
    data = churn(1000)
    rule = Rule.parse("And(Or(a, b), c)")
    full = effective_problem(rule, (0,), data, BALANCED_ACCURACY)
    subtree = Rule.parse("AtLeast2(a, d, ~e)")
    estimates = []
    for seed in range(400):
        rng = np.random.default_rng(seed)
        part = effective_problem(rule, (0,), data, BALANCED_ACCURACY, max_samples=100, rng=rng)
        assert part.data.num_rows == 100
        assert part.constant == full.constant
        estimates.append(weight_right(subtree, part.data))
    error = np.std(estimates) / np.sqrt(len(estimates))
    assert abs(np.mean(estimates) - weight_right(subtree, full.data)) < 4 * error


def test_a_sample_depends_on_the_generator_alone():
    data, rule = churn(1000), Rule.parse("And(Or(a, b), c)")
    first, second = (
        effective_problem(
            rule, (0,), data, ACCURACY, max_samples=50, rng=np.random.default_rng(seed)
        ).data.words
        for seed in (7, 7)
    )
    assert (first == second).all()
    with pytest.raises(BoolsmithError, match="rng"):
        effective_problem(rule, (0,), data, ACCURACY, max_samples=50)


def test_a_metric_that_is_not_affine_is_linearised_where_the_rule_stands():
    data, rule = churn(2000), Rule.parse("And(Or(a, b), c)")
    problem = effective_problem(rule, (0,), data, F1)
    now = problem.constant + weight_right(rule.at((0,)), problem.data)
    assert now == pytest.approx(score(rule, data, F1), abs=1e-3)
    near = Rule.parse("Or(a, b, And(d, e, f))")
    change = problem.constant + weight_right(near, problem.data) - now
    true_change = score(rule.replace((0,), near), data, F1) - score(rule, data, F1)
    assert np.sign(change) == np.sign(true_change)


@pytest.mark.parametrize(
    ("target", "complexity", "depth", "literals", "deep"),
    [
        ((), 7, None, 6, 4),  # 6 literals and Or; Or(And, And) of 4 is 7
        ((), 7, 1, 6, 0),
        ((0,), 7, None, 4, 2),  # And and c take two of 7
        ((0,), 3, None, 1, 0),
        ((0,), 2, None, 0, 0),
        ((0, 1), 6, 2, 1, 0),  # no depth left: only a literal
        ((0,), None, None, 6, 6),
    ],
)
def test_what_is_left_for_the_subtree(target, complexity, depth, literals, deep):
    problem = effective_problem(
        Rule.parse("And(Or(a, b), c)"), target, churn(100), ACCURACY,
        max_complexity=complexity, max_depth=depth,
    )  # fmt: skip
    assert problem.max_num_literals() == literals
    assert problem.max_num_literals("or-of-ands") == deep
    assert problem.min_num_literals == (1 if target else 2)


def test_no_subproblem_where_nothing_is_left_to_decide():
    data = churn(100)
    settled = Rule.parse("And(Or(a, ~a), Or(a, b))")
    assert effective_problem(settled, (0, 0), data, ACCURACY).subproblem(BUILTIN["Or"])
    never = Node(BUILTIN["And"], (Zero, Rule.parse("Or(a, b)")))
    assert effective_problem(never, (1,), data, ACCURACY).subproblem(BUILTIN["Or"]) is None
    tight = effective_problem(settled, (1,), data, ACCURACY, max_complexity=4)
    assert tight.subproblem(BUILTIN["Or"]) is None


def test_the_problem_of_a_whole_rule_weighs_by_the_metric():
    data = churn(500)
    problem = weighted_by_metric(data, BALANCED_ACCURACY)
    assert weight_right(One, problem.data) == pytest.approx(0.5)
    assert problem.constant == pytest.approx(0.0)
    with pytest.raises(BoolsmithError, match="'f1' is not affine"):
        weighted_by_metric(data, F1)


def test_a_column_named_after_a_negative_comparison_is_read_the_right_way_round():
    data = pack([[0], [1], [1]], [0, 1, 1], feature_names=["a <= 3"])
    assert weight_right(Rule.parse("a <= 3"), data) == 3
    assert weight_right(Rule.parse("a > 3"), data) == 0


def test_an_unknown_feature_is_named():
    with pytest.raises(BoolsmithError, match="unknown feature 'aa'"):
        effective_problem(Node(BUILTIN["Or"], (Literal("aa"), Literal("b"))), (1,), churn(9), F1)


def test_a_column_may_have_any_name_beside_the_node_that_is_left_open():
    names = ("\0target", "_", "open", "x > 3")
    X = np.array([[0, 0, 1, 1], [1, 0, 0, 1], [0, 1, 1, 0], [1, 1, 0, 0]], dtype=bool)
    data = pack(X, [0, 1, 1, 0], feature_names=names)
    for target, other in itertools.permutations(names, 2):
        rule = Node(AND, (Literal(target), Literal(other)))
        false, true = outcomes_either_way(rule, (0,), data)
        assert not (false & data.valid).any()
        assert ((true ^ outcomes(Literal(other), data)) & data.valid == 0).all()
