"""The directory of known plugins says what they register."""

import json
import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from boolsmith.plugins import HOOKS, registry

ROOT = Path(__file__).parents[2]
ENTRIES = tomllib.loads((ROOT / "docs/plugins.toml").read_text(encoding="utf-8"))["plugin"]
KINDS = [hook.removeprefix("boolsmith_") for hook in HOOKS]
MEMBERS = {
    tomllib.loads(file.read_text(encoding="utf-8"))["project"]["name"]
    for parent in ("plugins", "contrib")
    for file in ROOT.glob(f"{parent}/*/pyproject.toml")
}


def test_every_package_of_this_repository_is_listed():
    assert {entry["name"] for entry in ENTRIES} >= MEMBERS


def test_entries_are_sorted_and_complete():
    names = [entry["name"] for entry in ENTRIES]
    assert names == sorted(set(names))
    for entry in ENTRIES:
        assert set(entry) <= {"name", "summary", "home", *KINDS}
        assert entry["home"].startswith("https://")
        assert entry["summary"].endswith(".")
        assert any(kind in entry for kind in KINDS)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
def test_an_entry_says_what_the_plugin_registers(entry):
    try:
        distribution(entry["name"])
    except PackageNotFoundError:
        pytest.skip(f"{entry['name']} is not installed")
    (plugin,) = [p for p in registry().plugins if p.distribution == entry["name"]]
    registered = {kind: sorted(names) for kind, names in plugin.registers.items() if names}
    assert registered == {kind: sorted(entry[kind]) for kind in KINDS if kind in entry}


def test_errors_name_the_package_of_every_listed_operator():
    origins = ROOT / "core/boolsmith/rules/operator_origins.json"
    told = json.loads(origins.read_text(encoding="utf-8"))
    listed = {e["name"]: sorted(e["operators"]) for e in ENTRIES if "operators" in e}
    assert {name: sorted(names) for name, names in told.items()} == listed


def test_the_page_is_made_from_the_data():
    page = (ROOT / "docs/reference/plugins.md").read_text(encoding="utf-8")
    assert "<!-- plugins -->" in page
    assert not re.search(r"^\|", page, re.MULTILINE)
