"""Loading: entry points in a sorted order, each under its own guard."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import pickle
import sys
import threading
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.metadata import Distribution, EntryPoint, distributions
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

import boolsmith
from boolsmith.errors import BoolsmithError, did_you_mean
from boolsmith.plugins import builtin
from boolsmith.plugins.checks import Contribution, PluginError, collect, describe
from boolsmith.plugins.hooks import HOOKS, PROJECT
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
    _add(found, Origin(BUILTIN_DISTRIBUTION, boolsmith.__version__), "built in", collect(builtin))
    for distribution in _chosen(found, _providers()):
        _load_distribution(found, distribution)
    _settle(found)
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
            with _guard():
                contribution = collect(module)
            _refuse_other(found, origin, where)
            _refuse_clash(found, origin, contribution)
        except PluginError as error:
            raise PluginError(f"plugin {name}: {error}") from error
        _remove(found, name)
        _add(found, origin, where, contribution)
        _settle(found)
        _unpackaged[module.__name__] = where
        return found.plugins[-1]


def unload_plugin(name: str) -> None:
    """Forget what `load_plugin` registered for the module of that name."""
    with _lock:
        found = registry()
        _remove(found, name)
        _settle(found)
        _unpackaged.pop(name, None)
        _unpackaged.pop(_FILE_PREFIX + name, None)


@attrs.frozen(eq=False)
class Carried:
    """A value on its way to another process, with the plugins that `load_plugin` brought here."""

    plugins: dict[str, str]
    pickled: bytes

    @classmethod
    def of(cls, value: Any) -> Carried:
        """The value as it travels."""
        from joblib import wrap_non_picklable_objects

        travelling = wrap_non_picklable_objects(value, keep_wrapper=False)
        return cls(dict(_unpackaged), pickle.dumps(travelling))

    def open(self) -> Any:
        """The value, after loading the plugins that this process lacks."""
        for name, file in self.plugins.items():
            if name not in _unpackaged and Path(file).is_file():
                load_plugin(_imported(name) or file)
        try:
            return pickle.loads(self.pickled)  # noqa: S301
        except (BoolsmithError, ImportError, AttributeError) as error:
            raise BoolsmithError(
                f"another process has not what this one has: {error} (a plugin reaches it only "
                "from a file: give load_plugin its path)"
            ) from error


def _imported(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:  # it was loaded from a file, or from a path that is not known here
        return None


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
    """The distributions that the environment asks for: all, unless it names some."""
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
            with _guard():
                contribution = collect(point.load())
            _refuse_twice(found, origin, contribution)
        except PluginError as error:
            _fail(found, origin, where, error)
        else:
            _add(found, origin, where, contribution)


def _sort_key(point: EntryPoint) -> tuple[str, str]:
    return point.name, point.value


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
        raise PluginError(f"raised {describe(error)}") from error


def _refuse_twice(found: Registry, origin: Origin, contribution: Contribution) -> None:
    for kind, name, owners in _owners(found, contribution):
        if origin in owners:
            raise PluginError(f"registers {kind} {name!r}, as another of its entry points does")


def _refuse_clash(found: Registry, origin: Origin, contribution: Contribution) -> None:
    for kind, name, owners in _owners(found, contribution):
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


def _owners(found: Registry, new: Contribution) -> Iterator[tuple[str, str, tuple[Origin, ...]]]:
    for hook, entries in new.items():
        for entry in entries:
            yield HOOKS[hook][0], entry.name, found.namespace(hook).owners(entry.name)


def _add(found: Registry, origin: Origin, where: str, contribution: Contribution) -> None:
    registers = {}
    for hook, entries in contribution.items():
        registers[hook.removeprefix("boolsmith_")] = tuple(entry.name for entry in entries)
        for entry in entries:
            found.namespace(hook).add(origin, entry)
    found.plugins.append(Plugin(origin, where, registers))


def _remove(found: Registry, distribution: str) -> None:
    for namespace in found.namespaces().values():
        namespace.remove(distribution)
    found.plugins[:] = [known for known in found.plugins if known.distribution != distribution]


def _fail(found: Registry, origin: Origin, where: str, error: PluginError) -> None:
    found.plugins.append(Plugin(origin, where, {}, str(error)))
    _report(found, Problem(origin.distribution, origin.version, f"{where}: {error}"), error)


def _report(found: Registry, problem: Problem, cause: PluginError | None = None) -> None:
    if os.environ.get(STRICT, "0") not in ("", "0"):
        raise PluginError(f"plugin {problem} ({STRICT} is set)") from cause
    found.problems.append(problem)


def _settle(found: Registry) -> None:
    failed = sum(plugin.failure is not None for plugin in found.plugins)
    hint = f" ({failed} plugin(s) failed to load: see `boolsmith plugins`)" if failed else ""
    for namespace in found.namespaces().values():
        namespace.settle()
        namespace.hint = hint


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
