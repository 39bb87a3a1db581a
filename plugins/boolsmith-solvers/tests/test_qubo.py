import numpy as np
import pytest
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AND, OR
from boolsmith_solvers import num_qubo_variables, qubo
from boolsmith_solvers.qubo import bit_values

dimod = pytest.importorskip("dimod")


def small(oracle, seed, operator, **options):
    options = {"num_rows": 3, "num_features": 3, "most": 2 + seed % 2, **options}
    return oracle.random_subproblem(seed, operator, **options)


@pytest.mark.parametrize("seed", range(24))
def test_the_ground_state_with_errors_is_the_best_rule(oracle, operator, seed):
    subproblem = small(oracle, seed, operator)
    model = qubo(subproblem)
    energy, bits = oracle.ground_state(model)
    best = oracle.brute_force(subproblem)
    assert model.energies(bits) == pytest.approx(energy)
    assert model.objective(energy) == pytest.approx(best)
    rule = model.decode(bits)
    assert subproblem.fits(rule)
    assert oracle.score(subproblem, rule) == pytest.approx(best)


@pytest.mark.parametrize("seed", range(12))
def test_the_ground_state_without_errors_is_the_rule_that_is_wrong_by_least(oracle, operator, seed):
    subproblem = small(oracle, seed, operator, num_rows=5)
    model = qubo(subproblem, errors=False)
    energy, bits = oracle.ground_state(model)
    energies = [model.energies(model.encode(r))[0] for r in oracle.all_rules(subproblem)]
    assert energy == pytest.approx(min(energies))
    assert subproblem.fits(model.decode(bits))


@pytest.mark.parametrize("operator", [OR, AND], ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_the_energy_without_errors_is_the_sum_of_squares_of_the_paper(oracle, operator, seed):
    subproblem = small(oracle, seed, operator, num_rows=6, negated=False, regularization=0.0)
    model = qubo(subproblem, errors=False, L1=3.0)
    X, labels, weights = subproblem.data.dense()
    columns = dict(zip(subproblem.data.feature_names, X.T, strict=True))
    for rule in oracle.all_rules(subproblem):
        literals = list(rule.literals())
        count = np.sum([oracle.evaluate(x, columns) for x in literals], axis=0)
        least = 1 if operator is OR else len(literals)
        away = np.where(labels, np.maximum(0, least - count), np.maximum(0, count - least + 1))
        assert model.energies(model.encode(rule)) == pytest.approx(3.0 * weights @ away**2)


@pytest.mark.parametrize("shape", ["or-of-ands", "and-of-ors"])
@pytest.mark.parametrize("seed", range(8))
def test_the_ground_state_of_depth_two_is_the_best_rule(oracle, shape, seed):
    outer = OR if shape == "or-of-ands" else AND
    subproblem = small(
        oracle, seed, outer, num_features=2, most=3, num_rows=2, shape=shape, regularization=0.25
    )
    model = qubo(subproblem)
    energy, bits = oracle.ground_state(model)
    assert model.objective(energy) == pytest.approx(oracle.brute_force(subproblem))
    assert oracle.score(subproblem, model.decode(bits)) == pytest.approx(model.objective(energy))


def test_every_rule_has_the_energy_of_its_score(oracle, operator):
    subproblem = small(oracle, 4, operator)
    model = qubo(subproblem)
    for rule in oracle.all_rules(subproblem):
        energy = model.energies(model.encode(rule))[0]
        assert model.objective(energy) == pytest.approx(oracle.score(subproblem, rule))


def test_dimod_gets_the_same_model_and_its_exact_solver_the_same_ground_state(oracle):
    subproblem = small(oracle, 2, OR, num_features=2, most=2, num_rows=2, min_num_literals=2)
    model = qubo(subproblem)
    bqm = model.to_dimod()
    assert bqm.num_variables == model.num_variables <= 18
    samples = np.random.default_rng(0).integers(0, 2, (50, model.num_variables))
    given = bqm.energies((samples, list(range(model.num_variables))))
    assert model.energies(samples) == pytest.approx(given)
    best = dimod.ExactSolver().sample(bqm).first
    assert best.energy == pytest.approx(oracle.ground_state(model)[0])


def test_bits_that_choose_no_rule_decode_to_none(oracle):
    model = qubo(small(oracle, 3, AND, min_num_literals=2))
    nothing = np.zeros(model.num_variables)
    both = nothing.copy()
    both[[0, model.ilp.rows.num_features]] = 1
    assert model.decode(nothing) is None
    assert model.decode(both) is None


@pytest.mark.parametrize("reach", range(40))
def test_bits_of_a_slack_reach_every_value_and_no_more(reach):
    values = bit_values(reach)
    sums = {0}
    for value in values:
        sums |= {s + value for s in sums}
    assert sums == set(range(reach + 1))
    assert len(values) == int(np.ceil(np.log2(reach + 1)))


def test_the_number_of_variables_is_known_without_the_coefficients(oracle, operator):
    subproblem = small(oracle, 5, operator)
    for errors in (True, False):
        model = qubo(subproblem, errors=errors)
        assert num_qubo_variables(subproblem, errors=errors) == model.num_variables


def test_a_penalty_that_is_not_positive_is_refused(oracle):
    with pytest.raises(BoolsmithError, match="L1=0 and L2=None must be positive"):
        qubo(small(oracle, 0, OR), L1=0)
