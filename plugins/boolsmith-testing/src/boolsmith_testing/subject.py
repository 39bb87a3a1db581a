"""The plugin under test: its modules, its distribution if it has one, and what it registers."""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
from boolsmith.errors import BoolsmithError, did_you_mean
from boolsmith.plugins import HOOKS, PluginError, collect, load_plugin, registry, unload_plugin

from boolsmith_testing.check import CheckFailed, CheckSkipped
from boolsmith_testing.laws import Law

GROUP = "boolsmith"
TIMEOUT = 120.0


@attrs.define(eq=False, slots=False)
class Subject:
    """A plugin under test.

    `parameters` gives the parameters to use for entries that need some, by name of the entry;
    `laws` are the plugin's own, checked beside the catalogue.
    """

    name: str
    modules: tuple[ModuleType, ...] = ()
    distribution: importlib.metadata.Distribution | None = None
    parameters: Mapping[str, Mapping[str, Any]] = attrs.field(factory=dict)
    laws: Sequence[Law] = ()
    import_error: str | None = None

    @cached_property
    def entries(self) -> dict[str, list[Any]]:
        """What the plugin registers, by kind; nothing where its hooks are broken."""
        found: dict[str, list[Any]] = {kind: [] for kind, _ in HOOKS.values()}
        for module in self.modules:
            with contextlib.suppress(PluginError):
                for hook, entries in collect(module).items():
                    found[HOOKS[hook][0]].extend(entries)
        return found

    @property
    def registered_as(self) -> str:
        """The name under which the registry knows the plugin."""
        if self.distribution is not None:
            return str(self.distribution.metadata["Name"])
        return self.name.removeprefix("boolsmith_file_")

    @property
    def target(self) -> str | None:
        """How another process finds the plugin: a distribution, or the file of a module."""
        if self.distribution is not None:
            return self.name
        file = getattr(self.modules[0], "__file__", None) if self.modules else None
        return str(file) if file else None

    def configured(self, entry: Any) -> Any:
        """Return the entry with the parameters to test it with."""
        return entry.with_parameters(self.parameters.get(entry.name))

    @property
    def elsewhere(self) -> dict[str, Any]:
        """What another process, with other hash seeds, finds out about the plugin."""
        if self.target is None:
            raise CheckSkipped("the module has no file that another process could import")
        if isinstance(self._elsewhere, str):
            raise CheckFailed(self._elsewhere)
        return self._elsewhere

    @cached_property
    def _elsewhere(self) -> dict[str, Any] | str:
        """The answers of another process, or why there are none."""
        from boolsmith_testing import probe

        command = [sys.executable, "-m", probe.__name__, str(self.target)]
        environment = {**os.environ, "PYTHONHASHSEED": "4711"}
        done = subprocess.run(  # noqa: S603 (our own interpreter and module)
            command, capture_output=True, text=True, timeout=TIMEOUT, env=environment, check=False
        )
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            return f"another process could not use the plugin: {last}"
        document: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return document


def find_subject(
    target: ModuleType | str,
    parameters: Mapping[str, Mapping[str, Any]] | None = None,
    laws: Sequence[Law] = (),
) -> Subject:
    """Return the plugin given as a module, a file, or the name of a distribution."""
    given = parameters or {}
    if isinstance(target, str) and target.endswith(".py"):
        try:
            target = module_from_file(Path(target))
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
            return Subject(Path(str(target)).stem, (), None, given, laws, import_error=problem)
    if isinstance(target, ModuleType):
        return Subject(target.__name__, (target,), None, given, laws)
    try:
        distribution = importlib.metadata.distribution(target)
    except importlib.metadata.PackageNotFoundError:
        raise BoolsmithError(
            f"no distribution {target!r} is installed{did_you_mean(target, _providers())}"
        ) from None
    points = sorted(distribution.entry_points.select(group=GROUP), key=lambda point: point.name)
    if not points:
        raise BoolsmithError(
            f"distribution {target!r} has no entry point of the group {GROUP!r}: "
            "add [project.entry-points.boolsmith] to its pyproject.toml"
        )
    try:
        modules = tuple(point.load() for point in points)
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        return Subject(target, (), distribution, given, laws, import_error=problem)
    return Subject(target, modules, distribution, given, laws)


def module_from_file(path: Path) -> ModuleType:
    """Return the module in a file, imported under the name of the file."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise BoolsmithError(f"there is no Python file {str(path)!r}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _providers() -> set[str]:
    points = importlib.metadata.entry_points(group=GROUP)
    return {point.dist.name for point in points if point.dist is not None}


@contextlib.contextmanager
def registered(subject: Subject) -> Iterator[None]:
    """Have the plugin registered while the checks run: a distribution is, a module is not yet."""
    known = {plugin.distribution for plugin in registry().plugins}
    mine = [] if subject.distribution is not None else list(subject.modules)
    added = []
    try:
        for module in mine:
            if module.__name__ not in known:
                with contextlib.suppress(PluginError):  # the checks of names and hooks report it
                    added.append(load_plugin(module).distribution)
        yield
    finally:
        for name in added:
            unload_plugin(name)
