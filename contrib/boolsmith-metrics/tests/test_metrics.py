"""The scores against scikit-learn, compiled and not, and at the tables where sklearn warns."""

import math

import numba
import numpy as np
import pytest
from boolsmith import BoolsmithError
from boolsmith_metrics import METRICS
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics
from sklearn.tree import DecisionTreeClassifier

BY_NAME = {metric.name: metric for metric in METRICS}
COUNTS = st.integers(0, 30)
CLASS_TOTALS = st.tuples(st.integers(1, 30), st.integers(1, 30))


@st.composite
def tables(draw):
    """Four counts with rows of both classes, as the search has them."""
    positive, negative = draw(CLASS_TOTALS)
    tp, fp = draw(st.integers(0, positive)), draw(st.integers(0, negative))
    return tp, fp, positive - tp, negative - fp


def labels(tp, fp, fn, tn):
    """Labels and outcomes with the given counts."""
    truth = np.repeat([1, 0, 1, 0], [tp, fp, fn, tn])
    return truth, np.repeat([1, 1, 0, 0], [tp, fp, fn, tn])


def score(name, table, **parameters):
    return BY_NAME[name].with_parameters(parameters)(*table)


@given(tables(), st.floats(0.1, 5))
def test_f_beta_is_that_of_sklearn(table, beta):
    expected = sklearn_metrics.fbeta_score(*labels(*table), beta=beta, zero_division=0)
    assert score("f_beta", table, beta=beta) == pytest.approx(expected)


@given(tables())
def test_matthews_is_that_of_sklearn(table):
    expected = sklearn_metrics.matthews_corrcoef(*labels(*table))
    assert score("matthews", table) == pytest.approx(expected, abs=1e-12)


@given(tables())
def test_kappa_is_that_of_sklearn(table):
    expected = sklearn_metrics.cohen_kappa_score(*labels(*table))
    assert score("cohen_kappa", table) == pytest.approx(expected, abs=1e-12)


@given(tables())
def test_gini_is_twice_the_area_under_the_curve_minus_one(table):
    expected = 2 * sklearn_metrics.roc_auc_score(*labels(*table)) - 1
    assert score("gini", table) == pytest.approx(expected, abs=1e-12)


@given(tables())
def test_gini_gain_is_the_importance_that_a_decision_tree_gives_its_only_split(table):
    truth, outcome = labels(*table)
    tree = DecisionTreeClassifier(max_depth=1).fit(outcome[:, None], truth).tree_
    share = tree.n_node_samples / tree.n_node_samples[0]
    after = (share * tree.impurity)[1:].sum() if tree.node_count > 1 else tree.impurity[0]
    expected = (tree.impurity[0] - after) / tree.impurity[0]
    assert abs(score("gini_gain", table)) == pytest.approx(expected, abs=1e-9)


@given(tables(), st.floats(0, 1))
def test_a_rule_that_reaches_the_floor_beats_every_rule_that_does_not(table, floor):
    tp, fp, fn, _ = table
    value = score("precision_at_recall", table, min_recall=floor)
    if tp / (tp + fn) < floor:
        assert value < 0
    else:
        assert value == (tp / (tp + fp) if tp + fp else 0)


@given(tables(), *[st.floats(1, 10)] * 2, *[st.floats(0, 0.5)] * 2)
def test_cost_goes_from_nothing_avoided_to_all(table, fp, fn, tp, tn):
    costs = {"false_positive": fp, "false_negative": fn, "true_positive": tp, "true_negative": tn}
    positive, negative = table[0] + table[2], table[1] + table[3]
    assert score("cost", (positive, 0, 0, negative), **costs) == pytest.approx(1)
    assert score("cost", (0, negative, positive, 0), **costs) == pytest.approx(0)
    assert -1e-9 <= score("cost", table, **costs) <= 1 + 1e-9


def test_a_matrix_that_rewards_mistakes_is_refused():
    with pytest.raises(BoolsmithError, match="as cheap as being right"):
        BY_NAME["cost"].with_parameters({"false_negative": 0.0})


@pytest.mark.parametrize("name", BY_NAME)
def test_numba_compiles_the_score_and_agrees(name):
    metric = BY_NAME[name].with_parameters()
    compiled = numba.njit(metric.score)
    for table in [(3.0, 2.0, 1.0, 5.0), (0.0, 0.0, 4.0, 6.0), (4.0, 6.0, 0.0, 0.0), (0.0,) * 4]:
        assert compiled(*table, *metric.values) == pytest.approx(metric(*table), abs=1e-15)
        assert math.isfinite(metric(*table))
