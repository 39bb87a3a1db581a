"""What is checked of the entries that a plugin registers, before any of them is used.

Every check raises `PluginError` with one line for the plugin's author; who the plugin is, the
loader adds.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from boolsmith.acceptances import Acceptance
from boolsmith.errors import BoolsmithError
from boolsmith.metrics import Metric
from boolsmith.moves import Move
from boolsmith.observers import Observer
from boolsmith.operators import Operator
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


def check_entries(kind: str, entries: list[Any]) -> None:
    """Raise unless all that a hook returned can be used."""
    _check_names(kind, entries)
    for entry in entries:
        _check_entry(entry)


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
        raise PluginError(f"{where}: {attribute} is {type_of(function)}, not a function")
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


def type_of(value: object) -> str:
    """The type of a value, as an error names it."""
    return "None" if value is None else f"a value of type {type(value).__name__}"
