"""What is checked of a plugin before anything of it is used.

Every check raises `PluginError` with one line for the plugin's author; who the plugin is, the
loader adds.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs
import pluggy

from boolsmith.acceptances import Acceptance
from boolsmith.errors import BoolsmithError, did_you_mean
from boolsmith.metrics import Metric
from boolsmith.moves import Move
from boolsmith.observers import Observer
from boolsmith.operators import Operator
from boolsmith.plugins import hooks
from boolsmith.plugins.hooks import API_VERSION, HOOKS, PROJECT
from boolsmith.schedules import Schedule

MAX_CHECKED_ARITY = 8
_MAX_PARAMETERS = 1000
_OWN_ARGUMENTS = {  # what the core calls, and with how many arguments before the parameters
    Metric: ("score", ("tp", "fp", "fn", "tn")),
    Move: ("propose", ("rule", "context")),
    Schedule: ("temperatures", ("num_iterations",)),
    Acceptance: ("accepts", ("difference", "temperature", "draw")),
    Observer: ("create", ()),
}

Contribution = dict[str, list[Any]]


class PluginError(BoolsmithError):
    """Why a plugin cannot be used, in one line."""


def collect(plugin: Any) -> Contribution:
    """Everything that a plugin's hooks return, by hook, checked."""
    version = getattr(plugin, "boolsmith_api", API_VERSION)
    if version != API_VERSION:
        raise PluginError(
            f"written for version {version!r} of the plugin interface, this is {API_VERSION}: "
            "install a version of the plugin made for it"
        )
    manager = _manager(plugin)
    found: Contribution = {}
    for hook in HOOKS:
        for implementation in getattr(manager.hook, hook).get_hookimpls():
            # Called directly: pluggy leaves out None, which is a forgotten `return` here.
            found.setdefault(hook, []).extend(_returned(hook, implementation.function))
    for hook, entries in found.items():
        _check_names(HOOKS[hook][0], entries)
        for entry in entries:
            _check_entry(entry)
    return found


def _manager(plugin: Any) -> pluggy.PluginManager:
    """A manager for this plugin alone, so that what is wrong in it stays in it."""
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(hooks)
    implemented = 0
    for name in dir(plugin):
        function = getattr(plugin, name)
        options = manager.parse_hookimpl_opts(plugin, name)
        if options is not None:
            _check_hook(options.get("specname") or name, function, options)
            implemented += 1
        elif name.startswith("boolsmith_") and inspect.isroutine(function):
            _check_hook(name, function, {})
            raise PluginError(f"{name} is not marked: put @boolsmith.hookimpl above it")
    if not implemented:
        raise PluginError(f"implements no hook; hooks are {', '.join(HOOKS)}")
    manager.register(plugin)
    return manager


def _check_hook(name: str, function: Callable[..., Any], options: Any) -> None:
    if name not in HOOKS:
        raise PluginError(f"unknown hook {name!r}{did_you_mean(name, HOOKS)}")
    if options.get("wrapper") or options.get("hookwrapper"):
        raise PluginError(f"{name} is a wrapper: hooks only return a list")
    required = [
        parameter.name
        for parameter in inspect.signature(function).parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    if required:
        raise PluginError(f"{name}({', '.join(required)}) has a wrong signature: it takes nothing")


def _returned(hook: str, function: Callable[[], Any]) -> list[Any]:
    try:
        entries = function()
    except Exception as error:
        raise PluginError(f"{hook}() raised {describe(error)}") from error
    kinds = HOOKS[hook][1]
    expected = " or ".join(kind.__name__ for kind in kinds)
    if not isinstance(entries, list | tuple):
        raise PluginError(f"{hook}() returned {_type(entries)}, not a list of {expected}")
    for entry in entries:
        if not isinstance(entry, kinds):
            raise PluginError(f"{hook}() returned a list with {_type(entry)}, not {expected}")
    return list(entries)


def _check_names(kind: str, entries: list[Any]) -> None:
    seen = set()
    for entry in entries:
        if entry.name in seen:
            raise PluginError(f"registers {kind} {entry.name!r} twice")
        seen.add(entry.name)


def _check_entry(entry: Any) -> None:
    if isinstance(entry, Operator):
        _check_operator(entry)
    elif type(entry) in _OWN_ARGUMENTS:
        attribute, arguments = _OWN_ARGUMENTS[type(entry)]
        _check_callable(entry, attribute, arguments)


def _check_callable(entry: Any, attribute: str, arguments: tuple[str, ...]) -> None:
    where = f"{type(entry).__name__.lower()} {entry.name!r}"
    function = getattr(entry, attribute)
    if not callable(function):
        raise PluginError(f"{where}: {attribute} is {_type(function)}, not a function")
    if entry.parameters is not None:
        if not isinstance(entry.parameters, type) or not attrs.has(entry.parameters):
            raise PluginError(f"{where}: parameters is {entry.parameters!r}, not an attrs class")
        arguments += tuple(field.name for field in attrs.fields(entry.parameters))
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some functions written in C do not tell
        return
    try:
        signature.bind(*arguments)
    except TypeError as error:
        wanted = f"{attribute}({', '.join(arguments)})"
        raise PluginError(f"{where}: {wanted} cannot be called: {error}") from error


def _check_operator(operator: Operator) -> None:
    """Tabulate twice: an operator that fails or changes its mind is refused here, by name."""
    where = f"operator {operator.name!r}"
    least = operator.min_arity
    if not isinstance(least, int) or not 2 <= least <= MAX_CHECKED_ARITY:
        raise PluginError(f"{where}: min_arity {least!r} is not 2 to {MAX_CHECKED_ARITY}")
    for arity in range(least, MAX_CHECKED_ARITY + 1):
        if _tabulate(operator, arity) != _tabulate(operator, arity):
            raise PluginError(
                f"{where}: accepts or parameters gives another answer when asked again"
            )


def _tabulate(operator: Operator, arity: int) -> list[tuple[tuple[int, ...], bool]]:
    return [
        (arguments, _answer(operator, arguments))
        for tail in _parameters(operator, arity)
        for arguments in ((count, arity, *tail) for count in range(arity + 1))
    ]


def _parameters(operator: Operator, arity: int) -> Iterator[tuple[int, ...]]:
    """The arguments of `accepts` after the arity: nothing, or each value of the parameter."""
    if operator.parameters is None:
        yield ()
        return
    where = f"operator {operator.name!r}: parameters({arity})"
    try:
        given: Iterable[Any] = operator.parameters(arity)
        values = list(itertools.islice(given, _MAX_PARAMETERS + 1))
    except Exception as error:
        raise PluginError(f"{where} raised {describe(error)}") from error
    whole = all(isinstance(k, int) and not isinstance(k, bool) and k >= 0 for k in values)
    if not values or not whole or len(set(values)) != len(values) or len(values) > _MAX_PARAMETERS:
        shown = ", ".join(map(repr, values[:5])) + (", ..." if len(values) > 5 else "")
        raise PluginError(f"{where} gave [{shown}]: give whole numbers from 0, none of them twice")
    for k in values:
        yield (k,)


def _answer(operator: Operator, arguments: tuple[int, ...]) -> bool:
    call = f"operator {operator.name!r}: accepts({', '.join(map(str, arguments))})"
    try:
        answer = operator.accepts(*arguments)
    except Exception as error:
        raise PluginError(f"{call} raised {describe(error)}") from error
    if not isinstance(answer, bool):
        raise PluginError(f"{call} gave {answer!r}, not True or False")
    return answer


def describe(error: BaseException) -> str:
    """An exception in one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _type(value: object) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__}"
