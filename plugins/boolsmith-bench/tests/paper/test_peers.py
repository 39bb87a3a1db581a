"""Peers run in processes of their own; whatever becomes of one is a row of the table."""

import sys
from pathlib import Path

import attrs
import numpy as np
import pytest
from boolsmith.data.tables import Table
from boolsmith_bench.paper.experiment import Plan
from boolsmith_bench.paper.experiments import EXPERIMENTS
from boolsmith_bench.paper.experiments.peers import data_for, encoded
from boolsmith_bench.paper.page import Page
from boolsmith_bench.paper.peers import Environment, peers
from boolsmith_bench.paper.peers import environments as made
from boolsmith_bench.paper.peers.process import Data, Limits, Request, balanced_accuracy, fit
from boolsmith_bench.paper.peers.worker import ADAPTERS
from boolsmith_bench.paper.runner import run_cells
from boolsmith_bench.paper.store import Store
from sklearn.metrics import balanced_accuracy_score
from sklearn.tree import DecisionTreeClassifier

EXPERIMENT = EXPERIMENTS["peers"]
TREE = peers()["tree"]


@pytest.fixture
def data():
    rng = np.random.default_rng(0)
    X = rng.random((300, 6)) < 0.5
    y = (X[:, 0] & X[:, 1]) ^ (rng.random(300) < 0.1)
    return Data(X[:200], y[:200], X[200:], y[200:])


def answers(data, complexities=(1, 3), **options):
    requests = [Request(complexity, time_limit=1) for complexity in complexities]
    return list(fit(TREE, data, requests, sys.executable, **options))


def worker(tmp_path, code):
    """A worker that begins as it should, and then runs some code for each request."""
    path = tmp_path / "worker.py"
    path.write_text(
        "import os, sys, time\n"
        "print('{\"ready\": true}', flush=True)\n"
        f"for line in sys.stdin:\n    {code}\n"
    )
    return path


def test_the_answers_of_a_worker_are_those_of_the_package_itself(data):
    for answer, leaves in zip(answers(data), (2, 4), strict=True):
        tree = DecisionTreeClassifier(
            max_leaf_nodes=leaves, class_weight="balanced", random_state=0
        ).fit(data.X_train, data.y_train)
        assert answer.status == "ok"
        assert answer.complexity == leaves - 1
        assert answer.train == pytest.approx(
            balanced_accuracy_score(data.y_train, tree.predict(data.X_train))
        )
        assert answer.test == pytest.approx(
            balanced_accuracy_score(data.y_test, tree.predict(data.X_test))
        )
        assert answer.wall > 0
        assert answer.cpu >= 0  # a small tree may be done within one tick of that clock


def test_what_a_package_raises_is_the_answer_and_the_next_request_is_answered(data):
    bad, good = answers(data, complexities=(-5, 2))
    assert bad.status == "failed"
    assert "max_leaf_nodes" in bad.note
    assert (good.status, good.complexity) == ("ok", 2)


@pytest.mark.parametrize(
    ("code", "note"),
    [
        ("raise SystemExit('out of memory')", "out of memory"),
        ("os._exit(7)", "ended with code 7"),
        ("print('rubbish', flush=True)", "answered 'rubbish'"),
        ("print('[1, 2]', flush=True)", "answered '[1, 2]'"),
        ("print('{}', flush=True)", "an answer without its parts"),
    ],
)
def test_a_worker_that_breaks_is_told_for_each_request(data, tmp_path, code, note):
    first, second = answers(data, worker=worker(tmp_path, code))
    for answer in (first, second):
        assert answer.status == "failed"
        assert answer.complexity is answer.train is answer.test is None
        assert note in answer.note


def test_a_worker_that_hangs_is_ended_and_nothing_larger_is_tried(data, tmp_path):
    limits = Limits(grace=0, stuck=1)
    first, second = answers(data, worker=worker(tmp_path, "time.sleep(600)"), limits=limits)
    assert (first.status, first.note) == ("timeout", "killed after 1 s")
    assert (second.status, second.note) == ("timeout", "not tried after 1")


