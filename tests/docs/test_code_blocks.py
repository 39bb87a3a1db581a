"""Every Python and console block in README.md, CONTRIBUTING.md and the pages does what it shows."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUNNER = Path(__file__).with_name("run_page.py")
DOCS = sorted(
    page.relative_to(ROOT).as_posix()
    for folder in ("docs", "plugins/*/docs")
    for page in ROOT.glob(f"{folder}/**/*.md")
)
PAGES = ["README.md", "CONTRIBUTING.md", *DOCS]


@pytest.mark.parametrize("page", PAGES)
def test_the_code_of_a_page_runs(page, blocks_of, environment_with, tmp_path):
    blocks = blocks_of(page)
    if not blocks:
        pytest.skip("no code to run")
    (tmp_path / "blocks.json").write_text(json.dumps(blocks), encoding="utf-8")
    folder = tmp_path / "folder"
    folder.mkdir()
    runner = (str(RUNNER), str(tmp_path / "blocks.json"))
    done = environment_with({}).run(*runner, cwd=folder)
    assert done.returncode == 0, done.stderr


def test_every_way_to_mark_a_block_gives_a_reason():
    marks = [
        line
        for page in PAGES
        for line in (ROOT / page).read_text(encoding="utf-8").splitlines()
        if line.startswith("<!-- not run")
    ]
    assert all(line.startswith("<!-- not run: ") and len(line) > 30 for line in marks)


@pytest.mark.parametrize(
    ("block", "complaint"),
    [
        ({"language": "python", "text": "assert 1 == 2\n"}, "AssertionError"),
        ({"language": "console", "text": "$ exit 3\n"}, "exit status 3"),
        ({"language": "console", "text": "$ echo one\ntwo\n"}, "expected\ntwo"),
    ],
)
def test_a_block_that_does_not_hold_fails(block, complaint, environment_with, tmp_path):
    blocks = [{"page": "p.md", "line": 1, "title": None, **block}]
    (tmp_path / "blocks.json").write_text(json.dumps(blocks))
    done = environment_with({}).run(str(RUNNER), str(tmp_path / "blocks.json"), cwd=tmp_path)
    assert done.returncode == 1
    assert complaint in done.stderr
