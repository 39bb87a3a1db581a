"""The nine datasets of the paper, for tests that need real data."""

from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "datasets"

# name: target, columns after binarizing as in the paper, columns that are not features
NINE = {
    "airline_satisfaction": ("satisfaction", 119, []),
    "breast_cancer": ("target", 300, []),
    "credit_card_default": ("default.payment.next.month", 185, ["ID"]),
    "credit_risk": ("class", 92, []),
    "customer_churn": ("Churn", 67, ["customerID"]),
    "direct_marketing": ("y", 124, []),
    "home_equity_default": ("BAD", 93, []),
    "online_shoppers": ("Revenue", 104, []),
    "parkinsons": ("status", 217, ["name"]),
}


@pytest.fixture(scope="session")
def dataset_file():
    """The path of a dataset by name."""

    def path(name):
        file = FOLDER / f"{name}.csv.gz"
        if not file.exists():
            pytest.skip(f"the paper's datasets are not in {FOLDER}")
        return file

    return path


@pytest.fixture(params=NINE, scope="session")
def paper_dataset(request, dataset_file):
    """Features of the complete rows, labels, and the paper's number of columns, for each."""
    from boolsmith.data.conditions import missing_mask
    from boolsmith.data.tables import read_table

    target, num_columns, not_features = NINE[request.param]
    table = read_table(dataset_file(request.param)).drop(not_features)
    gone = np.zeros(len(table), dtype=bool)
    for values in table.columns.values():
        gone |= missing_mask(values)
    table = table.take(~gone)
    return table.drop([target]), table[target], num_columns
