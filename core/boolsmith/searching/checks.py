"""Checks of settings: each takes a name, a given value and the settings resolved so far.

It returns the value that the search uses, or raises one line with the value and what is right.
"""

from __future__ import annotations

import math
import operator
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from boolsmith.acceptances import Acceptance
from boolsmith.errors import BoolsmithError, UnknownNameError
from boolsmith.extensions import Extension, Reference, build_parameters
from boolsmith.metrics import Metric
from boolsmith.moves import Move, turns_of_moves
from boolsmith.observers import Observer, ObserverBase
from boolsmith.operators import BUILTIN, AnyOperator, Operator, TableOperator
from boolsmith.plugins import registry
from boolsmith.rules import Literal, Node, Rule
from boolsmith.schedules import Schedule
from boolsmith.searching.declaring import Check
from boolsmith.strategies import Strategy
from boolsmith.subproblems import BackendSpec

if TYPE_CHECKING:
    from boolsmith.searching.settings import Settings

HOLE = "_"  # the name that stands for the part of a base rule to be found
LARGEST_BOUND = 1000  # beyond it, the archive of a start would fill the memory
_ONE = (str, Rule, Move, Observer, ObserverBase, Operator, TableOperator)
_KINDS: dict[str, tuple[str, Any, str]] = {  # namespace, type, what to give it beside a name
    "metric": ("metrics", Metric, "function of tp, fp, fn, tn"),
    "operator": ("operators", AnyOperator, "function of count, arity"),
    "schedule": ("schedules", Schedule, "function of num_iterations"),
    "acceptance": ("acceptances", Acceptance, "function of difference, temperature, draw"),
    "strategy": ("strategies", Strategy, "'module:Class'"),
    "move": ("moves", Move, "function of rule, context"),
    "backend": ("backends", BackendSpec, "'module:Class', formulation='native'"),
}


def by_name(kind: str, given: Any, _: object = None) -> Any:
    """Return what is registered under the name, or what is given if it is of the right type."""
    namespace, wanted, further = _KINDS[kind]
    if isinstance(given, str):
        return registry().namespace(namespace).get(given)
    if not isinstance(given, wanted):
        example = f"{'Operator' if kind == 'operator' else wanted.__name__}('mine', {further})"
        raise BoolsmithError(f"{kind} {_line(given)} will not do: give a name or {example}")
    return given


def optional(check: Check) -> Check:
    """Return the check of a setting that may also be None."""
    return lambda name, given, settings: None if given is None else check(name, given, settings)


def number(right: str, fits: Callable[[float], bool]) -> Check:
    """Return the check of a finite number that fits; `right` says in words which numbers do."""

    def check(name: str, given: Any, _: Settings) -> float:
        is_number = hasattr(given, "__float__") and not isinstance(given, (bool, str))
        if not (is_number and math.isfinite(given) and fits(given)):
            raise BoolsmithError(f"{name}={given!r}: give {right}")
        return float(given)

    return check


positive = number("a positive number", lambda value: value > 0)
not_negative = number("a number that is not negative", lambda value: value >= 0)


def whole(least: int, most: float = math.inf, default: Callable[[Any], Any] | None = None) -> Check:
    """Return the check of a whole number from `least` to `most`.

    What stands for None is the default for the settings resolved so far, or None.
    """

    def check(name: str, given: Any, settings: Settings) -> Any:
        if given is None:
            return None if default is None else default(settings)
        if isinstance(given, bool) or not hasattr(given, "__index__") or given < least:
            raise BoolsmithError(f"{name}={given!r}: give a whole number of at least {least}")
        if given > most:
            raise BoolsmithError(f"{name}={given}: give at most {most}")
        return operator.index(given)

    return check


