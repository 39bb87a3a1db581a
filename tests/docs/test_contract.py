"""The contract in docs/reference is what the code has: names, hooks, signatures and fields.

Plugins of others rely on it. A change here is a change for them: deprecate first, and say it in
CHANGELOG.md.
"""

import importlib
import importlib.util
import inspect
import re
from pathlib import Path

import attrs
import boolsmith
import boolsmith_testing
import pytest
from boolsmith.plugins import API_VERSION, HOOKS, hooks

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/reference/contract.md"
KIT = "boolsmith_testing"
TYPES = {
    "boolsmith.operators": ("Operator", "TableOperator"),
    "boolsmith.metrics": ("Metric",),
    "boolsmith.moves": ("Move", "MoveContext"),
    "boolsmith.schedules": ("Schedule",),
    "boolsmith.observers": ("Observer", "ObserverBase", "Progress"),
    "boolsmith.subproblems": ("BackendSpec", "Backend", "Subproblem", "Solution"),
}


def lines_of(heading):
    """The lines of the text blocks below a heading of the page."""
    text = PAGE.read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", text, re.M | re.S)
    blocks = re.findall(r"^```text\n(.*?)^```", section[1], re.M | re.S)
    return [line for block in blocks for line in block.splitlines()]


class Written:
    """An annotation as the code writes it."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


def signature(function):
    """The signature as the page writes it: annotations as in the code, no self, no None."""
    found = inspect.signature(function)
    parameters = [
        p.replace(annotation=Written(p.annotation) if isinstance(p.annotation, str) else p.empty)
        for p in found.parameters.values()
        if p.name != "self"
    ]
    given = found.return_annotation
    written = isinstance(given, str) and given != "None"
    returned = Written(given) if written else found.empty
    return str(found.replace(parameters=parameters, return_annotation=returned))


def described(name, kind):
    """A type in lines: how to make it, and its methods."""
    lines = [f"{name}{signature(kind)}" if attrs.has(kind) else name]
    for method, function in vars(kind).items():
        if inspect.isfunction(function) and not method.startswith("_"):
            lines.append(f"    {method}{signature(function)}")
        elif isinstance(function, property) and not method.startswith("_"):
            lines.append(f"    {method}: {function.fget.__annotations__['return']!s}")
    return lines


def test_the_page_names_everything_that_boolsmith_exports():
    assert lines_of("Names") == [f"boolsmith.{name}" for name in sorted(boolsmith.__all__)]


def test_every_name_can_be_imported():
    for name in boolsmith.__all__:
        home = boolsmith._HOME.get(name)
        if home is None or importlib.util.find_spec(home) is not None:
            assert getattr(boolsmith, name) is not None


def test_the_page_has_every_hook_with_its_signature():
    assert lines_of("Hooks") == [f"{hook}{signature(getattr(hooks, hook))}" for hook in HOOKS]


def test_the_page_says_which_version_of_the_contract_it_is():
    assert f"boolsmith_api = {API_VERSION}" in PAGE.read_text(encoding="utf-8")


def test_every_type_that_a_hook_returns_is_on_the_page():
    returned = {kind.__name__ for _, kinds in HOOKS.values() for kind in kinds}
    assert returned <= {name for names in TYPES.values() for name in names}


def test_the_page_has_every_type_with_its_fields_and_methods():
    expected = []
    for module, names in TYPES.items():
        for name in names:
            expected += described(name, getattr(importlib.import_module(module), name))
    assert lines_of("Types") == expected


def test_the_page_has_the_kit():
    expected = []
    for name in sorted(boolsmith_testing.__all__):
        value = getattr(boolsmith_testing, name)
        expected.append(f"{name}{signature(value)}" if callable(value) else name)
    assert lines_of("Kit") == expected


@pytest.mark.parametrize("module", [*TYPES, "boolsmith_testing"])
def test_what_is_public_has_a_docstring(module):
    home = importlib.import_module(module)
    for name in TYPES.get(module) or home.__all__:
        value = getattr(home, name)
        if callable(value):
            assert (value.__doc__ or "").strip(), name
