"""A new plugin of every kind installs, passes its own tests and the kit, and is typed."""

import json
import os
import subprocess
import sys
import sysconfig
import tomllib
import venv

import pytest
from boolsmith import BoolsmithError
from boolsmith.cli import main
from boolsmith.plugins import HOOKS
from boolsmith_testing.new_plugin import KINDS, new_plugin


def name_of(kind):
    return f"boolsmith-new-{kind}"


def run(*arguments, cwd=None):
    """Runs Python, without what this session's environment says of plugins or modules."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("BOOLSMITH_", "PYTHON"))}
    return subprocess.run(
        list(map(str, arguments)), cwd=cwd, env=clean, capture_output=True, text=True, check=False
    )


def environment(folder):
    """The Python of a new environment that sees the packages of this one."""
    venv.create(folder, with_pip=False)
    home, ours = str(folder), sysconfig.get_path("purelib")
    site = sysconfig.get_path("purelib", "venv", vars={"base": home, "platbase": home})
    with open(f"{site}/ours.pth", "w", encoding="utf-8") as file:
        file.write(f"import site; site.addsitedir({ours!r})\n")
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A plugin of each kind, all installed in one environment that had none of them."""
    folder = tmp_path_factory.mktemp("new-plugins")
    for kind in KINDS:
        target = ["--directory", str(folder / kind)]
        assert main(["new-plugin", name_of(kind), "--kind", kind, *target]) == 0
    python = environment(folder / "environment")
    pip = ["-m", "pip", "install", "-q", "--no-index", "--no-build-isolation"]
    done = run(python, *pip, *(folder / kind for kind in KINDS))
    assert done.returncode == 0, done.stderr
    return folder, python


def test_there_is_a_template_for_every_hook():
    assert set(KINDS) == {kind for kind, _ in HOOKS.values()}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_plugin_is_listed_and_passes_its_tests_with_the_kit(kind, made):
    folder, python = made
    listing = json.loads(run(python, "-m", "boolsmith", "plugins", "--json").stdout)
    listed = {plugin["distribution"]: plugin for plugin in listing["plugins"]}
    assert listed[name_of(kind)]["failure"] is None
    registered = {
        hook: names for hook, names in listed[name_of(kind)]["registers"].items() if names
    }
    ((plural, names),) = registered.items()
    assert HOOKS[f"boolsmith_{plural}"][0] == kind
    assert len(names) == 1
    done = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=folder / kind)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_plugin_is_clean_for_the_tools_of_its_ci(kind, made):
    folder, _ = made
    for command in (["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]):
        done = run(sys.executable, "-m", *command, cwd=folder / kind)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_left_to_fill_in(kind, tmp_path):
    files = new_plugin("boolsmith-my-own", kind, tmp_path / "new", author="Ada")
    names = {file.relative_to(tmp_path / "new").as_posix() for file in files}
    assert names >= {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        ".gitignore",
        ".github/workflows/test.yml",
        "src/boolsmith_my_own/__init__.py",
        "src/boolsmith_my_own/py.typed",
        "tests/test_conformance.py",
    }
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "tmpl" not in file.name
        assert not any(f"@{word}@" in text for word in ("package", "entry", "Entry", "CONSTANT"))
    assert "Ada" in (tmp_path / "new/LICENSE").read_text(encoding="utf-8")
    settings = tomllib.loads((tmp_path / "new/pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["entry-points"]["boolsmith"] == {"my_own": "boolsmith_my_own"}


def test_an_operator_whose_name_would_end_in_a_digit_gets_another(tmp_path):
    new_plugin("boolsmith-rule30", "operator", tmp_path / "new")
    module = (tmp_path / "new/src/boolsmith_rule30/__init__.py").read_text(encoding="utf-8")
    assert '"Rule30Op"' in module


def test_the_command_says_what_to_do_next(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["new-plugin", "boolsmith-mine", "--kind", "metric"]) == 0
    assert "cd boolsmith-mine && pip install" in capsys.readouterr().out
    assert main(["new-plugin", "boolsmith-other", "--kind", "metric", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert "src/boolsmith_other/__init__.py" in document["files"]


@pytest.mark.parametrize("name", ["Cardiology", "a_b", "x-", "-x", "9lives", "a b", "../etc", ""])
def test_a_name_that_is_none_is_refused(name, tmp_path):
    with pytest.raises(BoolsmithError, match="is not a name for a distribution"):
        new_plugin(name, "metric", tmp_path / "new")


def test_files_that_are_there_are_not_overwritten(tmp_path, capsys):
    (tmp_path / "kept.txt").write_text("kept")
    assert main(["new-plugin", "boolsmith-x", "--kind", "move", "--directory", str(tmp_path)]) == 2
    assert "exists and is not empty" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["kept.txt"]
