"""`boolsmith fit breast-cancer`, as a user runs it."""

import json
import re
import subprocess
import sys

import pytest
from boolsmith.cli import main


def fit(*arguments):
    command = [sys.executable, "-m", "boolsmith", "fit", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_rule_is_printed_with_its_score():
    printed = fit("breast-cancer")
    assert printed.startswith("benign if ")
    score = re.search(r"balanced accuracy ([\d.]+)", printed)
    assert 0.9 < float(score[1]) <= 1


def test_the_score_is_that_of_the_rule_on_the_data():
    data = pytest.importorskip("sklearn.datasets").load_breast_cancer(as_frame=True)
    result = json.loads(fit("breast-cancer", "--json"))
    name, sign, threshold = re.fullmatch(r"(.+) (<=|>) (\S+)", result["rule"]).groups()
    outcome = data.data[name] > float(threshold)
    outcome = outcome if sign == ">" else ~outcome
    shares = [outcome[data.target == 1].mean(), (~outcome)[data.target == 0].mean()]
    assert result["metric"] == "balanced_accuracy"
    assert result["score"] == pytest.approx(sum(shares) / 2)


def test_an_unknown_dataset_is_an_error(capsys):
    assert main(["fit", "breast-cancr"]) == 2
    assert "did you mean 'breast-cancer'?" in capsys.readouterr().err
