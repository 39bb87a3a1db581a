"""On large tables some starts look for smaller rules; the bound and the seed hold all the same."""

import numpy as np
import pytest
from boolsmith import search
from boolsmith.operators import Operator

BOUND = 14


@pytest.fixture(scope="module")
def large():
    """So many words that a start makes few visits."""
    rng = np.random.default_rng(0)
    X = rng.random((9000, 120)) < 0.5
    y = (X[:, :7].sum(axis=1) >= 4) ^ (rng.random(9000) < 0.05)
    return X, y


def run(data, **more):
    return search(*data, **{"max_complexity": BOUND, "seed": 3, "effort": 0.01} | more)


def test_every_second_start_has_a_lower_bound(large):
    complexities = [start.rule.complexity for start in run(large).starts]
    assert len(complexities) == 4
    assert complexities[1] <= 7
    assert complexities[3] <= 10
    assert max(complexities) <= BOUND


def test_small_tables_have_one_bound_for_all(large):
    X, _ = large
    noise = np.random.default_rng(1).random(300) < 0.5  # so that longer rules are always better
    few = run((X[:300], noise), effort=0.05)
    assert all(start.rule.complexity > 10 for start in few.starts)


def test_a_start_alone_has_the_bound_asked_for(large):
    X, _ = large
    noise = np.random.default_rng(1).random(len(X)) < 0.5
    alone = run((X, noise), num_starts=1, effort=0.1)
    assert alone.starts[0].rule.complexity > 7


def test_one_seed_gives_one_result_on_any_number_of_threads(large):
    one, two = run(large), run(large, num_threads=2)
    assert one.pareto == two.pareto
    assert [start.rule for start in one.starts] == [start.rule for start in two.starts]


def test_a_rule_given_is_not_cut_to_a_lower_bound(large):
    rule = "AtLeast6(" + ", ".join(f"x{i}" for i in range(11)) + ")"
    result = run(large, warm_start=[rule] * 4)
    assert result.score >= run(large, warm_start=[rule], num_starts=1, effort=1e-6).score


def test_operators_that_take_many_children_raise_the_lower_bounds(large):
    most = Operator("Most", lambda count, arity: 2 * count > arity, min_arity=8)
    result = run(large, operators=[most], max_complexity=10)
    assert all(9 <= start.rule.complexity <= 10 for start in result.starts)


@pytest.mark.parametrize("bound", [3, 4, 6])
def test_short_rules_have_their_bound(large, bound):
    assert all(s.rule.complexity <= bound for s in run(large, max_complexity=bound).starts)


def test_a_hole_in_a_given_rule_is_filled(large):
    result = run(large, base_rule="And(x0, _)", max_complexity=8)
    assert result.rule.complexity <= 8
    assert "x0" in result.rule.features()
