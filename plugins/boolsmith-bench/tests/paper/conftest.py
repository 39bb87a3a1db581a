"""Plans so small that a test can run them, and where the datasets are."""

from pathlib import Path

import pytest
from boolsmith_bench.paper.experiment import Plan

SHARED = Path(__file__).parents[5] / "shared" / "datasets"


@pytest.fixture(scope="session")
def shared_datasets():
    if not SHARED.is_dir():
        pytest.skip("the folder of the datasets is not here")
    return SHARED


@pytest.fixture
def tiny(tmp_path):
    """A plan of one dataset that needs no file, and two splits."""
    return Plan(tmp_path / "out", None, ("breast_cancer",), splits=2, quick=True)
