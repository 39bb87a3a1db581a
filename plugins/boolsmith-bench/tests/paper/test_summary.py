"""The summary compares split by split, and the page says all of it."""

import itertools

import numpy as np
import pytest
from boolsmith_bench.paper import summary
from boolsmith_bench.paper.benchmarks import benchmarks_page, headlines
from boolsmith_bench.paper.benchmarks_figure import benchmarks_figure
from boolsmith_bench.paper.experiment import Plan
from boolsmith_bench.paper.experiments import EXPERIMENTS
from boolsmith_bench.paper.methods import balanced_accuracy, best_of_two
from boolsmith_bench.paper.store import Store

OURS = {3: (0.80, 0.82, 0.84), 7: (0.90, 0.92, 0.94)}
PEERS = {
    "boolxai-short": (0.70, 0.71, 0.72),  # below ours at 3 on every split
    "tree": (0.80, 0.83, 0.83),  # level with ours at 3, below ours at 7
    "figs": (0.85, 0.87, 0.89),  # above ours at 3, below at 7
}


def row(test, **more):
    return {"train": test + 0.05, "test": test, "seconds": 1.0, **more}


@pytest.fixture
def plan(tmp_path, monkeypatch):
    """A finished run: three splits of one dataset."""
    store = Store(tmp_path)
    cells = {"frontier": [], "peers": [], "non-local": []}

    def finish(experiment, cell, rows):
        store.save(experiment, cell, rows)
        cells[experiment].append(cell)

    for split in range(3):
        cell = {"dataset": "parkinsons", "split": split}
        points = [row(scores[split], complexity=c) for c, scores in OURS.items()]
        finish("frontier", {**cell, "method": "native"}, points)
        better = [row(scores[split] + 0.06, complexity=c) for c, scores in OURS.items()]
        finish("frontier", {**cell, "method": "taught"}, better)
        finish("frontier", {**cell, "method": "ceiling"}, [row(0.86, complexity=3)])
        for peer, scores in PEERS.items():
            answer = row(scores[split], asked=3, status="ok", note="", cpu=2.0)
            finish("peers", {**cell, "peer": peer}, [answer])
    # A split that only the peer has run does not count.
    finish("peers", {"dataset": "parkinsons", "split": 9, "peer": "tree"},
           [row(0.1, asked=3, status="ok", note="", cpu=2.0)])  # fmt: skip
    finish("peers", {"dataset": "parkinsons", "split": 0, "peer": "fasterrisk"},
           [{"asked": 3, "status": "timeout", "note": "after 10 s"}])  # fmt: skip
    for iterations, backend, score in ((50, None, 0.7), (900, None, 0.8), (50, "local", 0.9)):
        cell = {"dataset": "parkinsons", "max_complexity": 10, "split": 0, "backend": backend}
        finish("non-local", {**cell, "iterations": iterations}, [row(score)])
    for name, own in cells.items():
        changed = summary.EXPERIMENTS[name]
        monkeypatch.setitem(EXPERIMENTS, name, _with_cells(changed, own))
    return Plan(tmp_path)


def _with_cells(experiment, cells):
    import attrs

    return attrs.evolve(experiment, cells=lambda plan: iter(cells))


def verdicts(document, method="Boolsmith"):
    return {
        (c["peer"], c["count"]): c["test_difference"]["verdict"]
        for c in document["comparisons"]
        if c["method"] == method
    }


def test_wins_ties_and_losses_are_told_apart(plan):
    assert verdicts(summary.summarise(plan)) == {
        ("boolxai-short", "paper"): "win",
        ("tree", "paper"): "tie",
        ("tree", "nodes"): "win",
        ("figs", "paper"): "loss",
        ("figs", "nodes"): "win",
    }


def test_the_taught_search_is_compared_as_well(plan):
    taught = verdicts(summary.summarise(plan), "Boolsmith, taught")
    assert taught["figs", "paper"] == "win"
    assert set(taught) == set(verdicts(summary.summarise(plan)))


def test_a_loss_that_no_rule_can_avoid_is_told(plan):
    page = benchmarks_page(summary.summarise(plan))
    beyond = page.partition("### What no rule can win")[2].partition("## Peer by peer")[0]
    assert "| Parkinsons | FIGS | 0.870 | 0.860 |" in beyond
    assert beyond.count("Parkinsons") == 1


def test_the_ceiling_is_that_of_every_function_of_two_columns():
    rng = np.random.default_rng(0)
    for _ in range(5):
        X, y = rng.random((40, 4)) < 0.5, np.arange(40) < rng.integers(5, 35)
        best = 0.0
        for a, b in itertools.combinations(range(4), 2):
            for table in itertools.product((False, True), repeat=4):
                guess = np.array(table)[2 * X[:, a] + X[:, b]]
                best = max(best, balanced_accuracy(y, guess))
        assert best_of_two(X, y) == pytest.approx(best, abs=1e-6)


def test_only_splits_that_both_have_run_count(plan):
    for comparison in summary.summarise(plan)["comparisons"]:
        assert comparison["theirs"]["splits"] == comparison["ours"]["splits"] == 3
    wanted = ("tree", "paper", "Boolsmith")
    (tree,) = [c for c in summary.summarise(plan)["comparisons"]
               if (c["peer"], c["count"], c["method"]) == wanted]  # fmt: skip
    assert tree["test_difference"]["mean"] == pytest.approx(0.0)
    assert tree["theirs"]["test"] == pytest.approx(0.82)
    assert tree["theirs"]["seconds"] == 2.0


def test_the_page_hides_no_loss_and_no_failure(plan):
    document = summary.summarise(plan)
    page = benchmarks_page(document)
    losses = page.partition("## Where Boolsmith loses")[2].partition("## Peer by peer")[0]
    losses = losses.partition("### What no rule can win")[0]
    assert "| Parkinsons | 3 | FIGS |  | 0.820 | 0.870 | -0.050 | 0.000 |" in losses
    assert losses.count("Parkinsons") == 1
    assert "risk score (FasterRisk) | Parkinsons | timeout | 1 |" in page
    assert len(benchmarks_figure(document).axes) == 1


def test_headlines_come_from_the_numbers(plan):
    first, second, third = headlines(summary.summarise(plan))
    assert "better in 1 of 1 comparisons on the training rows and worse in 0" in first
    assert "1.0 s of processor time (1.0 s with the teacher) in the mean of 1 datasets" in second
    assert "50 iterations" in third
    assert "that 900 without them do not, in 1 of 1 cases" in third
