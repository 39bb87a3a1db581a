"""The index of known plugins says what the distributions of this repository register."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from boolsmith.errors import UnknownNameError
from boolsmith.plugins import load_registry, registry
from boolsmith.plugins.index import known_plugins, provider_of

ROOT = Path(__file__).parents[2]
CORE = ROOT / "core/boolsmith"
INDEX = tomllib.loads((CORE / "plugins/index.toml").read_text(encoding="utf-8"))
MEMBERS = {
    tomllib.loads(file.read_text(encoding="utf-8"))["project"]["name"]: file.parent
    for parent in ("plugins", "contrib")
    for file in ROOT.glob(f"{parent}/*/pyproject.toml")
}


def needed(folder):
    """The distributions of this repository that one needs, besides the core."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = (re.match(r"[a-z-]+", line)[0] for line in project["dependencies"])
    return {name for name in names if name.startswith("boolsmith-")}


def test_every_package_of_this_repository_is_listed_where_it_stands():
    folders = {plugin.name: plugin.folders for plugin in known_plugins()}
    for name, folder in MEMBERS.items():
        assert folders[name][-1] == folder.relative_to(ROOT).as_posix()
        assert set(folders[name][:-1]) == {f"plugins/{need}" for need in needed(folder)}


def test_entries_are_sorted_and_complete():
    assert list(INDEX) == sorted(INDEX)
    for plugin in known_plugins():
        assert plugin.home.startswith("https://")
        assert plugin.summary.endswith(".")


@pytest.mark.parametrize("plugin", known_plugins(), ids=lambda plugin: plugin.name)
def test_an_entry_says_what_the_plugin_registers(plugin):
    try:
        distribution(plugin.name)
    except PackageNotFoundError:
        pytest.skip(f"{plugin.name} is not installed")
    found = registry()
    registered = {
        namespace.kind: sorted(names)
        for loaded in found.plugins
        if loaded.distribution == plugin.name
        for plural, names in loaded.registers.items()
        for namespace in [found.namespaces()[plural]]
    }
    assert registered == {kind: sorted(names) for kind, names in plugin.registers.items()}


def test_a_name_leads_to_its_provider_and_an_unknown_one_nowhere():
    assert provider_of("operator", "Xor").install == (
        "pip install boolsmith-parity, or in a clone: pip install -e contrib/boolsmith-parity"
    )
    assert provider_of("metric", "Xor") is None
    assert provider_of("operator", "Xorr") is None


@pytest.mark.parametrize(
    ("kind", "name", "plugin"),
    [(kind, next(iter(names)), p) for p in known_plugins() for kind, names in p.registers.items()],
)
def test_an_unknown_name_of_any_kind_says_what_to_install(kind, name, plugin, monkeypatch):
    monkeypatch.setenv("BOOLSMITH_PLUGINS", "")
    namespaces = load_registry().namespaces().values()
    (namespace,) = [namespace for namespace in namespaces if namespace.kind == kind]
    with pytest.raises(UnknownNameError, match=f"'{name}'; {plugin.name} provides it: pip install"):
        namespace.get(name)


def test_a_rule_and_a_command_say_it_too():
    code = "import boolsmith; boolsmith.Rule.parse('And(a, Xor(b, c))')"
    for arguments in (["-c", code], ["-m", "boolsmith", "bench"]):
        done = subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "BOOLSMITH_PLUGINS": ""},
        )
        assert re.search(r"provides it: pip install boolsmith-(parity|bench), or in a", done.stderr)


def test_nothing_else_in_the_core_names_a_plugin():
    doors = {CORE / "testing.py", CORE / "bench.py"}  # where two of them were
    names = re.compile("|".join(INDEX))
    for file in set(CORE.rglob("*.py")) - doors:
        assert not names.search(file.read_text(encoding="utf-8")), file


def test_the_page_is_made_from_the_index():
    page = (ROOT / "docs/reference/plugins.md").read_text(encoding="utf-8")
    assert "<!-- plugins -->" in page
    assert not re.search(r"^\|", page, re.MULTILINE)