at_least_one = whole(1, default=lambda _: 1)
seed = whole(0, default=lambda _: secrets.randbits(32))
burn_in = whole(0, default=lambda settings: (settings.num_iterations or 0) // 3)


def parameters(name: str, given: Any, settings: Settings) -> dict[str, Any]:
    """Set the parameters of an extension that the settings name, and return them."""
    owner = name.removesuffix("_parameters")
    found = getattr(settings, owner)
    if found is not None:
        settings._put(owner, found.with_parameters(given))
    if isinstance(found, Schedule):
        _ = settings.temperatures  # so that a schedule that gives wrong ones is refused here
    return dict(given or {})


def strategy_parameters(name: str, given: Any, settings: Settings) -> Any:
    """Return an instance of the parameter class of the strategy; None if it has none."""
    strategy = settings.strategy
    return build_parameters(strategy.parameters, given, f"strategy {strategy.name!r}")


def backend_parameters(name: str, given: Any, settings: Settings) -> dict[str, Any]:
    """Return the parameters of the backend, which must be one that takes them."""
    if given and settings.backend is not None:
        settings.backend.build_parameters(given)
    return dict(given or {})


def default_starts(settings: Settings) -> int:
    """Return the number of starts of the strategy.

    With a seed it must not depend on the number of threads; a time limit is another matter.
    """
    if settings.strategy.until_time_limit and settings.time_limit is not None:
        return max(settings.num_threads, settings.num_processes)
    return settings.strategy.num_starts


def subtree_depth(name: str, given: Any, settings: Settings) -> Any:
    """Return the depth of subtrees, which is 1, or 2 if the backend takes that."""
    solver = settings.backend
    if given == 2 and solver is not None and set(solver.shapes) <= {"depth-one"}:
        raise BoolsmithError(
            f"{name}=2: backend {solver.name!r} takes subproblems of depth 1 only; "
            f"give {name}=1, or a backend that takes depth 2, such as 'local'"
        )
    return whole(1, 2)(name, given, settings)


def max_samples(name: str, given: Any, settings: Settings) -> Any:
    """Return the most rows of a subproblem; None for all of them."""
    if given == "auto":
        return None if settings.backend is None else settings.backend.max_samples
    if isinstance(given, str):
        raise BoolsmithError(f"{name}={given!r}: give a whole number, None or 'auto'")
    return whole(1)(name, given, settings)


def operators(name: str, given: Any, settings: Settings) -> tuple[AnyOperator, ...]:
    """Return the operators, each once; those built in if none are given."""
    if given is None:
        return tuple(BUILTIN.values())
    found = [by_name("operator", operator) for operator in _many(given)]
    if not found:
        raise BoolsmithError("operators is empty: name at least one, such as 'And'")
    return tuple(dict.fromkeys(found))


def local_moves(name: str, given: Any, settings: Settings) -> Any:
    """Return the local moves as given, after checking that they name local moves."""
    turns_of_moves(given)
    return given


def moves(name: str, given: Any, settings: Settings) -> tuple[Move, ...]:
    """Return the moves that are given."""
    found = tuple(by_name("move", move) for move in _many(given))
    for move in found:
        if move.local is not None:
            raise BoolsmithError(
                f"{move.name} is a local move, which takes part anyway: local_moves says how often"
            )
    return found


def move_parameters(name: str, given: Any, settings: Settings) -> dict[str, Any]:
    """Set the parameters of each move, and return them."""
    own, names = dict(given or {}), [move.name for move in settings.moves]
    unused = own.keys() - set(names)
    if unused:
        raise UnknownNameError(f"move in {name}", min(unused), names)
    found = (move.with_parameters(own.get(move.name)) for move in settings.moves)
    settings._put("moves", tuple(found))
    return own


def observers(name: str, given: Any, settings: Settings) -> tuple[ObserverBase, ...]:
    """Return an observer for each that is given or named."""
    many = (registry().observers.get(o) if isinstance(o, str) else o for o in _many(given))
    return tuple(o.with_parameters().make() if isinstance(o, Observer) else o for o in many)


def warm_start(name: str, given: Any, settings: Settings) -> tuple[Rule, ...]:
    """Return the rules that are given, or that the texts given read as."""
    return tuple(_rule(name, rule) for rule in _many(given))


def base_rule(name: str, given: Any, settings: Settings) -> Rule:
    """Return a rule with exactly one hole."""
    rule = _rule(name, given)
    holes = sum(literal.feature == HOLE for literal in rule.literals())
    if holes != 1 or not isinstance(rule, (Node, Literal)):
        raise BoolsmithError(
            f"{name} {rule} has {holes} holes: write {HOLE} once where the search is to fill in"
        )
    return rule


def plain(value: Any) -> Any:
    """Return a resolved value as plain data: extensions by name, rules as text."""
    if isinstance(value, (Extension, Reference, Operator, TableOperator)):
        return value.name
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if attrs.has(type(value)) and not isinstance(value, Rule):
        return attrs.asdict(value)
    return str(value) if isinstance(value, Rule) else value


def _rule(name: str, given: Any) -> Rule:
    if isinstance(given, str):
        return Rule.parse(given)
    if not isinstance(given, Rule):
        text = _line(given)
        raise BoolsmithError(f"{name} {text} is not a rule: give one, or text such as 'And(a, b)'")
    return given


def _many(given: Any) -> Sequence[Any]:
    """Return what was given for a setting that takes several; one alone will do."""
    if given is None:
        return ()
    return (given,) if isinstance(given, _ONE) or not hasattr(given, "__iter__") else given


def _line(value: Any) -> str:
    return " ".join(repr(value).split())
