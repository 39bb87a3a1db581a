"""Distributions of this repository use what the contract lists, as those of others do."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/reference/contract.md"
IN_STEP = {"boolsmith-bench"}  # released with the core, pins its version, may use its engine
FOLDERS = sorted(
    folder
    for parent in ("plugins", "contrib")
    for folder in (ROOT / parent).iterdir()
    if (folder / "pyproject.toml").exists() and folder.name not in IN_STEP
)


def public_names():
    """Every (module, name) that the page lists."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"^From `([\w.]+)`[^\n]*:\n\n```text\n(.*?)```", text, re.M | re.S)
    return {
        (module, re.match(r"(?:boolsmith\.)?(\w+)", line)[1])
        for module, block in found
        for line in block.splitlines()
        if not line.startswith(" ")
    }


def imported(tree):
    """Every (module, name) that a tree imports; the name is None for a module as a whole."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module, alias.name) for alias in node.names)


def private_imports(tree, own):
    """What a tree takes from Boolsmith, or from a distribution beside it, that is not public."""
    public = public_names()
    modules = {module for module, _ in public}
    return [
        f"{module}.{name}" if name else module
        for module, name in imported(tree)
        if re.match(r"boolsmith(_\w+)?(\.|$)", module)
        and module.partition(".")[0] != own
        and ((module, name) not in public if name else module not in modules)
    ]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_distribution_imports_only_what_the_contract_lists(folder):
    own = folder.name.replace("-", "_")
    taken = {
        f"{file.relative_to(folder)}: {name}"
        for file in folder.glob("src/**/*.py")
        for name in private_imports(ast.parse(file.read_text(encoding="utf-8")), own)
    }
    assert not taken


@pytest.mark.parametrize(
    "line",
    [
        "from boolsmith.engine.words import count",
        "from boolsmith.subproblems.guard import Cancel",
        "import boolsmith.engine",
        "from boolsmith_solvers.reading import read",
        "from boolsmith import _HOME",
    ],
)
def test_a_private_import_is_found(line):
    assert private_imports(ast.parse(line), "boolsmith_other")
