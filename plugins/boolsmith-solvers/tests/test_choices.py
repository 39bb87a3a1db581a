"""The choices that formulations offer: what each may leave out, against brute force."""

import attrs
import numpy as np
import pytest
from boolsmith.operators import AND, AT_LEAST, AT_MOST, CHOOSE, OR
from boolsmith.rules import Node
from boolsmith_solvers import cqm, ilp, qubo

WITH_CONSTANTS = [AT_LEAST, AT_MOST, CHOOSE]


def is_constant(rule):
    """Whether the counts alone make the rule always true or always false."""
    if not isinstance(rule, Node):
        return False
    arity = len(rule.children)
    return rule.operator.mask(arity, rule.k) in (0, (1 << arity + 1) - 1)


def left(oracle, subproblem):
    """The best of the rules that `constants=False` never cuts off."""
    kept = [
        oracle.score(subproblem, rule)
        for rule in oracle.all_rules(subproblem)
        if not (is_constant(rule) and len(rule.children) == subproblem.max_num_literals)
    ]
    return max(kept)


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("operator", WITH_CONSTANTS, ids=str)
def test_without_constants_only_constants_of_the_largest_size_can_be_lost(oracle, operator, seed):
    subproblem = oracle.random_subproblem(seed, operator, most=2 + seed % 3)
    model = ilp(subproblem, constants=False)
    x = oracle.solve_program(model.program)
    rule = model.decode(x)
    assert subproblem.fits(rule)
    assert oracle.score(subproblem, rule) == pytest.approx(model.value(x))
    assert left(oracle, subproblem) - 1e-9 <= model.value(x)
    assert model.value(x) <= oracle.brute_force(subproblem) + 1e-9


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("operator", WITH_CONSTANTS, ids=str)
def test_without_constants_the_optimum_stays_if_there_are_sizes_to_choose_from(
    oracle, operator, seed
):
    subproblem = oracle.random_subproblem(seed, operator, most=3 + seed % 2, min_num_literals=2)
    model = ilp(subproblem, constants=False)
    x = oracle.solve_program(model.program)
    assert model.value(x) == pytest.approx(oracle.brute_force(subproblem))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("operator", [AT_LEAST, AT_MOST], ids=str)
def test_the_ground_state_of_a_qubo_without_constants(oracle, operator, seed):
    subproblem = oracle.random_subproblem(
        seed, operator, num_rows=4, num_features=2, most=2, min_num_literals=1
    )
    model = qubo(subproblem, constants=False)
    energy, bits = oracle.ground_state(model)
    assert left(oracle, subproblem) - 1e-9 <= model.objective(energy)
    assert model.objective(energy) <= oracle.brute_force(subproblem) + 1e-9
    rule = model.decode(bits)
    assert oracle.score(subproblem, rule) >= model.objective(energy) - 1e-9


SHAPES = [("or-of-ands", OR), ("and-of-ors", AND)]


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize(("shape", "outer"), SHAPES)
def test_every_rule_of_depth_two_is_feasible_in_the_constrained_model(
    oracle, shape, outer, negated
):
    pytest.importorskip("dimod")
    subproblem = oracle.random_subproblem(
        4, outer, num_features=2, most=3, shape=shape, min_num_literals=1, negated=negated
    )
    model = cqm(subproblem)
    for rule in oracle.all_rules(subproblem):
        sample = dict(zip(model.ilp.program.names, model.ilp.encode(rule), strict=True))
        assert model.cqm.check_feasible(sample)
        value = model.ilp.objective(model.cqm.objective.energy(sample))
        assert value == pytest.approx(oracle.score(subproblem, rule))
        assert oracle.score(subproblem, model.decode(sample)) == pytest.approx(value)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("shape", "outer"), SHAPES)
def test_the_optimum_of_the_constrained_model_is_the_best_rule_of_depth_two(
    oracle, shape, outer, seed
):
    """Solved from dimod's own constraints, not from the program that they were made of."""
    pytest.importorskip("dimod")
    subproblem = oracle.random_subproblem(
        seed, outer, num_rows=6, num_features=2 + seed % 2, most=2 + seed % 2, shape=shape
    )
    model = cqm(subproblem)
    x = oracle.solve_program(read_back(model))
    sample = dict(zip(model.ilp.program.names, x, strict=True))
    assert model.cqm.check_feasible(sample)
    rule = model.decode(sample)
    assert subproblem.fits(rule)
    value = model.ilp.objective(model.cqm.objective.energy(sample))
    assert value == pytest.approx(oracle.brute_force(subproblem))
    assert oracle.score(subproblem, rule) == pytest.approx(value)


def read_back(model):
    """The linear program that the constrained model holds."""
    names, rows = list(model.ilp.program.names), list(model.cqm.constraints.values())
    linear = [[row.lhs.linear.get(name, 0.0) for name in names] for row in rows]
    matrix = np.array(linear)
    senses, ends = np.array([row.sense.value for row in rows]), [row.rhs for row in rows]
    return attrs.evolve(
        model.ilp.program,
        cost=np.array([model.cqm.objective.linear.get(name, 0.0) for name in names]),
        lower=np.array([int(model.cqm.lower_bound(name)) for name in names]),
        upper=np.array([int(model.cqm.upper_bound(name)) for name in names]),
        starts=np.arange(len(rows) + 1) * len(names),
        columns=np.tile(np.arange(len(names)), len(rows)),
        coefficients=matrix.ravel(),
        row_lower=np.where(senses == "<=", -np.inf, ends),
        row_upper=np.where(senses == ">=", np.inf, ends),
        row_weight=np.full(len(rows), np.inf),
    )
