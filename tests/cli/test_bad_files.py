"""Files with something wrong, as the commands meet them: one line on stderr, status 2."""

import os

import pytest

QUICK = ("--effort", "0.05", "--max-complexity", "4", "--num-threads", "1")
ROWS = 80


@pytest.fixture
def write(tmp_path):
    """Writes a file of two numbers and a class, with some cells of `x` replaced."""

    def written(cells=None, name="data.csv"):
        lines = ["x,z,y"]
        for i in range(ROWS):
            x = (cells or {}).get(i, i * 7 % ROWS)
            lines.append(f"{x},{i % 9},{'yes' if i * 7 % ROWS > 30 else 'no'}")
        (tmp_path / name).write_text("\n".join(lines) + "\n")
        return name

    return written


@pytest.mark.parametrize("row", range(0, ROWS, 9))
def test_infinity_is_refused_wherever_it_stands(run, write, row):
    status, out, err = run("fit", write({row: "inf"}), "--target", "y", *QUICK)
    assert (status, out) == (2, "")
    assert f"column 'x' has inf in row {row + 1}" in err
    assert len(err.splitlines()) == 1


def test_text_among_numbers_is_told_with_the_options_that_help(run, write):
    name = write({3: "not known"})
    status, out, err = run("fit", name, "--target", "y", *QUICK)
    assert (status, out) == (2, "")
    assert err == (
        "boolsmith: error: data.csv: column 'x' has 'not known' in row 4 and a number elsewhere: "
        "correct it, or give --missing-value='not known' or --category=x\n"
    )
    assert run("fit", name, "--target", "y", "--missing-value=not known", *QUICK)[0] == 0
    err = run("predict", "data.rule.json", name)[2]
    assert "correct it, or give --missing-value='not known'\n" in err
    assert run("fit", name, "--target", "y", "--category=x", *QUICK)[0] == 0


def test_what_is_dropped_may_hold_anything(run, write):
    status, _, err = run("fit", write({3: "inf"}), "--target", "y", "--drop", "x", *QUICK)
    assert (status, err) == (0, "")
    status, _, err = run("fit", write({3: "seven"}), "--target", "y", "--drop", "x", *QUICK)
    assert (status, err) == (0, "")


@pytest.fixture
def no_search(monkeypatch):
    """Fails if a search begins."""

    def begun(*_, **__):
        raise AssertionError("the search has begun")

    monkeypatch.setattr("boolsmith.learn.classifiers.search", begun)


@pytest.mark.usefixtures("no_search")
def test_a_place_that_cannot_be_written_is_told_before_the_search(run, write, tmp_path):
    (tmp_path / "taken.json").mkdir()
    for place, message in (
        ("nowhere/deep/m.json", "no folder 'nowhere/deep'"),
        ("taken.json", "it is a folder"),
    ):
        status, out, err = run("fit", write(), "--target", "y", "--output", place)
        assert (status, out) == (2, "")
        assert message in err
        assert place in err
        assert len(err.splitlines()) == 1


@pytest.mark.usefixtures("no_search")
@pytest.mark.skipif(os.name == "nt", reason="devices are those of POSIX")
def test_a_device_is_not_replaced_by_a_file(run, write):
    status, _, err = run("fit", write(), "--target", "y", "--output", os.devnull)
    assert status == 2
    assert "it is a device" in err


@pytest.mark.usefixtures("no_search")
def test_a_folder_that_is_closed_is_told_before_the_search(run, write, monkeypatch):
    monkeypatch.setattr("os.access", lambda *_: False)
    status, _, err = run("fit", write(), "--target", "y", "--output", "m.json")
    assert status == 2
    assert "not open for writing" in err
