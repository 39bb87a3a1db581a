"""The workspace is what the documents say: its members, its top level, its commands."""

import json
import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOP_LEVEL = {
    *("pyproject.toml", "core", "plugins", "contrib", "tests", "docs", "README.md"),
    *("LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"),
}
MEMBERS = sorted(
    file.parent.relative_to(ROOT).as_posix()
    for parent in ("plugins", "contrib")
    for file in ROOT.glob(f"{parent}/*/pyproject.toml")
)


def project(folder):
    return tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_requirements_of_the_tests_list_every_member():
    lines = (ROOT / "tests/requirements.txt").read_text(encoding="utf-8").splitlines()
    editable = [line.removeprefix("-e ") for line in lines if line.startswith("-e ")]
    assert editable[0].startswith(".")
    assert sorted(path.removeprefix("./").partition("[")[0] for path in editable[1:]) == MEMBERS


def test_uv_finds_every_member_in_the_workspace():
    uv = project(".")["tool"]["uv"]
    names = {project(member)["project"]["name"] for member in MEMBERS}
    assert uv["sources"] == {name: {"workspace": True} for name in {"boolsmith", *names}}


@pytest.mark.parametrize("member", MEMBERS)
def test_a_member_is_named_after_its_folder_and_depends_on_boolsmith(member):
    metadata = project(member)["project"]
    assert metadata["name"] == Path(member).name
    assert any(line.startswith("boolsmith") for line in metadata["dependencies"])


def test_the_top_level_holds_nothing_else():
    done = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        pytest.skip("not a git checkout")
    names = {line.partition("/")[0] for line in done.stdout.splitlines()}
    assert {name for name in names if not name.startswith(".")} <= TOP_LEVEL
    assert "uv.lock" not in done.stdout


def test_ci_runs_the_documented_command():
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert os.access(ROOT / ".ci/run", os.X_OK)
    for command in ("pip install -r tests/requirements.txt && pytest", "ruff check"):
        assert command in script
    assert "ruff format --check" in script
    assert "mypy --strict" in script


@pytest.mark.slow
def test_wheels_of_every_member_work_in_an_empty_environment(tmp_path):
    for member in (".", *MEMBERS):
        build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir"]
        done = subprocess.run(
            [*build, str(tmp_path / "wheels"), str(ROOT / member)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    wheels = sorted((tmp_path / "wheels").glob("*.whl"))
    assert len(wheels) == len(MEMBERS) + 1

    venv.create(tmp_path / "empty", with_pip=False)
    folder = tmp_path / "empty" / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "python"), "install", "--quiet"]
    subprocess.run([*pip, *map(str, wheels)], check=True, cwd=tmp_path)

    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [str(folder / "boolsmith"), "plugins", "--json"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env=clean,
    )
    listing = json.loads(done.stdout)
    assert listing["problems"] == []
    expected = {
        project(member)["project"]["name"]
        for member in MEMBERS
        if "boolsmith" in project(member)["project"].get("entry-points", {})
    }
    assert {plugin["distribution"] for plugin in listing["plugins"]} == {"boolsmith", *expected}


def test_the_datasets_of_the_paper_are_looked_for_beside_the_checkout():
    place = re.compile(r'^\w+ = (.*parents\[\d\].*?) / "shared"', re.MULTILINE)
    files = [f for parent in ("tests", "plugins", "contrib") for f in (ROOT / parent).rglob("*.py")]
    looked = [(f, code) for f in files for code in place.findall(f.read_text(encoding="utf-8"))]
    assert len(looked) >= 6
    for file, code in looked:
        names = {"Path": Path, "__file__": str(file), "HERE": file.parent}
        assert eval(code, names) == ROOT.parent, file
