"""The program as a user runs it, a file of customers, and a model of them."""

import csv

import numpy as np
import pytest
from boolsmith.cli import main

ROWS = 400
QUICK = ("--effort", "0.05", "--max-complexity", "4", "--num-threads", "1")


@pytest.fixture(scope="session")
def customers(tmp_path_factory):
    """A file of customers, of whom the new ones on monthly contracts leave."""
    rng = np.random.default_rng(0)
    path = tmp_path_factory.mktemp("data") / "customers.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["customerID", "tenure", "Contract", "Senior", "churn"])
        for i in range(ROWS):
            tenure, monthly = int(rng.integers(0, 72)), rng.random() < 0.5
            leaves = (tenure < 20 and monthly) != (rng.random() < 0.05)
            contract = "Month-to-month" if monthly else rng.choice(["One year", "Two year"])
            shown = "" if rng.random() < 0.02 else tenure
            senior = "TRUE" if rng.random() < 0.5 else "FALSE"
            writer.writerow([f"C{i:04}", shown, contract, senior, "Yes" if leaves else "No"])
    return path


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Runs the program in an empty folder: its status, what it printed, and what it told."""
    monkeypatch.chdir(tmp_path)

    def program(*arguments):
        status = main([str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return program


@pytest.fixture(scope="session")
def model(customers, tmp_path_factory):
    """The model that `fit` saves for the customers."""
    path = tmp_path_factory.mktemp("model") / "churn.json"
    assert main(["fit", str(customers), "--target", "churn", *QUICK, "--output", str(path)]) == 0
    return path
