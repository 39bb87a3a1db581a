"""Loading: entry points in a sorted order, each under its own guard."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from email.message import Message
from importlib.machinery import SourceFileLoader
from importlib.metadata import Distribution, distributions
from pathlib import Path
from types import ModuleType
from typing import Any

import boolsmith
from boolsmith.errors import BoolsmithError, did_you_mean
from boolsmith.plugins import builtin
from boolsmith.plugins.checks import PluginError, describe
from boolsmith.plugins.hooks import PROJECT
from boolsmith.plugins.manager import MOVING, Contribution
from boolsmith.plugins.registry import Origin, Plugin, Problem, Registry, clash, normalize

STRICT = "BOOLSMITH_STRICT"
ONLY = "BOOLSMITH_PLUGINS"

unpackaged: dict[str, str] = {}
"""The modules that `load_plugin` took, and their files."""

_FILE_PREFIX = "boolsmith_file_"
_PIN = re.compile(r"boolsmith *==+ *([^,;*]+)")  # as a member that is released in step has it
_lock = threading.RLock()
_loaded: Registry | None = None
_loading = False


def registry() -> Registry:
    """Return the registry of this process; plugins are loaded at the first call."""
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
    """Return a new registry with the built-ins and every installed plugin."""
    found = Registry()
    own = Origin(PROJECT, boolsmith.__version__)
    found.add(own, "built in", found.manager.take(builtin, PROJECT))
    for distribution in _chosen(found, _providers()):
        _load_distribution(found, distribution)
    for problem in found.clashes():
        _report(found, problem)
    return found


def load_plugin(plugin: ModuleType | str | os.PathLike[str]) -> Plugin:
    """Register a module, or a Python file, that is not packaged; an error if anything is wrong.

    Loading it again replaces what it registered before.
    """
    with _lock:
        found = registry()
        try:
            module = plugin if isinstance(plugin, ModuleType) else _import_file(Path(plugin))
            name = module.__name__.removeprefix(_FILE_PREFIX)
            origin = Origin(name, str(getattr(module, "__version__", "unpackaged")))
            where = getattr(module, "__file__", None) or name
            with _taken(found, lambda: module, name) as contribution:
                _refuse_taken_names(found, origin, where, contribution)
        except PluginError as error:
            shown = plugin.__name__ if isinstance(plugin, ModuleType) else plugin
            raise PluginError(f"plugin {shown}: {error}") from error
        found.remove(name)
        found.add(origin, where, contribution)
        unpackaged[module.__name__] = where
        return found.plugins[-1]


def unload_plugin(name: str) -> None:
    """Forget what `load_plugin` registered for the module of that name."""
    with _lock:
        found = registry()
        if found.manager.has_plugin(name):
            found.manager.unregister(name=name)
        found.remove(name)
        for module in (name, _FILE_PREFIX + name):
            unpackaged.pop(module, None)


def _providers() -> dict[str, Distribution]:
    """Return every installed distribution with plugins by name; the first on the path counts."""
    found: dict[str, Distribution] = {}
    for distribution in distributions():
        try:
            text = distribution.read_text("entry_points.txt") or ""
        except (OSError, UnicodeError):  # some other package is damaged, which is not our concern
            continue
        if f"[{PROJECT}]" in text:
            found.setdefault(normalize(_origin(distribution).distribution), distribution)
    return dict(sorted(found.items()))


def _origin(distribution: Distribution) -> Origin:
    metadata = _metadata(distribution)
    return Origin(metadata.get("Name") or "(no name)", metadata.get("Version") or "(no version)")


def _metadata(distribution: Distribution) -> Any:
    try:
        return distribution.metadata
    except Exception:  # no METADATA: Python's versions differ in what they raise
        return Message()


def _chosen(found: Registry, providers: dict[str, Distribution]) -> list[Distribution]:
    """Return the distributions that the environment variable names, or all where it is not set."""
    given = os.environ.get(ONLY)
    if given is None:
        return list(providers.values())
    chosen = {normalize(name.strip()) for name in given.split(",") if name.strip()}
    for name in sorted(chosen - set(providers)):
        near = did_you_mean(name, providers)
        _report(found, Problem(name, "", f"named in {ONLY}, but no such plugin is installed{near}"))
    return [provider for name, provider in providers.items() if name in chosen]


def _load_distribution(found: Registry, distribution: Distribution) -> None:
    origin = _origin(distribution)
    try:
        points = sorted(distribution.entry_points.select(group=PROJECT))
    except Exception as error:
        _fail(found, origin, "entry_points.txt", PluginError(f"unreadable: {describe(error)}"))
        return
    for point in points:
        where = f"{point.name} = {point.value}"
        try:
            _refuse_other_release(distribution)
            with _taken(found, point.load, f"{origin.distribution}, {where}") as contribution:
                for kind, name, owners in found.owners(contribution):
                    if origin in owners:
                        raise PluginError(
                            f"registers {kind} {name!r}, as another of its entry points does"
                        )
        except PluginError as error:
            _fail(found, origin, where, error)
        else:
            found.add(origin, where, contribution)


def _refuse_other_release(distribution: Distribution) -> None:
    """Raise if the distribution is released in step with another version of Boolsmith."""
    for pin in map(_PIN.fullmatch, _metadata(distribution).get_all("Requires-Dist", ())):
        if pin is not None and pin[1] != boolsmith.__version__:
            raise PluginError(
                f"made for boolsmith {pin[1]}, this is {boolsmith.__version__}: install the same "
                "version of both"
            )


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


def _refuse_taken_names(
    found: Registry, origin: Origin, where: str, contribution: Contribution
) -> None:
    """Raise if another plugin has the name of this one, or a name that it registers."""
    for known in found.plugins:
        same_name = normalize(known.distribution) == normalize(origin.distribution)
        if same_name and known.entry_point != where:
            raise PluginError(
                f"{known} ({known.entry_point}) has that name already; rename the module"
            )
    for kind, name, owners in found.owners(contribution):
        others = [owner for owner in owners if owner.distribution != origin.distribution]
        if others:
            raise PluginError(f"{clash(kind, name, (*others, origin))}; choose another name")


def _fail(found: Registry, origin: Origin, where: str, error: PluginError) -> None:
    named = (origin.distribution, origin.version)
    found.plugins.append(Plugin(*named, where, failure=str(error)))
    _report(found, Problem(*named, f"{where}: {error}"), error)


def _report(found: Registry, problem: Problem, cause: PluginError | None = None) -> None:
    if os.environ.get(STRICT, "0") not in ("", "0"):
        raise PluginError(f"plugin {problem} ({STRICT} is set)") from cause
    found.problems.append(problem)


def _import_file(path: Path) -> ModuleType:
    """Return the module in a file, under a name of its own so that it hides no other module."""
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
    except BaseException:
        sys.modules.pop(name)
        if before is not None:
            sys.modules[name] = before
        raise
    return module
