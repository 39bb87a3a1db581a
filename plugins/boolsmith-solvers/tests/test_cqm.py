import numpy as np
import pytest
from boolsmith.operators import OR
from boolsmith_solvers import cqm

dimod = pytest.importorskip("dimod")


def test_every_rule_is_feasible_with_its_score(oracle, operator):
    subproblem = oracle.random_subproblem(7, operator, num_features=3, most=3)
    model = cqm(subproblem)
    names = model.ilp.program.names
    for rule in oracle.all_rules(subproblem):
        x = model.ilp.encode(rule)
        sample = dict(zip(names, x, strict=True))
        assert model.cqm.check_feasible(sample)
        value = model.ilp.objective(model.cqm.objective.energy(sample))
        assert value == pytest.approx(oracle.score(subproblem, rule))
        assert oracle.score(subproblem, model.decode(sample)) == pytest.approx(value)


def test_a_sample_is_feasible_exactly_if_the_program_says_so(oracle, operator):
    subproblem = oracle.random_subproblem(3, operator, num_features=3, num_rows=3)
    model = cqm(subproblem)
    program = model.ilp.program
    rng = np.random.default_rng(0)
    rules = [model.ilp.encode(rule) for rule in oracle.all_rules(subproblem)[::7]]
    seen = set()
    for rule in [*rules, *rules, *rules]:
        x = rule.copy()
        i = rng.integers(len(x))
        x[i] = program.lower[i] + (x[i] + 1 - program.lower[i]) % (
            program.upper[i] - program.lower[i] + 1
        )
        feasible = program.is_feasible(x)
        seen.add(feasible)
        assert model.cqm.check_feasible(dict(zip(program.names, x, strict=True))) == feasible
    assert False in seen


@pytest.mark.parametrize("seed", range(6))
def test_the_optimum_is_the_best_rule(oracle, operator, seed):
    subproblem = oracle.random_subproblem(
        seed, operator, num_features=2, num_rows=4, most=2, regularization=0.0
    )
    model = cqm(subproblem)
    samples = dimod.ExactCQMSolver().sample_cqm(model.cqm)
    best = samples.filter(lambda row: row.is_feasible).first
    assert model.ilp.objective(best.energy) == pytest.approx(oracle.brute_force(subproblem))


def test_it_has_no_slacks(oracle):
    model = cqm(oracle.random_subproblem(0, OR))
    assert len(model.cqm.variables) == model.num_variables == model.ilp.num_variables
