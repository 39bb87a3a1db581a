"""Loading: entry points in a sorted order, each under its own guard."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from importlib.machinery import SourceFileLoader
from importlib.metadata import Distribution, EntryPoint, distributions
from pathlib import Path
from types import ModuleType
from typing import Any

import boolsmith
from boolsmith.errors import BoolsmithError, did_you_mean
from boolsmith.plugins import builtin
from boolsmith.plugins.checks import PluginError, describe
from boolsmith.plugins.hooks import PROJECT
from boolsmith.plugins.manager import MOVING, Contribution
from boolsmith.plugins.registry import (
    BUILTIN_DISTRIBUTION,
    Origin,
    Plugin,
    Problem,
    Registry,
    clash,
    normalize,
)

STRICT = "BOOLSMITH_STRICT"
ONLY = "BOOLSMITH_PLUGINS"

_FILE_PREFIX = "boolsmith_file_"
_PIN = re.compile(r"boolsmith *==+ *([^,;*]+)")  # as a member that is released in step has it
_unpackaged: dict[str, str] = {}  # the modules that `load_plugin` took, and their files
_lock = threading.RLock()
_loaded: Registry | None = None
_loading = False


def registry() -> Registry:
    """The registry of this process; plugins are loaded at the first call."""
    global _loaded, _loading  # noqa: PLW0603
    with _lock:
        if _loading:
            raise PluginError("a plugin cannot look up what plugins register while it is loaded")
        if _loaded is None:
            _loading = True
            try:
                _loaded = load_registry()
            finally:
                _loading = False
        return _loaded


def load_registry() -> Registry:
    """A new registry with the built-ins and every installed plugin."""
    found = Registry()
    own = Origin(BUILTIN_DISTRIBUTION, boolsmith.__version__)
    found.add(own, "built in", found.manager.take(builtin, BUILTIN_DISTRIBUTION))
    for distribution in _chosen(found, _providers()):
        _load_distribution(found, distribution)
    found.settle()
    for problem in found.clashes():
        _report(found, problem)
    return found


def load_plugin(plugin: ModuleType | str | os.PathLike[str]) -> Plugin:
    """Register a module, or a Python file, that is not packaged; an error if anything is wrong.

    Loading it again replaces what it registered before.
    """
    with _lock:
        found = registry()
        module = plugin if isinstance(plugin, ModuleType) else _import_file(Path(plugin))
        name = module.__name__.removeprefix(_FILE_PREFIX)
        origin = Origin(name, str(getattr(module, "__version__", "unpackaged")))
        where = getattr(module, "__file__", None) or name
        try:
            with _taken(found, lambda: module, name) as contribution:
                _refuse_other(found, origin, where)
                _refuse_clash(found, origin, contribution)
        except PluginError as error:
            raise PluginError(f"plugin {name}: {error}") from error
        found.remove(name)
        found.add(origin, where, contribution)
        found.settle()
        _unpackaged[module.__name__] = where
        return found.plugins[-1]


def unload_plugin(name: str) -> None:
    """Forget what `load_plugin` registered for the module of that name."""
    with _lock:
        found = registry()
        if found.manager.has_plugin(name):
            found.manager.unregister(name=name)
        found.remove(name)
        found.settle()
        _unpackaged.pop(name, None)
        _unpackaged.pop(_FILE_PREFIX + name, None)


def unpackaged() -> dict[str, str]:
    """Return the modules that `load_plugin` took, and their files."""
    return dict(_unpackaged)


def _providers() -> list[Distribution]:
    """Every installed distribution with plugins, sorted by name; the first on the path counts."""
    found: dict[str, Distribution] = {}
    for distribution in distributions():
        try:
            text = distribution.read_text("entry_points.txt") or ""
        except (OSError, UnicodeError):  # some other package is damaged, which is not our concern
            continue
        if f"[{PROJECT}]" in text:
            found.setdefault(normalize(_origin(distribution).distribution), distribution)
    return [found[name] for name in sorted(found)]


def _origin(distribution: Distribution) -> Origin:
    try:
        metadata = distribution.metadata
        return Origin(metadata["Name"] or "(no name)", metadata["Version"] or "(no version)")
    except Exception:  # no METADATA: Python's versions differ in what they raise
        return Origin("(no name)", "(no version)")


def _chosen(found: Registry, providers: list[Distribution]) -> list[Distribution]:
    """The distributions that the environment variable names, or all where it is not set."""
    given = os.environ.get(ONLY)
    if given is None:
        return providers
    installed = {normalize(_origin(provider).distribution): provider for provider in providers}
    chosen = {normalize(name.strip()) for name in given.split(",") if name.strip()}
    for name in sorted(chosen - set(installed)):
        near = did_you_mean(name, installed)
        _report(found, Problem(name, "", f"named in {ONLY}, but no such plugin is installed{near}"))
    return [provider for name, provider in installed.items() if name in chosen]


def _load_distribution(found: Registry, distribution: Distribution) -> None:
    origin = _origin(distribution)
    try:
        points = sorted(distribution.entry_points.select(group=PROJECT), key=_sort_key)
    except Exception as error:
        _fail(found, origin, "entry_points.txt", PluginError(f"unreadable: {describe(error)}"))
        return
    for point in points:
        where = f"{point.name} = {point.value}"
        try:
            _refuse_other_release(distribution)
            with _taken(found, point.load, f"{origin.distribution}, {where}") as contribution:
                _refuse_twice(found, origin, contribution)
        except PluginError as error:
            _fail(found, origin, where, error)
        else:
            found.add(origin, where, contribution)


def _refuse_other_release(distribution: Distribution) -> None:
    """Raise if the distribution is released in step with another version of Boolsmith."""
    try:
        needs = distribution.requires or []
    except Exception:  # no METADATA
        needs = []
    for pin in map(_PIN.fullmatch, needs):
        if pin is not None and pin[1] != boolsmith.__version__:
            raise PluginError(
                f"made for boolsmith {pin[1]}, this is {boolsmith.__version__}: install the same "
                "version of both"
            )


def _sort_key(point: EntryPoint) -> tuple[str, str]:
    return point.name, point.value


@contextlib.contextmanager
def _taken(found: Registry, load: Callable[[], Any], name: str) -> Iterator[Contribution]:
    """Register a plugin in place of one of that name; the block may still refuse it."""
    manager = found.manager
    before = manager.unregister(name=name) if manager.has_plugin(name) else None
    try:
        with _guard():
            contribution = manager.take(load(), name)
        yield contribution
    except BaseException:
        if manager.has_plugin(name):
            manager.unregister(name=name)
        if before is not None:
            manager.register(before, name)
        raise


@contextlib.contextmanager
def _guard() -> Iterator[None]:
    """Turn whatever goes wrong in a plugin into a PluginError, except Ctrl-C.

    A plugin that prints must not spoil the output of a command: it prints to stderr.
    """
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    except (KeyboardInterrupt, PluginError):
        raise
    except BaseException as error:
        ours = isinstance(error, ImportError) and f"{error.name}.".startswith("boolsmith.")
        hint = f"; if it was written for an earlier boolsmith, {MOVING}" if ours else ""
        raise PluginError(f"raised {describe(error)}{hint}") from error


def _refuse_twice(found: Registry, origin: Origin, contribution: Contribution) -> None:
    for kind, name, owners in found.owners(contribution):
        if origin in owners:
            raise PluginError(f"registers {kind} {name!r}, as another of its entry points does")


def _refuse_clash(found: Registry, origin: Origin, contribution: Contribution) -> None:
    for kind, name, owners in found.owners(contribution):
        others = [owner for owner in owners if owner.distribution != origin.distribution]
        if others:
            raise PluginError(f"{clash(kind, name, (*others, origin))}; choose another name")


def _refuse_other(found: Registry, origin: Origin, where: str) -> None:
    for known in found.plugins:
        same_name = normalize(known.distribution) == normalize(origin.distribution)
        if same_name and known.entry_point != where:
            raise PluginError(
                f"{known.origin} ({known.entry_point}) has that name already; rename the module"
            )


def _fail(found: Registry, origin: Origin, where: str, error: PluginError) -> None:
    found.plugins.append(Plugin(origin, where, {}, str(error)))
    _report(found, Problem(origin.distribution, origin.version, f"{where}: {error}"), error)


def _report(found: Registry, problem: Problem, cause: PluginError | None = None) -> None:
    if os.environ.get(STRICT, "0") not in ("", "0"):
        raise PluginError(f"plugin {problem} ({STRICT} is set)") from cause
    found.problems.append(problem)


def _import_file(path: Path) -> ModuleType:
    """The module in a file, under a name of its own so that it hides no other module."""
    if not path.is_file():
        raise BoolsmithError(f"plugin file {str(path)!r} does not exist")
    name = _FILE_PREFIX + path.stem
    loader = SourceFileLoader(name, str(path))
    spec: Any = importlib.util.spec_from_file_location(name, path, loader=loader)
    module = importlib.util.module_from_spec(spec)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        with _guard():
            loader.exec_module(module)
    except BaseException as error:
        sys.modules.pop(name)
        if before is not None:
            sys.modules[name] = before
        if isinstance(error, PluginError):
            raise PluginError(f"plugin file {str(path)!r} {error}") from error
        raise
    return module
