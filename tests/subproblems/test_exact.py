"""The exact solver against trying every rule."""

import itertools
import math
import time

import numpy as np
import pytest
from boolsmith.data import pack
from boolsmith.operators import BUILTIN, Operator, TableOperator
from boolsmith.rules import Literal, Node
from boolsmith.subproblems import Subproblem
from boolsmith.subproblems.exact import ExactBackend
from boolsmith_testing.reference import outcome

XOR = Operator("Xor", lambda count, arity: count % 2 == 1)
ALL_EQUAL = Operator("AllEqual", lambda count, arity: count in (0, arity))
TWO_THIRDS = Operator("TwoThirds", lambda count, arity: 3 * count >= 2 * arity, min_arity=3)
# And and Or of some sizes only: a rule without one of its literals is another, or none.
ALL_OF_MANY = Operator("AllOfMany", lambda count, arity: count == arity, min_arity=3)
THREE = Operator("Three", lambda count, arity: count >= 3)
ONE_IN_FOUR = Operator("OneInFour", lambda count, arity: count > (0 if arity == 4 else 1))
OPERATORS = [
    *BUILTIN.values(), XOR, ALL_EQUAL, TWO_THIRDS, ALL_OF_MANY, THREE, ONE_IN_FOUR
]  # fmt: skip


def random_subproblem(rng, operator, **changes):
    rows, features = int(rng.integers(2, 90)), int(rng.integers(3, 6))
    y = rng.random(rows) < rng.choice([0.2, 0.5, 0.8])
    y[:2] = True, False
    # Columns that say something about y, and some that repeat.
    X = rng.random((rows, features)) < np.where(y, 0.65, 0.35)[:, None]
    X[:, 0] = X[:, rng.integers(features)]
    weights = [None, rng.integers(1, 6, rows), rng.random(rows) + 0.1][rng.integers(3)]
    least = int(rng.integers(1, 4))
    settings = {
        "negated": bool(rng.integers(2)),
        "min_num_literals": least,
        "max_num_literals": least + int(rng.integers(0, 3)),
        "regularization": float(rng.choice([0.0, 0.0, 0.3, 5.0])),
    }
    return Subproblem(pack(X, y, sample_weight=weights), operator, **(settings | changes))


def rules(subproblem):
    names, operator = subproblem.data.feature_names, subproblem.operator
    most = min(subproblem.max_num_literals, len(names))
    for size in range(subproblem.min_num_literals, most + 1):
        for features in itertools.combinations(names, size):
            for signs in itertools.product((False, True), repeat=size):
                literals = tuple(map(Literal, features, signs))
                if size == 1:
                    yield literals[0]
                elif operator.takes(size):
                    for k in operator.parameter_values(size):
                        yield Node(operator, literals, k, subproblem.negated)


def objective(rule, subproblem):
    X, y, weights = subproblem.data.dense()
    names = subproblem.data.feature_names
    truth = np.array([outcome(rule, dict(zip(names, row, strict=True))) for row in X])
    return weights[truth == y].sum() - subproblem.regularization * rule.complexity


def best_by_histogram(subproblem):
    """Every rule, but a set of literals is counted once for all parameters."""
    X, y, weights = subproblem.data.dense()
    operator, best = subproblem.operator, -math.inf
    most = min(subproblem.max_num_literals, X.shape[1])
    for size in range(subproblem.min_num_literals, most + 1):
        if size > 1 and not operator.takes(size):
            continue
        cases = [None] if size == 1 else operator.parameter_values(size)
        for features in itertools.combinations(range(X.shape[1]), size):
            for signs in itertools.product((False, True), repeat=size):
                counts = (X[:, features] != np.array(signs)).sum(axis=1)
                for k in cases:
                    arguments = () if k is None else (k,)
                    accepted = [
                        c == 1 if size == 1
                        else bool(operator.accepts(c, size, *arguments)) != subproblem.negated
                        for c in range(size + 1)
                    ]  # fmt: skip
                    right = weights[np.array(accepted)[counts] == y].sum()
                    penalty = subproblem.regularization * (size + (size > 1))
                    best = max(best, right - penalty)
    return best


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.name)
def test_exact_finds_the_optimum_of_every_operator(operator):
    rng = np.random.default_rng(sum(map(ord, operator.name)))
    solved = 0
    for _ in range(60):
        subproblem = random_subproblem(rng, operator)
        solution = ExactBackend().solve(subproblem, time_limit=math.inf)
        best = best_by_histogram(subproblem)
        if best == -math.inf:
            assert solution.status == "infeasible"
            assert solution.rule is None
            continue
        solved += 1
        assert solution.status == "optimal"
        assert solution.objective == pytest.approx(best, abs=1e-9)
        assert solution.bound == pytest.approx(best, abs=1e-9)
        assert objective(solution.rule, subproblem) == pytest.approx(best, abs=1e-9)
    assert solved > 30


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize("name", ["And", "Or"])
def test_and_and_or_of_many_features_match_enumeration(name, negated):
    rng = np.random.default_rng(7)
    for least in (2, 3, 4):
        rows = int(rng.integers(60, 200))
        y = rng.random(rows) < 0.4
        X = rng.random((rows, 9)) < np.where(y, 0.7, 0.3)[:, None] * rng.random(9)
        weights = [None, rng.random(rows)][least % 2]
        subproblem = Subproblem(
            pack(X, y, sample_weight=weights), BUILTIN[name], negated=negated,
            min_num_literals=least, max_num_literals=5 - least % 2,
        )  # fmt: skip
        solution = ExactBackend().solve(subproblem, time_limit=math.inf)
        assert solution.status == "optimal"
        assert solution.objective == pytest.approx(best_by_histogram(subproblem), abs=1e-9)
        assert objective(solution.rule, subproblem) == pytest.approx(solution.objective, abs=1e-9)


