"""Every experiment runs in its smallest form, and what the paper prints comes out."""

import attrs
import numpy as np
import pytest
from boolsmith.data import pack
from boolsmith.errors import BoolsmithError
from boolsmith.learn.rows import score_of
from boolsmith.metrics import BALANCED_ACCURACY
from boolsmith.operators import AND, AT_LEAST, BUILTIN
from boolsmith.plugins import registry
from boolsmith.subproblems import Subproblem
from boolsmith.subproblems.effective import weighted_by_metric
from boolsmith_bench.paper.experiments import EXPERIMENTS, encoding, qubo
from boolsmith_bench.paper.page import Page
from boolsmith_bench.paper.runner import run_cells
from boolsmith_bench.paper.store import Store
from boolsmith_bench.paper.wide import wide_rule


def shown(name, plan, keep=lambda _: True):
    """The page and the rows of an experiment, of those cells that are wanted."""
    experiment = EXPERIMENTS[name]
    few = attrs.evolve(experiment, cells=lambda p: filter(keep, experiment.cells(p)))
    outcome = run_cells([few], plan)
    assert outcome.failed == []
    rows = Store(plan.out).collect(name, few.cells(plan))
    page = Page(plan.out)
    few.show(rows, page)
    for figure in (plan.out / "figures").glob("*.png"):
        assert figure.stat().st_size > 5000
    return page, rows


def verdicts(page):
    return {claim.what: claim.verdict for claim in page.claims}


def test_encodings_are_those_of_the_paper(tiny):
    pytest.importorskip("pysat")
    page, rows = shown("encoding", tiny)
    assert list(verdicts(page).values()) == ["yes"] * 4
    rules = [row for row in rows if row["form"] == "rule"]
    assert all(row["complexity"] == row["literals"] + 1 for row in rules)
    assert (tiny.out / "figures" / "encoding.svg").exists()


def test_without_python_sat_the_other_forms_are_shown(tiny, monkeypatch):
    monkeypatch.setitem(encoding.__dict__, "_cnf", without_pysat)
    outcome = run_cells([EXPERIMENTS["encoding"]], tiny)
    assert [why for _, _, why in outcome.failed] == ["CNF needs python-sat"]
    rows = Store(tiny.out).collect("encoding", EXPERIMENTS["encoding"].cells(tiny))
    page = Page(tiny.out, figures=False)
    EXPERIMENTS["encoding"].show(rows, page)
    assert {row["form"] for row in rows} == {"tree", "rule"}
    assert list(verdicts(page).values()) == ["yes"]


def without_pysat(*_):
    raise BoolsmithError("CNF needs python-sat")


def test_the_best_rules_are_those_of_the_paper(tiny):
    page, _ = shown("best-rules", tiny)
    found = verdicts(page)
    differ = {what for what, verdict in found.items() if verdict == "no"}
    assert len(found) == 18
    assert differ == {"single: accuracy", "And: rule"}
    assert all(claim.note for claim in page.claims if claim.what in differ)


@pytest.mark.slow
def test_the_numbers_of_variables_are_those_of_the_paper(tiny):
    page, _ = shown("variables", tiny, lambda c: c.get("form") != "curve" or c["literals"] < 9)
    differ = {claim.what for claim in page.claims if claim.verdict == "no"}
    assert len(page.claims) == 17
    assert differ == {
        "AtLeast: QUBO with errors",
        "AtMost: QUBO with errors",
        "Choose: QUBO with errors",
        "Choose: QUBO without errors",
    }
    notes = {claim.what: claim.note for claim in page.claims}
    assert all(notes[what] for what in differ)
    assert "3,097" in notes["AtLeast: QUBO with errors"]


def test_the_example_run_cools_down(tiny):
    _, rows = shown("trace", tiny)
    assert len(rows) == 20 * 200
    by_window = {end: [] for end in (10, 2000)}
    for row in rows:
        by_window.get(row["iteration"], []).append(row["acceptance"])
    assert np.mean(by_window[10]) > 0.8
    assert np.mean(by_window[2000]) < 0.5


@pytest.mark.slow
def test_non_local_moves_come_after_the_burn_in_and_the_patience(tiny):
    _, rows = shown("non-local-example", tiny)
    assert [row["iteration"] for row in rows] == list(range(1, 101)) * 3
    for start in range(3):
        where = [r["iteration"] for r in rows if r["start"] == start and r["non_local"]]
        assert where
        assert where[0] > 50
        assert np.all(np.diff(where) > 10)


@pytest.mark.slow
def test_operators_of_depth_one_are_scored_on_both_parts(tiny):
    plan = attrs.evolve(tiny, splits=1)
    _, rows = shown("depth-one", plan, lambda cell: cell["literals"] in (1, 2, 120))
    assert len(rows) == 15
    for row in rows:
        assert 0.4 < row["test"] <= 1
        assert row["proven"] <= (row["literals"] < 120)
    ones = {row["train"] for row in rows if row["literals"] == 1}
    assert len(ones) == 1  # one literal is one literal, whatever the operator


