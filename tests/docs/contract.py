"""The contract as the code has it, in the lines that docs/reference/contract.md shows.

`python tests/docs/contract.py` writes them into the page; test_contract.py compares the two.
"""

import importlib
import inspect
import re
from pathlib import Path

import attrs
import boolsmith
from boolsmith.plugins import HOOKS, hooks

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/reference/contract.md"
MODULES = {  # what is public besides the names of `boolsmith` itself
    "boolsmith.errors": ("BoolsmithError", "BoolsmithWarning", "UnknownNameError", "did_you_mean"),
    "boolsmith.extensions": ("Extension", "Reference"),
    "boolsmith.operators": (
        *("Operator", "TableOperator", "AnyOperator", "find_operator"),
        *("AND", "OR", "AT_LEAST", "AT_MOST", "CHOOSE", "BUILTIN"),
    ),
    "boolsmith.rules": ("Rule", "Node", "Literal", "Constant", "One", "Zero", "Path"),
    "boolsmith.metrics": ("Metric", "BALANCED_ACCURACY", "ACCURACY", "F1"),
    "boolsmith.moves": ("Move", "MoveContext"),
    "boolsmith.schedules": ("Schedule",),
    "boolsmith.acceptances": ("Acceptance",),
    "boolsmith.strategies": ("Strategy",),
    "boolsmith.observers": ("Observer", "ObserverBase", "Progress"),
    "boolsmith.exporters": ("Exporter",),
    "boolsmith.commands": ("Command",),
    "boolsmith.subproblems": (
        *("BackendSpec", "Backend", "BackendError", "Subproblem", "Solution"),
        *("Formulation", "Shape", "SHAPES", "Status", "Origin"),
        *("check_time_limit", "guarded", "Cancel", "OverdueError", "Workers", "Worker"),
    ),
    "boolsmith.data": ("pack", "PackedData", "Segment", "Table"),
    "boolsmith.searching": ("Start", "ScoredRule", "search", "SearchResult"),
    "boolsmith.data.conditions": (
        *("Condition", "IsTrue", "Above", "Equals", "IsOther", "IsMissing"),
    ),
    "boolsmith.learn": ("RuleClassifier", "Decision", "export", "load_model", "save_model"),
    "boolsmith.learn.exports": (
        *("as_decision", "phrase", "lower", "Expression"),
        *("Test", "Fixed", "All", "Some", "Count"),
    ),
    "boolsmith.learn.pictures": ("rule_svg", "lay_out", "Layout", "Box"),
    "boolsmith.cli.output": ("add_json_option", "print_json", "print_line", "print_table", "note"),
    "boolsmith.files": ("check_writable", "write_whole", "replacing"),
    "boolsmith.plugins": (
        *("API_VERSION", "HOOKS", "PluginError", "registry", "load_plugin", "unload_plugin"),
        *("collect",),
    ),
}
KITS = ("boolsmith_solvers", "boolsmith_testing")
WITHOUT_SIGNATURE = {"search", "SearchResult", "RuleClassifier"}  # on pages of their own


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
        if p.name not in ("self", "cls")
    ]
    given = found.return_annotation
    written = isinstance(given, str) and given != "None"
    returned = Written(given) if written else found.empty
    return str(found.replace(parameters=parameters, return_annotation=returned))


def members(kind):
    """The public members of a class of ours, in lines; those of its bases stand with them."""
    for name, member in vars(kind).items():
        if inspect.ismemberdescriptor(member) and name not in attrs.fields_dict(kind):
            if not name.startswith("_"):  # what attrs makes of a cached property
                yield f"    {name}: {kind.__annotations__[name]!s}"
            continue
        function = getattr(member, "func", getattr(member, "fget", member))  # what a property has
        function = getattr(function, "__func__", function)  # what a class method has
        if name.startswith("_") or not inspect.isfunction(function):
            continue
        if isinstance(member, property) or hasattr(member, "func"):
            yield f"    {name}: {function.__annotations__['return']!s}"
        else:
            yield f"    {name}{signature(function)}"


def has_signature(kind):
    """Whether a class is made by calling it with what the page should tell."""
    if issubclass(kind, Exception) or getattr(kind, "_is_protocol", False):
        return False
    return attrs.has(kind) or "__init__" in vars(kind) or issubclass(kind, tuple)


def described(name, value):
    """A public name in lines: how to call or make it, and its methods."""
    if name in WITHOUT_SIGNATURE or not callable(value) or not hasattr(value, "__module__"):
        return [name]
    if inspect.isfunction(value):
        return [f"{name}{signature(value)}"]
    if not inspect.isclass(value) or not value.__module__.startswith("boolsmith"):
        return [name]
    return [f"{name}{signature(value)}" if has_signature(value) else name, *members(value)]


def lines_of_module(module):
    """The public names of a module of the core, in lines."""
    home = importlib.import_module(module)
    return [line for name in MODULES[module] for line in described(name, getattr(home, name))]


def lines_of_kit(kit):
    """The public names of a kit, in lines: those that it exports."""
    home = importlib.import_module(kit)
    return [line for name in sorted(home.__all__) for line in described(name, getattr(home, name))]


def blocks():
    """Every block of the page, by the line that introduces it."""
    return {
        "From `boolsmith` itself:": [f"boolsmith.{name}" for name in sorted(boolsmith.__all__)],
        "The hooks:": [f"{hook}{signature(getattr(hooks, hook))}" for hook in HOOKS],
        **{f"From `{module}`:": lines_of_module(module) for module in MODULES},
        **{f"From `{kit}`:": lines_of_kit(kit) for kit in KITS},
    }


def listed():
    """The blocks that the page has."""
    found = re.findall(r"^([^\n]+:)\n\n```text\n(.*?)```", PAGE.read_text("utf-8"), re.M | re.S)
    return {heading: block.splitlines() for heading, block in found}


def write():
    """Put the blocks into the page; one that it lacks is an error: somebody must place it."""
    text = PAGE.read_text(encoding="utf-8")
    for heading, lines in blocks().items():
        pattern = rf"^{re.escape(heading)}\n\n```text\n.*?```"
        block = f"{heading}\n\n```text\n{''.join(line + chr(10) for line in lines)}```"
        text, count = re.subn(pattern, lambda _, block=block: block, text, flags=re.M | re.S)
        assert count == 1, f"the page has no block {heading!r}"
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
