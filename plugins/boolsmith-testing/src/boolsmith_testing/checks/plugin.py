"""Checks of the plugin as a whole: what it costs, what it says about itself, what it registers."""

from __future__ import annotations

import re
import subprocess
import sys

from boolsmith.plugins import API_VERSION, HOOKS, PluginError, collect, registry

from boolsmith_testing.check import CheckSkipped, check, require
from boolsmith_testing.subject import TIMEOUT, Subject

IMPORT_BUDGET = 0.2
"""Seconds of processor time that importing a plugin may take, beyond Boolsmith itself."""

_MEASURE = """
import importlib.util, sys, time
import attrs, boolsmith.plugins
start = time.process_time()
if sys.argv[1].endswith(".py"):
    spec = importlib.util.spec_from_file_location("plugin_under_test", sys.argv[1])
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
else:
    importlib.import_module(sys.argv[1])
print(time.process_time() - start)
"""


@check("plugin.imports")
def imports(_: None, subject: Subject) -> None:
    """The plugin can be imported."""
    require(subject.import_error is None, f"importing the plugin raised {subject.import_error}")


@check("plugin.import-cost")
def import_cost(_: None, subject: Subject) -> None:
    """Importing the plugin takes at most 0.2 s of processor time."""
    for module in subject.modules:
        name = module.__name__ if subject.distribution else getattr(module, "__file__", None)
        if not name:
            raise CheckSkipped("the module has no file that another process could import")
        seconds = min(_import_seconds(name) for _ in range(2))
        require(
            seconds <= IMPORT_BUDGET,
            f"importing {module.__name__} takes {seconds:.2f} s, the budget is {IMPORT_BUDGET} s: "
            "import heavy packages inside the functions that use them",
        )


def _import_seconds(name: str) -> float:
    command = [sys.executable, "-c", _MEASURE, name]
    done = subprocess.run(  # noqa: S603 (our own interpreter)
        command, capture_output=True, text=True, timeout=TIMEOUT, check=False
    )
    last = (done.stderr.strip().splitlines() or ["no message"])[-1]
    require(done.returncode == 0, f"importing {name} in another process failed: {last}")
    return float(done.stdout.splitlines()[-1])


@check("plugin.metadata")
def metadata(_: None, subject: Subject) -> None:
    """The distribution has a summary, a version, a licence and a bound on Boolsmith's version."""
    if subject.distribution is None:
        raise CheckSkipped("the plugin is a module, not an installed distribution")
    fields = subject.distribution.metadata
    for field, key in {"Summary": "description", "Version": "version"}.items():
        require(field in fields, f"pyproject.toml has no {key}")
    licensed = "License-Expression" in fields or "License" in fields
    require(licensed, "pyproject.toml has no license")
    pinned = [
        need
        for need in subject.distribution.requires or ()
        if re.match(r"boolsmith\b(?![-_.\w])", need) and "extra ==" not in need
    ]
    require(bool(pinned), "pyproject.toml does not depend on boolsmith")
    require(
        any("<" in need or "~=" in need or "==" in need for need in pinned),
        f"the dependency {pinned[0]!r} has no upper bound: give one, as in 'boolsmith>=0.1,<0.2'",
    )


@check("plugin.contract")
def contract(_: None, subject: Subject) -> None:
    """The plugin says which version of the plugin interface it was written for."""
    for module in subject.modules:
        version = getattr(module, "boolsmith_api", None)
        require(
            version is not None,
            f"{module.__name__} does not say for which version of the plugin interface it was "
            f"written: put `boolsmith_api = {API_VERSION}` into it",
        )
        require(
            version == API_VERSION,
            f"{module.__name__} was written for version {version!r} of the plugin interface, "
            f"this is {API_VERSION}",
        )


@check("plugin.hooks")
def hooks(_: None, subject: Subject) -> None:
    """Every hook is known, takes nothing and returns a list of the right type."""
    for module in subject.modules:
        try:
            collect(module)
        except PluginError as error:
            require(False, str(error))


@check("plugin.names")
def names(_: None, subject: Subject) -> None:
    """No name is taken by Boolsmith or by another installed plugin."""
    for hook, (kind, _types) in HOOKS.items():
        for entry in subject.entries[kind]:
            owners = registry().namespace(hook).owners(entry.name)
            others = [str(o) for o in owners if o.distribution != subject.registered_as]
            require(
                not others,
                f"{kind} {entry.name!r} is also registered by {' and '.join(others)}: "
                "choose another name",
            )


@check("plugin.parameters")
def parameters(_: None, subject: Subject) -> None:
    """Everything with parameters works without giving any: all have defaults."""
    for kind in ("metric", "move", "schedule", "acceptance", "observer", "strategy", "exporter"):
        for entry in subject.entries[kind]:
            if entry.parameters is None or entry.name in subject.parameters:
                continue
            try:
                entry.parameters()
            except Exception as error:
                require(False, f"{kind} {entry.name!r}: its parameters have no defaults: {error}")


@check("plugin.descriptions")
def descriptions(_: None, subject: Subject) -> None:
    """Everything that is registered has a description, which listings show."""
    for kind, entries in subject.entries.items():
        for entry in entries:
            require(bool(entry.description), f"{kind} {entry.name!r} has no description")
