"""What is checked of the entries that a plugin registers, before any of them is used.

A check raises `PluginError` with one line; which plugin it is, the loader adds.
"""

from __future__ import annotations

import contextlib
import inspect
import itertools
from collections.abc import Iterator
from typing import Any

import attrs

from boolsmith.acceptances import Acceptance
from boolsmith.errors import BoolsmithError
from boolsmith.metrics import Metric
from boolsmith.moves import Move
from boolsmith.observers import Observer
from boolsmith.operators import Operator
from boolsmith.plugins.hooks import HOOKS
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


class PluginError(BoolsmithError):
    """Why a plugin cannot be used, in one line."""


def checked_entries(hook: str, returned: list[Any]) -> list[Any]:
    """Return all that one plugin returned for a hook; raise unless all of it can be used."""
    kind, types = HOOKS[hook]
    expected = " or ".join(expected.__name__ for expected in types)
    found: dict[str, Any] = {}
    for entries in returned:
        if not isinstance(entries, list | tuple):
            raise PluginError(f"{hook}() returned {type_of(entries)}, not a list of {expected}")
        for entry in entries:
            if not isinstance(entry, types):
                raise PluginError(f"{hook}() returned a list with {type_of(entry)}, not {expected}")
            if entry.name in found:
                raise PluginError(f"registers {kind} {entry.name!r} twice")
            found[entry.name] = entry
            if isinstance(entry, Operator):
                _check_operator(entry)
            elif type(entry) in _OWN_ARGUMENTS:
                _check_callable(entry, *_OWN_ARGUMENTS[type(entry)])
    return list(found.values())


def _check_callable(entry: Any, attribute: str, arguments: tuple[str, ...]) -> None:
    where = f"{type(entry).__name__.lower()} {entry.name!r}"
    function = getattr(entry, attribute)
    if not callable(function):
        raise PluginError(f"{where}: {attribute} is {type_of(function)}, not a function")
    if entry.parameters is not None:
        if not isinstance(entry.parameters, type) or not attrs.has(entry.parameters):
            raise PluginError(f"{where}: parameters is {entry.parameters!r}, not an attrs class")
        arguments += tuple(field.name for field in attrs.fields(entry.parameters))
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some functions written in C have none
        return
    try:
        signature.bind(*arguments)
    except TypeError as error:
        wanted = f"{attribute}({', '.join(arguments)})"
        raise PluginError(f"{where}: {wanted} cannot be called: {error}") from error


def _check_operator(operator: Operator) -> None:
    where = f"operator {operator.name!r}"
    least = operator.min_arity
    if not isinstance(least, int) or not 2 <= least <= MAX_CHECKED_ARITY:
        raise PluginError(f"{where}: min_arity {least!r} is not 2 to {MAX_CHECKED_ARITY}")
    for arity in range(least, MAX_CHECKED_ARITY + 1):
        if _table(operator, arity, where) != _table(operator, arity, where):
            raise PluginError(
                f"{where}: accepts or parameters gives another answer when asked again"
            )


def _table(operator: Operator, arity: int, where: str) -> list[tuple[tuple[int, ...], bool]]:
    """Return every answer of `accepts`, by its arguments."""
    tails: list[tuple[int, ...]] = [()]
    if operator.parameters is not None:
        with calling(f"{where}: parameters({arity})") as call:
            values = list(itertools.islice(operator.parameters(arity), _MAX_PARAMETERS + 1))
        whole = all(isinstance(k, int) and not isinstance(k, bool) and k >= 0 for k in values)
        if not whole or not 0 < len(values) == len(set(values)) <= _MAX_PARAMETERS:
            shown = ", ".join(map(repr, values[:5])) + (", ..." if len(values) > 5 else "")
            raise PluginError(
                f"{call} gave [{shown}]: give whole numbers from 0, none of them twice"
            )
        tails = [(k,) for k in values]
    answers = {}
    for arguments in ((count, arity, *tail) for tail in tails for count in range(arity + 1)):
        with calling(f"{where}: accepts({', '.join(map(str, arguments))})") as call:
            answers[arguments] = operator.accepts(*arguments)
        if not isinstance(answers[arguments], bool):
            raise PluginError(f"{call} gave {answers[arguments]!r}, not True or False")
    return list(answers.items())


@contextlib.contextmanager
def calling(what: str) -> Iterator[str]:
    """Turn an exception of a call to a plugin into a `PluginError` that says what was called."""
    try:
        yield what
    except Exception as error:
        raise PluginError(f"{what} raised {describe(error)}") from error


def describe(error: BaseException) -> str:
    """Return an exception in one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def type_of(value: object) -> str:
    """Return the type of a value, as an error names it."""
    return "None" if value is None else f"a value of type {type(value).__name__}"
