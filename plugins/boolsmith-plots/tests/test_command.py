"""`boolsmith plot`, as a user runs it on what `boolsmith pareto --json` printed."""

import io
import json
import sys
import xml.etree.ElementTree as ET

import pytest
from boolsmith.cli import main

POINTS = [
    {"complexity": 0, "train": 0.5, "rules": {"yes": "Zero"}},
    {"complexity": 1, "train": 0.8, "rules": {"yes": "a"}},
    {"complexity": 3, "train": 0.9, "rules": {"yes": "And(a, b)"}},
]
SAVED = {"metric": "balanced_accuracy", "frontier": POINTS}
HELD_OUT = {"mean": 0.75, "error": 0.05, "scores": [0.7, 0.8]}
VALIDATED = {**SAVED, "frontier": [{**point, "held_out": HELD_OUT} for point in POINTS]}


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Runs the program in an empty folder: its status, what it printed, and its errors."""
    monkeypatch.chdir(tmp_path)

    def program(*arguments):
        status = main([str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return program


@pytest.fixture
def frontier(tmp_path):
    """The file of a frontier that was validated."""
    path = tmp_path / "frontier.json"
    path.write_text(json.dumps(VALIDATED), encoding="utf-8")
    return path


def assert_one_line(shown, *parts):
    status, out, err = shown
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    for part in parts:
        assert part in err


def test_a_picture_is_drawn_from_a_file(run, frontier, tmp_path):
    assert run("plot", frontier, "f.png") == (0, "drawn to f.png\n", "")
    assert (tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")
    status, out, _ = run("plot", frontier, "f.svg", "--json")
    assert (status, json.loads(out)) == (0, {"output": "f.svg"})
    assert ET.parse(tmp_path / "f.svg").getroot().tag.endswith("svg")


def test_a_picture_is_drawn_from_standard_input(run, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(SAVED)))
    assert run("plot", "-", "f.pdf")[0] == 0
    assert (tmp_path / "f.pdf").read_bytes().startswith(b"%PDF")
    monkeypatch.setattr(sys, "stdin", io.StringIO("[]"))
    assert_one_line(run("plot", "-", "g.pdf"), "standard input is not a frontier", "pareto --json")


def test_what_pareto_prints_of_a_saved_model_can_be_drawn(run, tmp_path):
    quick = ("--effort", "0.05", "--max-complexity", "3", "--num-threads", "1")
    assert run("fit", "breast-cancer", *quick)[0] == 0
    printed = run("pareto", "breast-cancer.rule.json", "--json")[1]
    (tmp_path / "f.json").write_text(printed, encoding="utf-8")
    assert run("plot", "f.json", "f.png")[0] == 0


def test_what_is_drawn_are_the_curves_of_the_document(frontier):
    from boolsmith_plots.command import _curves

    curves, metric = _curves(str(frontier))
    assert metric == "balanced accuracy"
    assert [(p.complexity, p.score) for p in curves["train"]] == [(0, 0.5), (1, 0.8), (3, 0.9)]
    assert curves["held out"] == {key: [0.7, 0.8] for key in (0, 1, 3)}
    frontier.write_text(json.dumps(SAVED), encoding="utf-8")
    assert list(_curves(str(frontier))[0]) == ["train"]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "3", "{}", '{"metric": "f1"}', '{"metric": 1, "frontier": []}',
     '{"metric": "f1", "frontier": [{"complexity": 1}]}', '{"metric": "f1", "frontier": [1]}'],
)  # fmt: skip
def test_a_document_of_another_kind_is_refused_in_a_line(run, tmp_path, text):
    (tmp_path / "other.json").write_text(text, encoding="utf-8")
    message = "'other.json' is not a frontier: give the file that `boolsmith pareto --json"
    assert_one_line(run("plot", "other.json", "f.png"), message)
    assert not (tmp_path / "f.png").exists()


def test_a_file_that_is_not_there_is_an_error(run):
    assert_one_line(run("plot", "none.json", "f.png"), "cannot read 'none.json': No such file")


@pytest.mark.parametrize("name", ["x.foo", "x", "x.png.tmp"])
def test_an_unknown_kind_of_picture_is_refused_with_those_that_are_known(run, frontier, name):
    shown = run("plot", frontier, name)
    assert_one_line(shown, f"error: cannot draw '{name}'", ".pdf", ".png", ".svg")


def test_a_place_that_cannot_be_written_is_refused(run, frontier, tmp_path):
    (tmp_path / "taken.png").mkdir()
    assert_one_line(run("plot", frontier, "no/deep/f.png"), "no folder 'no/deep'", "no/deep/f.png")
    assert_one_line(run("plot", frontier, "taken.png"), "taken.png", "it is a folder")
