"""One line of a configuration swaps the solver, up to a hybrid one of Leap."""

import csv
import json

import numpy as np
import pytest
from boolsmith.cli import main
from boolsmith.plugins import registry

QUANTUM = """
max_complexity = 5
strategy = "paper"
num_starts = 1
num_iterations = 40
num_iterations_burn_in = 5
patience = 5
seed = 1
max_samples = 20
timeout = 30
num_threads = 1
backend = "local"
[binarizer_parameters]
num_thresholds = 3
"""
NAMES = ["local", "exact", "neal", "mip-highs", "leap-cqm", "leap-bqm"]


@pytest.fixture
def fit(tmp_path, monkeypatch, capsys):
    """Runs `boolsmith fit data.csv --target y --config quantum.toml`: what it printed."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    X = rng.random((120, 3)).round(3)
    noise = rng.random(120) < 0.1
    with open("data.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["a", "b", "c", "y"])
        labels = ((X[:, 0] > 0.5) & (X[:, 1] > 0.3)) ^ noise
        writer.writerows([*row, int(label)] for row, label in zip(X, labels, strict=True))

    def run(text):
        (tmp_path / "quantum.toml").write_text(text, encoding="utf-8")
        command = ["fit", "data.csv", "--target", "y", "--config", "quantum.toml", "--json"]
        status = main(command)
        shown = capsys.readouterr()
        assert status == 0, shown.err
        return json.loads(shown.out), shown.err

    return run


@pytest.mark.parametrize("name", NAMES)
def test_one_line_swaps_the_solver_and_nothing_else_changes(service, fit, name):
    if name not in registry().backends:
        pytest.skip(f"{name} is not installed")
    text = QUANTUM.replace('backend = "local"', f'backend = "{name}"')
    differing = [a for a, b in zip(text.splitlines(), QUANTUM.splitlines(), strict=True) if a != b]
    assert len(differing) == (name != "local")
    found, _ = fit(text)
    (moves,) = found["moves"]
    assert moves["name"] == name
    assert moves["proposals"] > 0
    assert moves["failures"] == 0, moves["last_failure"]
    assert found["train"] > 0.8
    assert bool(service.submitted) == name.startswith("leap")


def test_a_solver_that_fails_costs_its_proposals_and_is_told_in_one_line(service, fit):
    service.trouble = "quota"
    found, told = fit(QUANTUM.replace('"local"', '"leap-cqm"'))
    (moves,) = found["moves"]
    assert moves["failures"] == moves["proposals"] > 0
    (line,) = [line for line in told.splitlines() if "leap-cqm" in line]
    assert "Insufficient remaining solver access time" in line
    assert "token-of" not in told
    assert found["rules"]