def test_a_package_that_does_not_start_is_told(data, tmp_path):
    path = tmp_path / "worker.py"
    path.write_text("import a_package_that_is_not_there\n")
    first, _ = answers(data, worker=path)
    assert first.status == "failed"
    assert "a_package_that_is_not_there" in first.note


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of the processor there")
def test_the_system_ends_a_worker_that_is_over_its_seconds(data, tmp_path):
    from boolsmith_bench.paper.peers import worker as real

    text = Path(real.__file__).read_text(encoding="utf-8")
    busy = "def tree():\n    def fit(*_):\n        while True: pass\n    return fit\n"
    path = tmp_path / "busy.py"
    path.write_text(text.replace("ADAPTERS: ", busy + "\n\nADAPTERS: ", 1))
    first, _ = answers(data, worker=path, limits=Limits(grace=0, stuck=100))
    assert (first.status, first.note) == ("timeout", "ended at its limit")


def test_predictions_of_the_wrong_length_are_no_score():
    with pytest.raises(ValueError, match="predictions of"):
        balanced_accuracy(np.array([True, False]), np.array([True]))


def test_an_environment_that_does_not_install_is_tried_once(tmp_path, monkeypatch, capsys):
    wanted = Environment("absent", ["boolsmith-no-such-package==1.0"])
    first = made.interpreter(wanted, tmp_path, ("--no-index",))
    assert not first.python
    assert first.why
    monkeypatch.setattr(made.subprocess, "run", None)
    assert made.interpreter(wanted, tmp_path, ("--no-index",)) is first
    told = capsys.readouterr().err
    assert told.count("absent does not install") == 1
    assert first.why in told


def test_an_environment_that_is_ready_is_used_again(tmp_path):
    ready = tmp_path / "here" / "boolsmith-peer.txt"
    ready.parent.mkdir()
    ready.write_text("a==1\n")
    found = made.interpreter(Environment("here", ["a==1"]), tmp_path)
    assert Path(found.python).parent.parent == ready.parent


def test_there_is_nothing_to_run_without_a_folder_for_environments(tmp_path):
    assert list(EXPERIMENT.cells(Plan(tmp_path, datasets=("breast_cancer",)))) == []


def test_a_peer_that_does_not_install_is_a_row_and_the_others_run(tmp_path, monkeypatch):
    absent = attrs.evolve(
        TREE, name="absent", environment=Environment("absent", ["boolsmith-no-such-package"])
    )
    some = {"absent": absent, "tree": TREE}
    monkeypatch.setattr("boolsmith_bench.paper.experiments.peers.peers", lambda: some)
    found = {
        "absent": made.Interpreter(why="no such package"),
        "tree": made.Interpreter(sys.executable),
    }
    monkeypatch.setattr(
        "boolsmith_bench.paper.experiments.peers.interpreter",
        lambda environment, folder: found[environment.name if environment else "tree"],
    )
    plan = Plan(tmp_path, datasets=("breast_cancer",), quick=True, peers=tmp_path / "peers")
    assert run_cells([EXPERIMENT], plan).failed == []
    rows = Store(plan.out).collect("peers", EXPERIMENT.cells(plan))
    assert [(row["peer"], row["status"]) for row in rows] == [
        ("absent", "not installed"),
        ("tree", "ok"),
        ("tree", "ok"),
    ]
    page = Page(tmp_path, figures=False)
    EXPERIMENT.show(rows, page)
    text = "\n".join(page.lines)
    assert "| absent | no such package |" in text
    assert "| tree | 3 | 3.0 | 0." in text


def test_raw_columns_become_numbers():
    table = Table({
        "age": np.array([1.5, 2.0]),
        "colour": np.array(["red", "blue"], dtype=object),
        "member": np.array([True, False]),
        "since": np.array(["1970-01-01", "1970-01-02"], dtype="datetime64[us]"),
    })  # fmt: skip
    assert encoded(table).tolist() == [[1.5, 0, 1, 1, 0], [2.0, 1, 0, 0, 86400]]


def test_a_peer_gets_the_rows_of_everyone():
    from boolsmith_bench.paper.datasets import load

    dataset = load("breast_cancer", None)
    train, test = dataset.split(1)
    data = data_for(TREE, dataset, 1)
    assert (data.X_train == dataset.X[train]).all()
    assert (data.y_test == dataset.y[test]).all()
    assert data_for(peers()["tree-raw"], dataset, 1).X_test.shape == (len(test), 30)


@pytest.mark.parametrize("peer", peers().values(), ids=lambda peer: peer.name)
def test_every_peer_has_an_adapter_and_a_pinned_package(peer):
    assert peer.adapter in ADAPTERS
    assert peer.input in ("binarized", "raw")
    assert peer.environment is None or "==" in peer.environment.requires[0]
