"""`boolsmith fit --config`: a file, options over it, and one line to swap the solver."""

import csv
import json

import numpy as np
import pytest
from boolsmith.cli import main
from boolsmith.learn import RuleClassifier

QUICK = 'max_complexity = 5\neffort = 0.02\nnum_threads = 1\nstrategy = "sweep"\n'


@pytest.fixture
def fit(tmp_path, monkeypatch, capsys):
    """Runs `fit` on a small file with a configuration: its status, its result or its error."""
    monkeypatch.chdir(tmp_path)
    X = np.random.default_rng(0).random((120, 3)).round(3)
    with open("data.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["a", "b", "c", "y"])
        writer.writerows([*row, int(row[0] > 0.5 and row[1] > 0.3)] for row in X)

    def run(config, *options):
        (tmp_path / "run.toml").write_text(config, encoding="utf-8")
        arguments = ("data.csv", "--target", "y", "--config", "run.toml", "--json", *options)
        status = main(["fit", *arguments])
        shown = capsys.readouterr()
        return status, shown.err if status else json.loads(shown.out)

    return run


def test_the_settings_of_the_file_are_used(fit):
    status, result = fit(
        QUICK + 'seed = 7\ntest_size = 0.5\noperators = ["Or"]\nchoice = 3\n'
        "[binarizer_parameters]\nnum_thresholds = 3\n"
    )
    assert status == 0
    assert result["rows"] == {"train": 60, "test": 60}
    assert result["complexity"] <= 3
    assert result["columns"] == 9
    assert RuleClassifier.load("data.rule.json").operators == ["Or"]


def test_options_win_over_the_file(fit):
    status, result = fit(QUICK + "test_size = 0.5\n", "--test-size", "0", "--choice", "1")
    assert status == 0
    assert result["rows"] == {"train": 120, "test": 0}
    assert result["complexity"] == 1


@pytest.mark.parametrize("backend", ["local", "exact", "neal", "mip-highs"])
def test_the_solver_is_swapped_by_one_line(fit, backend):
    from boolsmith.plugins import registry

    if backend not in registry().backends:
        pytest.skip(f"{backend} is not installed")
    text = QUICK + "num_iterations = 60\nnum_starts = 1\npatience = 1\ntimeout = 0.3\n"
    text += f'backend = "{backend}"\n'
    status, result = fit(text)
    assert status == 0, result
    assert result["train"] > 0.8


def test_a_mistake_in_the_file_is_one_line_and_status_2(fit):
    status, told = fit('backend = "leap-cqn"\n')
    assert status == 2
    assert told.startswith("boolsmith: error: run.toml: backend: unknown backend 'leap-cqn'")
    assert told.count("\n") == 1


def test_the_defaults_of_the_command_are_those_that_the_help_shows(fit, capsys):
    assert main(["fit", "--help"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "most literals and operators in a rule (default: 6)" in printed
    assert "--progress" not in printed
    (status, one), (_, two) = fit(QUICK), fit(QUICK + "seed = 0\n")
    assert status == 0
    assert one["frontier"] == two["frontier"]


@pytest.mark.parametrize("how", ["file", "options"])
def test_classes_get_the_weights_of_a_table(fit, how):
    table, options = ('[class_weight]\n1 = 3.0\n"0" = 1\n', ())
    if how == "options":
        table, options = "", ("--class-weight", "1=3.0", "--class-weight", "0=1")
    status, result = fit(QUICK + table, *options)
    assert status == 0, result
    assert RuleClassifier.load("data.rule.json").class_weight == {"1": 3.0, "0": 1}


def test_a_weight_that_is_none_and_a_class_that_is_not_there_are_told_in_one_line(fit):
    status, told = fit(QUICK + "[class_weight]\n1 = -3\n")
    assert (status, told.count("\n")) == (2, 1)
    assert "class_weight['1']=-3: give a positive number" in told
    status, told = fit(QUICK + "[class_weight]\nyes = 3\n")
    assert (status, told.count("\n")) == (2, 1)
    assert "no class 'yes'; known: 0, 1" in told


def test_balanced_classes_are_still_one_word(fit):
    status, result = fit(QUICK + 'class_weight = "balanced"\n')
    assert status == 0, result
    status, told = fit(QUICK, "--class-weight", "balancd")
    assert status == 2
    assert "did you mean 'balanced'" in told
