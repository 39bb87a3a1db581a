"""A run goes on where it stopped, and says what went wrong."""

import json

import attrs
import pytest
from boolsmith.cli import main
from boolsmith.errors import BoolsmithError
from boolsmith_bench.paper import runner
from boolsmith_bench.paper.experiment import Experiment
from boolsmith_bench.paper.experiments import EXPERIMENTS
from boolsmith_bench.paper.report import write_report
from boolsmith_bench.paper.runner import run_cells
from boolsmith_bench.paper.store import Store

SQUARES = "squares"


@pytest.fixture
def counted(monkeypatch):
    """An experiment of five cells that keeps a list of those it ran."""
    ran, fails = [], {}

    def run(cell, _):
        if cell["number"] in fails:
            raise fails[cell["number"]]
        ran.append(cell["number"])
        return [{"square": cell["number"] ** 2}]

    def show(rows, page):
        page.table(("number", "square"), [(row["number"], row["square"]) for row in rows])

    cells = [{"number": number} for number in range(5)]
    experiment = Experiment(SQUARES, "Squares", lambda _: iter(cells), run, show)
    monkeypatch.setitem(runner.EXPERIMENTS, SQUARES, experiment)
    return experiment, ran, fails


def test_a_finished_cell_is_never_run_again(tiny, counted):
    experiment, ran, _ = counted
    first, second = run_cells([experiment], tiny), run_cells([experiment], tiny)
    assert (first.ran, first.kept, second.ran, second.kept) == (5, 0, 0, 5)
    assert ran == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 0, "rows": []}'])
def test_a_corrupt_cell_is_run_again(tiny, counted, text):
    experiment, ran, _ = counted
    run_cells([experiment], tiny)
    path = next((tiny.out / "cells" / SQUARES).glob("3-*.json"))
    path.write_text(text, encoding="utf-8")
    assert run_cells([experiment], tiny).ran == 1
    assert ran == [0, 1, 2, 3, 4, 3]


def test_ctrl_c_keeps_what_was_finished(tiny, counted):
    experiment, ran, fails = counted
    fails[3] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        run_cells([experiment], tiny)
    assert ran == [0, 1, 2]
    fails.clear()
    outcome = run_cells([experiment], tiny)
    assert (outcome.ran, outcome.kept, ran) == (2, 3, [0, 1, 2, 3, 4])


def test_a_failing_cell_is_reported_and_the_others_are_kept(tiny, counted):
    experiment, ran, fails = counted
    fails[2] = BoolsmithError("two is not to be had")
    outcome = run_cells([experiment], tiny)
    assert outcome.failed == [(SQUARES, {"number": 2}, "two is not to be had")]
    assert ran == [0, 1, 3, 4]
    page = write_report([experiment], tiny).read_text(encoding="utf-8")
    assert "| 4 | 16 |" in page
    assert "| 2 | 4 |" not in page
    table = (tiny.out / "tables" / f"{SQUARES}.csv").read_text(encoding="utf-8")
    assert table.splitlines() == ["number,square", "0,0", "1,1", "3,9", "4,16"]


def test_failures_of_one_reason_are_one_line_and_exit_status_1(tiny, counted, capsys):
    _, _, fails = counted
    fails[1] = fails[3] = BoolsmithError("odd numbers are not to be had")
    out = ["--out", str(tiny.out), "--jobs", "1", "--dataset", "breast_cancer"]
    assert main(["bench", "paper", "--experiment", SQUARES, *out]) == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if "odd" in line]
    assert lines == [
        "boolsmith: squares {'number': 1} and 1 more cells: odd numbers are not to be had"
    ]


@pytest.mark.slow
def test_results_do_not_depend_on_the_number_of_processes(tiny):
    experiment = EXPERIMENTS["encoding"]
    rows = []
    for jobs in (1, 2):
        plan = attrs.evolve(tiny, jobs=jobs, out=tiny.out / str(jobs))
        assert run_cells([experiment], plan).failed == []
        rows.append(Store(plan.out).collect(experiment.name, experiment.cells(plan)))
    assert rows[0] == rows[1]


@pytest.mark.parametrize(
    ("option", "wrong", "right"),
    [("--experiment", "encodings", "encoding"), ("--dataset", "parkinson", "parkinsons")],
)
def test_an_unknown_name_suggests_the_nearest(capsys, option, wrong, right):
    assert main(["bench", "paper", option, wrong]) == 2
    error = capsys.readouterr().err
    assert wrong in error
    assert repr(right) in error


def test_the_command_says_what_ran_as_json(tiny, counted, capsys):
    arguments = ["bench", "paper", "--experiment", SQUARES, "--out", str(tiny.out), "--jobs", "1"]
    assert main([*arguments, "--dataset", "breast_cancer", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["ran"], document["kept"], document["failed"]) == (5, 0, [])
