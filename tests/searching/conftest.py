"""Small data sets to search on."""

import numpy as np
import pytest


def noisy_data(rows=150, columns=8, seed=0):
    """Random columns, and labels that follow some of them with noise."""
    rng = np.random.default_rng(seed)
    X = rng.random((rows, columns)) < 0.5
    y = (X[:, 0] & X[:, 1]) | (X[:, 2] & ~X[:, 3])
    return X, y ^ (rng.random(rows) < 0.1)


@pytest.fixture(scope="session")
def noisy():
    """Makes noisy data."""
    return noisy_data


@pytest.fixture
def few():
    """One small data set."""
    return noisy_data()
