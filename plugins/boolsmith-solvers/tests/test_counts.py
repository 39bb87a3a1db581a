"""Numbers of variables on the complete Breast Cancer data, at most 4 literals.

Malignant is the positive class here, as in the paper's table.
"""

import csv
import gzip
from pathlib import Path

import numpy as np
import pytest
from boolsmith.data import pack
from boolsmith.operators import BUILTIN
from boolsmith.subproblems import Subproblem
from boolsmith_solvers import cqm, ilp, num_qubo_variables, qubo

FILE = Path(__file__).parents[4] / "shared" / "datasets" / "breast_cancer.csv.gz"


@pytest.fixture(scope="module")
def breast_cancer():
    if not FILE.exists():
        pytest.skip("the shared datasets are not here")
    with gzip.open(FILE, "rt") as file:
        table = list(csv.DictReader(file))
    malignant = np.array([row.pop("target") for row in table]) == "0"
    values = np.array([[float(cell) for cell in row.values()] for row in table])
    columns = []
    for column in values.T:
        thresholds = np.unique(np.quantile(column, np.linspace(0, 1, 12)[1:-1]))
        columns += [column > threshold for threshold in thresholds]
    X = np.stack(columns, axis=1)
    assert (X.shape, malignant.sum()) == ((569, 300), 212)
    return pack(X, malignant)


@pytest.mark.parametrize(
    ("operator", "expected"),
    [("Or", 1169), ("And", 1169), ("AtLeast", 1170), ("AtMost", 1170), ("Choose", 1527)],
)
def test_the_ilp_has_the_variables_of_the_paper(breast_cancer, operator, expected):
    assert ilp(Subproblem(breast_cancer, BUILTIN[operator])).num_variables == expected


@pytest.mark.parametrize(
    ("operator", "with_errors", "without"),
    [
        ("Or", 2879, 1027),
        ("And", 2879, 1317),
        ("AtLeast", 3454, 1959),
        ("AtMost", 3454, 1959),
        ("Choose", 6087, 3822),
    ],
)
def test_the_qubo_has_the_variables_of_the_papers_text(
    breast_cancer, operator, with_errors, without
):
    subproblem = Subproblem(breast_cancer, BUILTIN[operator])
    assert num_qubo_variables(subproblem, lower_bound=False) == with_errors
    assert num_qubo_variables(subproblem, errors=False, lower_bound=False) == without


@pytest.mark.parametrize("operator", ["AtLeast", "AtMost"])
def test_leaving_constants_out_gives_the_number_in_the_papers_table(breast_cancer, operator):
    subproblem = Subproblem(breast_cancer, BUILTIN[operator])
    assert num_qubo_variables(subproblem, lower_bound=False, constants=False) == 3097


def test_the_lower_bound_on_literals_saves_one_bit_of_the_slack(breast_cancer):
    subproblem = Subproblem(breast_cancer, BUILTIN["Or"])
    assert qubo(subproblem, errors=False).num_variables == 1026


def test_the_cqm_has_as_many_variables_as_the_ilp(breast_cancer):
    pytest.importorskip("dimod")
    assert len(cqm(Subproblem(breast_cancer, BUILTIN["Choose"])).cqm.variables) == 1527
