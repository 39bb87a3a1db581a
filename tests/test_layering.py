"""A module imports only from those above it in the table of docs/explanation/architecture.md."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORE = ROOT / "core" / "boolsmith"

LAYERS = (
    ("errors", "files", "extensions", "deprecation", "lazy"),
    ("operators",),
    ("rules",),
    ("data",),
    (
        *("metrics", "schedules", "acceptances", "moves", "strategies"),
        *("observers", "exporters", "commands"),
    ),
    ("engine",),
    ("subproblems",),
    ("plugins",),
    ("searching",),
    ("learn",),
    ("config", "cli"),
)
LEVEL = {module: level for level, layer in enumerate(LAYERS) for module in layer}
UPWARDS = {  # looks upwards inside a function: (file, module)
    ("operators/lookup.py", "plugins"),
    ("rules/nodes.py", "data"),  # the one reader of matrices, for Rule.evaluate
    ("rules/nodes.py", "learn"),  # how a rule shows itself in a notebook
}
FILES = sorted(CORE.rglob("*.py"))


def module_of(file):
    """The part of the package that a file belongs to; None for the doors to all of it."""
    name = file.relative_to(CORE).parts[0].removesuffix(".py")
    return None if name in ("__init__", "__main__", "bench", "testing") else name


def imports(tree):
    """Every part of the package that a tree imports, and whether it does so when it is loaded."""
    lazy = set()
    for node in ast.walk(tree):
        deferred = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or (
            isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        )
        if deferred:
            lazy.update(ast.walk(node))
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            bare = node.module == "boolsmith"
            names = [f"boolsmith.{a.name}" for a in node.names] if bare else [node.module]
        for name in names:
            found = re.match(r"boolsmith\.(\w+)", name)
            if found and (CORE / found[1]).with_suffix(".py").exists() | (CORE / found[1]).is_dir():
                yield found[1], node not in lazy


def upwards(file):
    module = module_of(file)
    if module is None:
        return set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {
        (imported, at_load)
        for imported, at_load in imports(tree)
        if imported != module and LEVEL[imported] > LEVEL[module]
    }


def test_every_module_has_a_place():
    assert {module_of(file) for file in FILES} - {None} <= set(LEVEL)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(CORE).as_posix())
def test_a_module_imports_only_from_those_above_it(file):
    name = file.relative_to(CORE).as_posix()
    allowed = {(module, False) for listed, module in UPWARDS if listed == name}
    assert upwards(file) == allowed


def test_the_table_in_the_documents_is_the_one_checked_here():
    page = (ROOT / "docs/explanation/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", page, re.MULTILINE)
    assert [tuple(re.findall(r"\w+", row)) for row in rows] == list(LAYERS)
