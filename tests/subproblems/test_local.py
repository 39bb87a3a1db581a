"""The local solver against the exact one, and against trying every rule of depth two."""

import itertools
import math
import time

import numpy as np
import pytest
from boolsmith.data import pack
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AND, BUILTIN, OR, Operator, TableOperator
from boolsmith.rules import Literal, Node
from boolsmith.subproblems import Subproblem
from boolsmith.subproblems.builtin import LOCAL
from boolsmith.subproblems.exact import ExactBackend
from boolsmith.subproblems.local import LocalBackend
from boolsmith.subproblems.packed_rules import weight_right

XOR = Operator("Xor", lambda count, arity: count % 2 == 1)


def noisy(rows, features, seed, weights=None):
    rng = np.random.default_rng(seed)
    y = rng.random(rows) < 0.4
    X = rng.random((rows, features)) < np.where(y, 0.6, 0.4)[:, None]
    return pack(X, y, sample_weight=weights)


@pytest.mark.parametrize("operator", [*BUILTIN.values(), XOR], ids=lambda operator: operator.name)
def test_local_is_near_the_optimum_and_never_claims_it(operator):
    shares = []
    for seed in range(20):
        weights = np.random.default_rng(seed).integers(1, 5, 80) if seed % 2 else None
        subproblem = Subproblem(
            noisy(80, 12, seed, weights), operator, negated=seed % 3 == 0, max_num_literals=3
        )
        found = LocalBackend().solve(subproblem, time_limit=math.inf, seed=seed)
        optimum = ExactBackend().solve(subproblem, time_limit=math.inf)
        assert found.status == "feasible"
        assert found.bound is None
        assert found.objective <= optimum.objective + 1e-9
        assert found.objective == pytest.approx(weight_right(found.rule, subproblem.data))
        shares.append(found.objective / optimum.objective)
    assert np.mean(shares) > 0.995


def depth_two_rules(subproblem):
    """All rules of the shape with at most three literals: a literal and a literal or a pair."""
    outer, inner = (OR, AND) if subproblem.shape == "or-of-ands" else (AND, OR)
    literals = [Literal(n, s) for n in subproblem.data.feature_names for s in (False, True)]
    pairs = [Node(inner, p) for p in itertools.combinations(literals, 2)]
    for first in literals:
        for second in [*literals, *pairs]:
            yield Node(outer, (first, second), None, subproblem.negated)
    for triple in itertools.combinations(literals, 3):
        yield Node(outer, triple, None, subproblem.negated)


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize(("shape", "operator"), [("or-of-ands", OR), ("and-of-ors", AND)])
def test_depth_two_is_near_the_optimum(shape, operator, negated):
    shares = []
    for seed in range(8):
        subproblem = Subproblem(
            noisy(60, 5, seed), operator, shape=shape, negated=negated, max_num_literals=3,
            regularization=0.5,
        )  # fmt: skip
        found = LocalBackend().solve(subproblem, time_limit=math.inf, seed=seed)
        value = weight_right(found.rule, subproblem.data) - 0.5 * found.rule.complexity
        assert found.objective == pytest.approx(value)
        best = max(
            weight_right(rule, subproblem.data) - 0.5 * rule.complexity
            for rule in depth_two_rules(subproblem)
            if subproblem.fits(rule)
        )
        assert found.objective <= best + 1e-9
        shares.append(found.objective / best)
    assert np.mean(shares) > 0.995


@pytest.mark.parametrize(("shape", "operator"), [("or-of-ands", OR), ("and-of-ors", AND)])
def test_a_rule_of_depth_two_has_the_shape_and_size_asked_for(shape, operator):
    inner = AND if operator is OR else OR
    for most in (2, 5, 9):
        subproblem = Subproblem(
            noisy(300, 30, most), operator, shape=shape, min_num_literals=2, max_num_literals=most
        )
        rule = LocalBackend().solve(subproblem, time_limit=1.0, seed=1).rule
        assert rule.operator == operator
        assert rule.depth <= 2
        assert 2 <= len(list(rule.literals())) <= most
        for child in rule.children:
            assert isinstance(child, Literal) or child.operator == inner


@pytest.mark.parametrize(("shape", "operator"), [("or-of-ands", OR), ("and-of-ors", AND)])
def test_a_rule_of_depth_two_reads_no_feature_twice_in_one_place(shape, operator):
    for seed in range(200):
        rng = np.random.default_rng(seed)
        most = int(rng.integers(2, 8))
        subproblem = Subproblem(
            noisy(int(rng.integers(4, 60)), int(rng.integers(2, 8)), seed), operator, shape=shape,
            negated=bool(rng.integers(2)), min_num_literals=int(rng.integers(1, min(most, 4) + 1)),
            max_num_literals=most, regularization=float(rng.choice([0.0, 0.5])),
        )  # fmt: skip
        rule = LocalBackend().solve(subproblem, time_limit=math.inf, seed=seed).rule
        assert rule is not None
        assert subproblem.fits(rule), rule


def test_a_rule_of_depth_two_may_have_more_literals_than_there_are_features():
    for least, features in ((4, 2), (7, 3), (9, 3)):
        subproblem = Subproblem(
            noisy(40, features, 1), OR, shape="or-of-ands", min_num_literals=least,
            max_num_literals=least,
        )  # fmt: skip
        rule = LocalBackend().solve(subproblem, time_limit=math.inf, seed=0).rule
        assert subproblem.fits(rule), rule


def test_one_feature_makes_no_rule_of_depth_two():
    subproblem = Subproblem(noisy(20, 1, 0), OR, shape="or-of-ands", max_num_literals=3)
    assert LocalBackend().solve(subproblem, time_limit=1.0).status == "no-incumbent"


@pytest.mark.parametrize("shape", ["depth-one", "or-of-ands"])
def test_one_seed_gives_one_rule(shape):
    subproblem = Subproblem(noisy(200, 40, 5), OR, max_num_literals=5, shape=shape)
    rules = {LocalBackend().solve(subproblem, time_limit=math.inf, seed=9).rule for _ in range(3)}
    assert len(rules) == 1


@pytest.mark.parametrize("shape", ["depth-one", "or-of-ands"])
def test_the_time_limit_is_kept(shape):
    backend = LOCAL.load({"num_starts": 10**6})
    subproblem = Subproblem(noisy(20_000, 100, 5), OR, max_num_literals=6, shape=shape)
    backend.solve(subproblem, time_limit=1e-3)  # compiles
    started = time.perf_counter()
    backend.solve(subproblem, time_limit=0.2)
    assert time.perf_counter() - started < 0.2 + 0.2


def test_what_cannot_be_solved_is_refused_with_a_reason():
    data, backend = noisy(50, 5, 3), LocalBackend()
    implies = TableOperator("Implies", arity=2, table=0b1101)
    assert "counts" in backend.supports(Subproblem(data, implies))
    assert backend.supports(Subproblem(data, OR, shape="or-of-ands")) is None
    assert "is Or, not And" in backend.supports(Subproblem(data, AND, shape="or-of-ands"))
    with pytest.raises(BoolsmithError, match="num_starts=0"):
        LOCAL.load({"num_starts": 0})
    with pytest.raises(BoolsmithError, match="did you mean 'num_starts'"):
        LOCAL.load({"num_start": 5})
