"""The contract in docs/reference is what the code has: names, hooks, signatures and fields.

Plugins of others rely on it. A change here is a change for them: deprecate first, say it in
CHANGELOG.md, and write the page again with `python tests/docs/contract.py`.
"""

import importlib
import importlib.metadata
import re
import sys
from pathlib import Path

import boolsmith
import pytest
from boolsmith.plugins import API_VERSION, HOOKS

sys.path.insert(0, str(Path(__file__).parent))
contract = importlib.import_module("contract")
sys.path.pop(0)
EXPECTED = contract.blocks()


@pytest.mark.parametrize("heading", EXPECTED)
def test_the_page_has_what_the_code_has(heading):
    assert contract.listed().get(heading) == EXPECTED[heading]


def test_the_page_has_no_block_of_something_else():
    assert list(contract.listed()) == list(EXPECTED)


def test_every_name_can_be_imported():
    for name in boolsmith.__all__:
        assert getattr(boolsmith, name) is not None


def test_the_page_says_which_version_of_the_contract_it_is():
    assert f"boolsmith_api = {API_VERSION}" in contract.PAGE.read_text(encoding="utf-8")


def test_every_type_that_a_hook_returns_is_public():
    returned = {(kind.__module__, kind.__name__) for _, kinds in HOOKS.values() for kind in kinds}
    public = {
        (getattr(importlib.import_module(module), name).__module__, name)
        for module, names in contract.MODULES.items()
        for name in names
        if hasattr(getattr(importlib.import_module(module), name), "__module__")
    }
    assert returned <= public


@pytest.mark.parametrize("module", [*contract.MODULES, *contract.KITS])
def test_what_is_public_has_a_docstring(module):
    home = importlib.import_module(module)
    for name in contract.MODULES.get(module) or home.__all__:
        value = getattr(home, name)
        if callable(value) and getattr(value, "__module__", "").startswith("boolsmith"):
            assert (value.__doc__ or "").strip(), name


def test_a_problem_has_what_the_page_says_of_it():
    from boolsmith.searching.problem import SearchProblem

    named = re.findall(r"`problem\.(\w+)", contract.PAGE.read_text(encoding="utf-8"))
    assert len(named) == 10
    for name in named:
        assert name in SearchProblem.__slots__ or hasattr(SearchProblem, name), name


@pytest.mark.parametrize("kit", ["boolsmith_solvers"])
def test_a_kit_has_the_version_of_its_distribution(kit):
    assert importlib.import_module(kit).__version__ == importlib.metadata.version(kit)