def test_the_frontier_stays_below_its_ceiling(tiny):
    page, rows = shown("frontier", tiny, lambda cell: cell["split"] == 0)
    by_method = {}
    for row in rows:
        by_method.setdefault(row["method"], []).append(row)
    assert set(by_method) == {
        "native", "taught", "ceiling", "published", "single", "tree", "raw-tree", "certified"
    }  # fmt: skip
    (ceiling,) = by_method["ceiling"]
    for method in ("native", "taught", "published"):
        (three,) = [row for row in by_method[method] if row["complexity"] == 3]
        for part in ("train", "test"):
            assert three[part] <= ceiling[part] + 1e-6
    text = "\n".join(page.lines)
    assert "Boolsmith, taught" in text
    assert (tiny.out / "figures" / "frontier-breast_cancer.svg").exists()


def test_non_local_moves_are_compared_by_iterations_and_by_time(tiny):
    wanted = (50, 100)
    _, rows = shown("non-local", tiny, lambda c: c["split"] == 0 and c["iterations"] in wanted)
    scores = {(row["backend"], row["iterations"]): row["train"] for row in rows}
    assert set(scores) == {(backend, n) for backend in (None, "local") for n in wanted}
    assert scores["local", 50] > scores[None, 50]


def test_example_rules_have_the_complexity_of_the_paper(tiny):
    _, rows = shown("example-rules", tiny)
    assert rows
    assert all(row["own_complexity"] <= 4 for row in rows)


def test_the_table_of_datasets_is_that_of_the_paper(tiny, shared_datasets):
    few = ("breast_cancer", "parkinsons", "credit_risk", "customer_churn", "home_equity_default")
    page, rows = shown("datasets", attrs.evolve(tiny, data=shared_datasets, datasets=few))
    assert len(rows) == len(few)
    assert page.claims
    assert all(claim.note for claim in page.claims if claim.verdict == "no")


@pytest.mark.slow
def test_samples_of_a_dataset_are_fitted(tiny, shared_datasets):
    plan = attrs.evolve(tiny, data=shared_datasets, datasets=("credit_card_default",))
    _, rows = shown("sampling", plan, lambda cell: cell["split"] == 0 and cell["share"] < 0.3)
    assert len({row["share"] for row in rows}) >= 1
    assert all(0.4 < row["test"] <= 1 for row in rows)


def small_data(rows=60, features=8):
    rng = np.random.default_rng(3)
    X = rng.random((rows, features)) < 0.5
    return pack(X, X[:, :5].sum(axis=1) + (rng.random(rows) < 0.1) >= 3)


@pytest.mark.parametrize("operator", BUILTIN.values(), ids=list(BUILTIN))
@pytest.mark.parametrize("size", [2, 5, 8])
def test_the_descent_gives_a_rule_of_the_size_asked_for(operator, size):
    data = small_data()
    rule = wide_rule(data, operator, size, 0)
    assert len(set(rule.features())) == len(rule.children) == size
    assert score_of(rule, data, BALANCED_ACCURACY) >= 0.5 - 1e-9 or operator is AND


def test_the_descent_is_never_above_the_optimum_and_finds_an_easy_one():
    data = small_data()
    problem = weighted_by_metric(data, BALANCED_ACCURACY)
    todo = Subproblem(problem.data, AT_LEAST, min_num_literals=5, max_num_literals=5)
    best = registry().backends.get("exact").load().solve(todo, time_limit=60.0, seed=0)
    optimum = problem.constant + best.objective
    mine = score_of(wide_rule(data, AT_LEAST, 5, 0), data, BALANCED_ACCURACY)
    assert mine == pytest.approx(optimum)


@pytest.mark.slow
def test_qubos_stand_beside_the_optimum(tiny, shared_datasets):
    pytest.importorskip("boolsmith_annealing")
    plan = attrs.evolve(tiny, data=shared_datasets, datasets=("direct_marketing",), splits=1)
    page, rows = shown("qubo", plan, lambda cell: cell["literals"] == 2)
    assert len(rows) == 6
    best = {row["operator"]: row["train"] for row in rows if row["form"] == "exact"}
    for row in rows:
        assert row.get("train", 0) <= best[row["operator"]] + 1e-9
    assert "seconds a read" in "\n".join(page.lines)


def test_without_the_annealer_the_cell_says_what_to_install(tiny, monkeypatch):
    class Nothing:
        backends = ()

    monkeypatch.setattr(qubo, "registry", Nothing)
    with pytest.raises(BoolsmithError, match=r"pip install 'boolsmith\[annealing\]'"):
        qubo._backend({"form": "with errors", "reads": 1, "sweeps": 1})