def test_a_literal_that_changes_nothing_is_used_where_the_size_demands_it():
    # Column a is the label, the others are constant: no And of three is better than of a alone.
    X = np.column_stack([[0, 0, 1, 1], np.zeros((4, 3))]).astype(bool)
    data = pack(X, X[:, 0], feature_names=list("abcd"))
    subproblem = Subproblem(data, BUILTIN["And"], min_num_literals=3, max_num_literals=4)
    solution = ExactBackend().solve(subproblem, time_limit=math.inf)
    assert (solution.status, solution.objective) == ("optimal", 4)
    assert len(solution.rule.children) == 3


def test_a_smaller_rule_that_is_not_allowed_does_not_rule_out_a_larger_one():
    X = [[0, 0, 0, 1], [0, 1, 0, 1], [0, 0, 0, 1], [1, 0, 0, 1], [0, 0, 1, 0], [0, 0, 0, 1]]
    data = pack(X, [1, 1, 0, 0, 1, 1])
    for least in (1, 2, 3):
        subproblem = Subproblem(data, ALL_OF_MANY, min_num_literals=least, max_num_literals=3)
        solution = ExactBackend().solve(subproblem, time_limit=math.inf)
        assert solution.objective == best_by_histogram(subproblem)


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.name)
def test_the_rule_is_of_the_kind_asked_for(operator):
    rng = np.random.default_rng(3)
    for _ in range(15):
        subproblem = random_subproblem(rng, operator, min_num_literals=2, max_num_literals=4)
        solution = ExactBackend().solve(subproblem, time_limit=math.inf)
        if solution.status == "infeasible":
            continue
        assert solution.rule in set(map(canonical, rules(subproblem))) or canonical(
            solution.rule
        ) in set(map(canonical, rules(subproblem)))


def canonical(rule):
    if isinstance(rule, Literal):
        return rule
    children = tuple(sorted(rule.children, key=lambda c: (c.feature, c.negated)))
    return Node(rule.operator, children, rule.k, rule.negated)


def noisy(rows, features, seed):
    rng = np.random.default_rng(seed)
    y = rng.random(rows) < 0.5
    X = rng.random((rows, features)) < np.where(y, 0.6, 0.4)[:, None]
    return pack(X, y)


@pytest.mark.parametrize("name", ["And", "Or", "AtLeast", "Choose"])
def test_a_bound_given_early_is_never_below_the_optimum(name):
    subproblem = Subproblem(noisy(300, 24, 1), BUILTIN[name], max_num_literals=4)
    optimum = ExactBackend().solve(subproblem, time_limit=math.inf)
    assert optimum.status == "optimal"
    for limit in (1e-9, 0.001, 0.003, 0.01, 0.03):
        early = ExactBackend().solve(subproblem, time_limit=limit)
        assert early.objective <= optimum.objective <= early.bound
        assert early.status == "optimal" or early.gap > 0


@pytest.mark.parametrize(("rows", "features"), [(500, 400), (100_000, 100)])
def test_the_time_limit_is_kept(rows, features):
    subproblem = Subproblem(noisy(rows, features, 2), BUILTIN["Choose"], max_num_literals=6)
    ExactBackend().solve(subproblem, time_limit=1e-3)  # compiles
    started = time.perf_counter()
    solution = ExactBackend().solve(subproblem, time_limit=0.3)
    assert time.perf_counter() - started < 0.3 + 0.2
    assert solution.status == "feasible"
    assert solution.gap > 0


def test_what_cannot_be_solved_is_refused_with_a_reason():
    data = noisy(50, 5, 3)
    implies = TableOperator("Implies", arity=2, table=0b1101)
    assert "counts" in ExactBackend().supports(Subproblem(data, implies))
    deep = Subproblem(data, BUILTIN["Or"], shape="or-of-ands")
    assert "depth one" in ExactBackend().supports(deep)
    assert ExactBackend().supports(Subproblem(data, BUILTIN["Or"])) is None
    wide = Subproblem(noisy(50, 70, 3), BUILTIN["Or"], max_num_literals=61)
    assert "60" in ExactBackend().supports(wide)
