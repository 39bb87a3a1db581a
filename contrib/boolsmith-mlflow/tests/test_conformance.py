"""The package passes the conformance kit, logging to an SQLite file."""

import tempfile

import pytest
from boolsmith_testing import parametrize_with_checks

pytest.importorskip("sqlalchemy", reason="the store of this test is an SQLite file")
pytest.importorskip("alembic", reason="the store of this test is an SQLite file")

STORE = f"sqlite:///{tempfile.mkdtemp()}/runs.db"


@parametrize_with_checks("boolsmith-mlflow", parameters={"mlflow": {"tracking_uri": STORE}})
def test_it_conforms(check):
    check()
