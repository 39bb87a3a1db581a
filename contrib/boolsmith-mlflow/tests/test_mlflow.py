"""A search logged to a real store, an SQLite file, and read back."""

import json
from pathlib import Path

import numpy as np
import pytest
from boolsmith import Rule
from boolsmith.searching import search
from boolsmith_mlflow import MLFLOW
from mlflow.tracking import MlflowClient

pytest.importorskip("sqlalchemy", reason="the store of this test is an SQLite file")
pytest.importorskip("alembic", reason="the store of this test is an SQLite file")

NAMES = ("age > 40", "smoker", "dose > 2.5", "partner")


@pytest.fixture(scope="module")
def logged(tmp_path_factory):
    folder = tmp_path_factory.mktemp("store")
    uri = f"sqlite:///{folder}/runs.db"
    client = MlflowClient(tracking_uri=uri)
    client.create_experiment("trial", artifact_location=Path(folder, "files").as_uri())
    rng = np.random.default_rng(0)
    X = rng.random((300, 4)) < 0.5
    y = (X[:, 0] & X[:, 1]) ^ (rng.random(300) < 0.05)
    observer = MLFLOW.with_parameters({"tracking_uri": uri, "experiment": "trial"}).make()
    result = search(
        X,
        y,
        feature_names=NAMES,
        strategy="paper",
        max_complexity=7,
        num_starts=2,
        num_iterations=300,
        seed=3,
        observers=[observer],
    )
    experiment = client.get_experiment_by_name("trial")
    (run,) = client.search_runs([experiment.experiment_id])
    return client, run, result, folder / "files"


def test_the_run_is_finished_and_has_the_settings(logged):
    _, run, _, _ = logged
    assert run.info.status == "FINISHED"
    assert run.data.params["strategy"] == "paper"
    assert json.loads(run.data.params["max_complexity"]) == 7
    assert run.data.tags["stop_reason"] == "finished"


def test_the_final_score_is_that_of_the_result(logged):
    _, run, result, _ = logged
    assert run.data.metrics["score"] == result.score
    assert run.data.metrics["best_score"] == result.score


def test_the_whole_trace_is_there(logged):
    client, run, result, _ = logged
    for name in ("objective", "acceptance", "temperature"):
        history = client.get_metric_history(run.info.run_id, f"trace_{name}")
        assert [point.step for point in history] == result.trace.iteration.tolist()
        assert [point.value for point in history] == getattr(result.trace, name).tolist()


def test_the_frontier_and_the_rule_can_be_read_back(logged):
    client, run, result, files = logged
    names = {file.path for file in client.list_artifacts(run.info.run_id)}
    assert names == {"frontier.json", "rule.json", "rule.txt"}
    folder = files / run.info.run_id / "artifacts"
    assert Rule.from_json(json.loads((folder / "rule.json").read_text())) == result.rule
    frontier = json.loads((folder / "frontier.json").read_text())
    assert [point["rule"] for point in frontier] == [str(p.rule) for p in result.frontier()]
    history = client.get_metric_history(run.info.run_id, "frontier_score")
    assert [point.step for point in history] == [p.complexity for p in result.frontier()]
