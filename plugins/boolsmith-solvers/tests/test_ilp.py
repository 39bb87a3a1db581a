import attrs
import numpy as np
import pytest
from boolsmith.data import pack
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AND, AT_LEAST, OR, Operator, TableOperator
from boolsmith.subproblems import Subproblem
from boolsmith_solvers import InfeasibleError, ilp, objective, refusal


@pytest.mark.parametrize("seed", range(24))
def test_the_optimum_is_the_best_rule_of_depth_one(oracle, operator, seed):
    subproblem = oracle.random_subproblem(seed, operator, most=2 + seed % 3)
    model = ilp(subproblem)
    x = oracle.solve_program(model.program)
    rule = model.decode(x)
    assert subproblem.fits(rule)
    assert model.value(x) == pytest.approx(oracle.brute_force(subproblem))
    assert oracle.score(subproblem, rule) == pytest.approx(model.value(x))


@pytest.mark.parametrize("seed", range(6))
def test_every_rule_is_a_feasible_assignment_with_its_score(oracle, operator, seed):
    subproblem = oracle.random_subproblem(seed, operator, num_features=3, most=3)
    model = ilp(subproblem)
    for rule in oracle.all_rules(subproblem):
        x = model.encode(rule)
        assert model.program.is_feasible(x), str(rule.children)
        assert model.value(x) == pytest.approx(oracle.score(subproblem, rule))
        assert oracle.score(subproblem, model.decode(x)) == pytest.approx(model.value(x))
        assert objective(subproblem, rule) == pytest.approx(model.value(x))


@pytest.mark.parametrize("shape", ["or-of-ands", "and-of-ors"])
@pytest.mark.parametrize("seed", range(40))
def test_the_optimum_is_the_best_rule_of_depth_two(oracle, shape, seed):
    outer = OR if shape == "or-of-ands" else AND
    subproblem = oracle.random_subproblem(
        seed, outer, num_rows=10, num_features=2 + seed % 2, most=2 + seed % 3, shape=shape
    )
    model = ilp(subproblem)
    x = oracle.solve_program(model.program)
    rule = model.decode(x)
    assert subproblem.fits(rule)
    assert model.value(x) == pytest.approx(oracle.brute_force(subproblem))
    assert oracle.score(subproblem, rule) == pytest.approx(model.value(x))


@pytest.mark.parametrize("shape", ["or-of-ands", "and-of-ors"])
@pytest.mark.parametrize("negated", [False, True])
def test_every_rule_of_depth_two_is_a_feasible_assignment(oracle, shape, negated):
    outer = OR if shape == "or-of-ands" else AND
    subproblem = oracle.random_subproblem(
        5, outer, num_features=2, shape=shape, min_num_literals=1, negated=negated
    )
    model = ilp(subproblem)
    for rule in oracle.all_rules(subproblem):
        x = model.encode(rule)
        assert model.program.is_feasible(x)
        assert model.value(x) == pytest.approx(oracle.score(subproblem, rule))
        decoded = model.decode(x)
        assert set(decoded.children) == set(rule.children)
        assert (decoded.complexity, decoded.negated) == (rule.complexity, rule.negated)


@pytest.mark.parametrize("seed", range(12))
def test_a_parametrized_operator_that_no_formula_fits_uses_selectors(oracle, seed):
    squares = Operator(
        "Squares",
        lambda count, arity, k: (count + k) ** 2 % (arity + 1) in (1, 3),
        parameters=lambda arity: [0, 2, 5][: arity - 1],
    )
    subproblem = oracle.random_subproblem(seed, squares)
    model = ilp(subproblem)
    assert any(name.startswith("pair[") for name in model.program.names)
    x = oracle.solve_program(model.program)
    assert model.value(x) == pytest.approx(oracle.brute_force(subproblem))
    assert oracle.score(subproblem, model.decode(x)) == pytest.approx(model.value(x))


def test_an_operator_that_needs_three_children_leaves_a_gap_above_one_literal(oracle):
    majority = Operator("Majority", lambda count, arity: 2 * count > arity, min_arity=3)
    for seed in range(6):
        subproblem = oracle.random_subproblem(seed, majority, min_num_literals=1)
        model = ilp(subproblem)
        x = oracle.solve_program(model.program)
        assert model.value(x) == pytest.approx(oracle.brute_force(subproblem))


def test_an_operator_of_which_every_rule_is_constant(oracle):
    always = Operator("Always", lambda count, arity: True)
    for negated in (False, True):
        subproblem = oracle.random_subproblem(1, always, negated=negated, min_num_literals=2)
        model = ilp(subproblem)
        x = oracle.solve_program(model.program)
        assert model.value(x) == pytest.approx(oracle.brute_force(subproblem))


@pytest.mark.parametrize("seed", range(12))
def test_leaving_constants_out_keeps_the_optimum_when_numbers_of_literals_differ(oracle, seed):
    subproblem = oracle.random_subproblem(seed, AT_LEAST, min_num_literals=2, most=4)
    model = ilp(subproblem, constants=False)
    x = oracle.solve_program(model.program)
    assert model.value(x) == pytest.approx(oracle.brute_force(subproblem))


@pytest.mark.parametrize("seed", range(6))
def test_without_a_lower_bound_constants_compete_too(oracle, operator, seed):
    subproblem = oracle.random_subproblem(seed, operator, regularization=0.0, min_num_literals=1)
    model = ilp(subproblem, lower_bound=False)
    x = oracle.solve_program(model.program)
    assert objective(subproblem, model.decode(x)) == pytest.approx(model.value(x))
    several = attrs.evolve(subproblem, min_num_literals=2)
    assert model.value(x) >= oracle.brute_force(several) - 1e-9


def test_rows_without_weight_have_no_variables(oracle):
    data = pack(np.eye(4), [1, 1, 0, 0], sample_weight=[1, 0, 2, 0])
    names = ilp(Subproblem(data, OR)).program.names
    assert sum(name.startswith("error[") for name in names) == 2


def test_too_few_features_are_infeasible(oracle):
    subproblem = oracle.random_subproblem(0, OR, num_features=2, min_num_literals=3)
    with pytest.raises(InfeasibleError, match="no Or has 3 to 4 of 2 features"):
        ilp(subproblem)


def test_a_table_operator_is_refused_with_a_reason(oracle):
    implies = TableOperator("Implies", arity=2, table=0b1101)
    subproblem = oracle.random_subproblem(0, implies, min_num_literals=2)
    assert "Implies is declared by a truth table" in refusal(subproblem)
    with pytest.raises(BoolsmithError, match="truth table"):
        ilp(subproblem)


def test_a_shape_with_the_wrong_outer_operator_is_refused(oracle):
    subproblem = oracle.random_subproblem(0, AND, shape="or-of-ands")
    assert refusal(subproblem) == "shape 'or-of-ands' has Or outside, not And"
