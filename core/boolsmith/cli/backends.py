"""`boolsmith backends`: every solver of subproblems, whether it is ready, how to install it."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import math
import time
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import attrs

from boolsmith.cli.output import add_json_option, print_json, print_table
from boolsmith.errors import BoolsmithError, UnknownNameError
from boolsmith.plugins import Registry, registry
from boolsmith.plugins.checks import describe
from boolsmith.plugins.index import KnownPlugin, known_plugins
from boolsmith.plugins.registry import normalize
from boolsmith.subproblems import BackendSpec

if TYPE_CHECKING:
    from boolsmith.subproblems import Solution

LOCAL_LIMIT, REMOTE_LIMIT = 5.0, 30.0  # seconds; hybrid solvers have a least time of their own

_COLUMNS = ("backend", "solves", "subproblems", "operators", "state", "description")
_ROUNDING = 1e-9  # what sums of weights in another order may differ by


@attrs.frozen
class Check:
    """What came of solving a small subproblem: the rule, or the reason why there is none."""

    rule: str | None
    reason: str | None
    seconds: float


@attrs.frozen
class Status:
    """A backend, who brings it, and the reason why it is not ready, if so."""

    spec: BackendSpec
    distribution: str
    version: str | None
    installed: bool
    reason: str | None
    check: Check | None = None


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="backends to show (default: all)")
    help_text = "solve a small subproblem with every one that is installed; remote ones contact "
    help_text += "their service; exit status 1 if one fails"
    parser.add_argument("--check", action="store_true", help=help_text)
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the backends."""
    found = registry()
    statuses = {status.spec.name: status for status in _statuses(found)}
    for name in args.names:
        if name not in statuses:
            raise UnknownNameError("backend", name, statuses, found.backends.hint)
    shown = [status for name, status in statuses.items() if not args.names or name in args.names]
    if args.check:
        shown = [attrs.evolve(s, check=_check(s.spec)) if s.installed else s for s in shown]
    if args.json:
        print_json({"backends": [_document(status) for status in shown]})
    else:
        print_table(_COLUMNS, map(_row, shown))
    return 1 if any(status.check and status.check.reason for status in shown) else 0


def _statuses(found: Registry) -> list[Status]:
    """Return the registered backends, then those that could be installed."""
    registered = [_registered(found, spec) for spec in found.backends]
    present = {status.spec.name.rpartition(":")[2] for status in registered}
    absent = [
        _absent(found, plugin, known_spec(plugin, name))
        for plugin in known_plugins()
        for name in plugin.registers.get("backend", {})
        if name not in present
    ]
    return registered + absent


def _registered(found: Registry, spec: BackendSpec) -> Status:
    origin = found.backends.origin(spec.name)
    modules = [spec.requires, spec.target.partition(":")[0]]
    missing = next((name for name in modules if name and not _importable(name)), None)
    reason = f"module {missing} is missing" if missing else _why_not_configured(spec)
    return Status(spec, origin.distribution, origin.version, missing is None, reason)


def known_spec(plugin: KnownPlugin, name: str) -> BackendSpec:
    """Return a backend as its distribution registers it, as far as the index knows."""
    details = dict(plugin.registers["backend"][name])
    if "shapes" in details:
        details["shapes"] = tuple(details["shapes"])
    return BackendSpec(name, "none:none", install=plugin.install, **details)


def _absent(found: Registry, plugin: KnownPlugin, spec: BackendSpec) -> Status:
    if any(normalize(p.distribution) == plugin.name and p.failure for p in found.plugins):
        reason = f"{plugin.name} failed to load: see `boolsmith plugins`"
        return Status(spec, plugin.name, None, True, reason)
    try:
        installed = version(plugin.name)
    except PackageNotFoundError:
        return Status(spec, plugin.name, None, False, "not installed")
    reason = f"{plugin.name} is installed but not loaded: see BOOLSMITH_PLUGINS"
    return Status(spec, plugin.name, installed, True, reason)


def _importable(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):  # a parent that is missing, a module without a spec
        return False


def _why_not_configured(spec: BackendSpec) -> str | None:
    """Return what a backend says that it lacks besides modules; it contacts nothing for that."""
    if spec.configured is None:
        return None
    module, _, function = spec.configured.partition(":")
    try:
        lacking = getattr(importlib.import_module(module), function)()
    except Exception as error:  # foreign code
        return f"{spec.configured} raised {describe(error)}"
    return None if lacking is None else str(lacking)


def _check(spec: BackendSpec) -> Check:
    begun = time.perf_counter()
    try:
        solution = _solution(spec)
    except Exception as error:  # foreign code
        reason = str(error) if isinstance(error, BoolsmithError) else describe(error)
        return Check(None, " ".join(reason.split()), time.perf_counter() - begun)
    spent = solution.seconds or time.perf_counter() - begun  # its own leave out compiling
    return Check(str(solution.rule), None, spent)


def _solution(spec: BackendSpec) -> Solution:
    """Return what a backend makes of an Or of two features; raise if that is not an answer."""
    from boolsmith.data import pack
    from boolsmith.operators import OR
    from boolsmith.subproblems import Subproblem

    data = pack([[1, 0], [0, 1], [0, 0]], [1, 1, 0], feature_names=["a", "b"])
    subproblem = Subproblem(data, OR, min_num_literals=1, max_num_literals=2)
    backend = spec.load()
    refused = spec.refusal(backend, subproblem)
    if refused is not None:
        raise BoolsmithError(f"it does not take an Or of two features: {refused}")
    limit = REMOTE_LIMIT if spec.remote else LOCAL_LIMIT
    solution = backend.solve(subproblem, time_limit=limit, seed=0)
    rule, objective = solution.rule, solution.objective
    if rule is None:
        raise BoolsmithError(f"no rule: {solution.message or solution.status}")
    error = math.inf if objective is None else abs(subproblem.objective(rule) - objective)
    if error > _ROUNDING or not subproblem.fits(rule):
        raise BoolsmithError(f"a wrong answer: {rule}, said to score {objective}")
    return solution


def _row(status: Status) -> tuple[str, ...]:
    spec = status.spec
    solves = "as it is" if spec.formulation == "native" else spec.formulation.upper()
    where = ", remote" if spec.remote else ""
    depths = "depth 1" if spec.shapes == ("depth-one",) else "depth 1 and 2"
    left_out = [operator.name for operator in registry().operators if not spec.takes(operator)]
    operators = f"all but {', '.join(left_out)}" if left_out else "all"
    return spec.name, solves + where, depths, operators, _state(status), spec.description


def _state(status: Status) -> str:
    if status.check is not None:
        reason, seconds = status.check.reason, status.check.seconds
        return f"FAILED: {reason}" if reason else f"answered in {seconds:.3g} s"
    if status.reason is None:
        return "ready"
    install = "" if status.installed else status.spec.install
    return f"{status.reason}: {install}" if install else status.reason


def _document(status: Status) -> dict[str, Any]:
    spec = status.spec
    shown = ("name", "description", "formulation", "shapes", "remote")
    return {
        **{field: getattr(spec, field) for field in shown},
        **attrs.asdict(status, filter=lambda field, _: field.name != "spec"),
        "operators": [o.name for o in registry().operators if spec.takes(o)],
        "ready": status.reason is None,
        "install": spec.install or None,
    }
