"""What is known of every backend: registered or not, ready or not, and whether it answers."""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version

import attrs

from boolsmith.errors import BoolsmithError, UnknownNameError
from boolsmith.plugins import Registry, registry
from boolsmith.plugins.checks import describe
from boolsmith.plugins.index import KnownPlugin, known_plugins
from boolsmith.plugins.registry import normalize
from boolsmith.subproblems import BackendSpec

LOCAL_LIMIT, REMOTE_LIMIT = 5.0, 30.0  # seconds; hybrid solvers have a least time of their own

_ROUNDING = 1e-9  # what sums of weights in another order may differ by


@attrs.frozen
class Check:
    """What came of solving a small subproblem: the rule, or the reason why there is none."""

    rule: str | None
    reason: str | None
    seconds: float


@attrs.frozen
class Status:
    """A backend, who brings it, and why it is not ready, if so."""

    spec: BackendSpec
    distribution: str
    version: str | None
    installed: bool
    reason: str | None
    check: Check | None = None
    install: str = ""  # what would make it ready, if that is all that is needed

    @property
    def ready(self) -> bool:
        """Whether the backend can be used, as far as can be told without using it."""
        return self.reason is None


def backend_statuses(names: Sequence[str] = ()) -> list[Status]:
    """Every backend, or those named: the registered ones, then those that could be installed."""
    found = registry()
    registered = [_registered(found, spec) for spec in found.backends]
    present = {status.spec.name.rpartition(":")[2] for status in registered}
    others = [
        _absent(found, plugin, known_spec(plugin, name))
        for plugin in known_plugins()
        for name in plugin.registers.get("backend", {})
        if name not in present
    ]
    statuses = {status.spec.name: status for status in [*registered, *others]}
    for name in names:
        if name not in statuses:
            raise UnknownNameError("backend", name, statuses, found.backends.hint)
    return [status for name, status in statuses.items() if not names or name in names]


def _registered(found: Registry, spec: BackendSpec) -> Status:
    origin = found.backends.origin(spec.name)
    missing = _missing_module(spec)
    reason = _why_not_configured(spec) if missing is None else f"module {missing} is missing"
    install = spec.install if missing else ""
    return Status(
        spec, origin.distribution, origin.version, missing is None, reason, install=install
    )


def known_spec(plugin: KnownPlugin, name: str) -> BackendSpec:
    """Return a backend as its distribution registers it, as far as the index knows."""
    told = dict(plugin.registers["backend"][name])
    if "shapes" in told:
        told["shapes"] = tuple(told["shapes"])
    return BackendSpec(name, "none:none", install=plugin.install, **told)


def _absent(found: Registry, plugin: KnownPlugin, spec: BackendSpec) -> Status:
    if any(normalize(p.distribution) == plugin.name and p.failure for p in found.plugins):
        reason = f"{plugin.name} failed to load: see `boolsmith plugins`"
        return Status(spec, plugin.name, None, True, reason)
    try:
        installed = version(plugin.name)
    except PackageNotFoundError:
        return Status(spec, plugin.name, None, False, "not installed", install=plugin.install)
    reason = f"{plugin.name} is installed but not loaded: see BOOLSMITH_PLUGINS"
    return Status(spec, plugin.name, installed, True, reason)


def _missing_module(spec: BackendSpec) -> str | None:
    """The module that a backend needs and that is not there; none is imported."""
    target = spec.target.partition(":")[0]
    needed = [target] if spec.requires is None else [spec.requires, target]
    return next((module for module in needed if not _importable(module)), None)


def _why_not_configured(spec: BackendSpec) -> str | None:
    """What a backend says that it lacks besides modules; it contacts nothing for that."""
    if spec.configured is None:
        return None
    module, _, function = spec.configured.partition(":")
    try:
        told = getattr(importlib.import_module(module), function)()
    except Exception as error:  # foreign code
        return f"{spec.configured} raised {describe(error)}"
    return None if told is None else str(told)


def _importable(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):  # a parent that is missing, a module without a spec
        return False


def checked(statuses: Sequence[Status]) -> Iterator[Status]:
    """The same, where those that are installed have solved a small subproblem or failed to."""
    for status in statuses:
        yield attrs.evolve(status, check=_check(status.spec)) if status.installed else status


def _check(spec: BackendSpec) -> Check:
    from boolsmith.data import pack
    from boolsmith.operators import OR
    from boolsmith.subproblems import Subproblem

    data = pack([[1, 0], [0, 1], [0, 0]], [1, 1, 0], feature_names=["a", "b"])
    subproblem = Subproblem(data, OR, min_num_literals=1, max_num_literals=2)
    limit = REMOTE_LIMIT if spec.remote else LOCAL_LIMIT
    begun = time.perf_counter()

    def failed(reason: str) -> Check:
        return Check(None, " ".join(reason.split()), time.perf_counter() - begun)

    try:
        backend = spec.load()
        begun = time.perf_counter()
        refused = spec.refusal(backend, subproblem)
        if refused is not None:
            return failed(f"it does not take an Or of two features: {refused}")
        solution = backend.solve(subproblem, time_limit=limit, seed=0)
        if solution.rule is None:
            return failed(f"no rule: {solution.message or solution.status}")
        told, fits = solution.objective, subproblem.fits(solution.rule)
        if not fits or told is None or abs(subproblem.objective(solution.rule) - told) > _ROUNDING:
            return failed(f"a wrong answer: {solution.rule}, said to score {told}")
    except BoolsmithError as error:
        return failed(str(error))
    except Exception as error:  # foreign code
        return failed(describe(error))
    spent = solution.seconds or time.perf_counter() - begun  # its own leave out compiling
    return Check(str(solution.rule), None, spent)
