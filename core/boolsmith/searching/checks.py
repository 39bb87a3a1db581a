"""Checks of single settings: each raises one line with the value and what would be right."""

from __future__ import annotations

from typing import Any

from boolsmith.errors import BoolsmithError
from boolsmith.metrics import Metric
from boolsmith.moves import Move
from boolsmith.operators import AnyOperator
from boolsmith.plugins import registry
from boolsmith.rules import Rule
from boolsmith.schedules import Schedule
from boolsmith.strategies import Strategy
from boolsmith.subproblems import BackendSpec

_KINDS: dict[str, tuple[Any, str]] = {
    "metric": (Metric, "Metric('mine', function of tp, fp, fn, tn)"),
    "operator": (AnyOperator, "Operator('Mine', function of count, arity)"),
    "schedule": (Schedule, "Schedule('mine', function of num_iterations)"),
    "move": (Move, "Move('mine', function of rule, context)"),
    "strategie": (Strategy, "Strategy('mine', 'module:Class')"),
    "backend": (BackendSpec, "BackendSpec('mine', 'module:Class', formulation='native')"),
}


def by_name(kind: str, given: Any) -> Any:
    """What is registered under the name given, or what is given if it is of the right type."""
    if isinstance(given, str):
        return registry().namespace(f"{kind}s").get(given)
    wanted, example = _KINDS[kind]
    if not isinstance(given, wanted):
        shown = " ".join(repr(given).split())
        raise BoolsmithError(f"{kind} {shown} will not do: give a name or {example}")
    return given


def as_rule(name: str, given: Any) -> Rule:
    """The rule that is given, or that the text given reads as."""
    if isinstance(given, str):
        return Rule.parse(given)
    if not isinstance(given, Rule):
        shown = " ".join(repr(given).split())
        raise BoolsmithError(f"{name} {shown} is no rule: give one, or text such as 'And(a, b)'")
    return given


def check_whole(name: str, value: Any, least: int) -> None:
    """Raise unless the value is None or a whole number of at least `least`."""
    if value is None:
        return
    if isinstance(value, bool) or not hasattr(value, "__index__") or value < least:
        raise BoolsmithError(f"{name}={value!r}: give a whole number of at least {least}")


def check_positive(name: str, value: Any) -> None:
    """Raise unless the value is None or a positive, finite number."""
    if value is not None and not (_is_number(value) and 0 < value < float("inf")):
        raise BoolsmithError(f"{name}={value!r}: give a positive number")


def check_not_negative(name: str, value: Any) -> None:
    """Raise unless the value is a finite number of 0 or more."""
    if not (_is_number(value) and 0 <= value < float("inf")):
        raise BoolsmithError(f"{name}={value!r}: give a number that is not negative")


def _is_number(value: Any) -> bool:
    return hasattr(value, "__float__") and not isinstance(value, (bool, str))


def check_depth(subtree_depth: int, solver: BackendSpec | None) -> None:
    """Raise unless subtrees have depth 1, or 2 and the backend takes that."""
    if subtree_depth > 2:
        raise BoolsmithError(f"subtree_depth={subtree_depth}: give 1 or 2")
    if subtree_depth == 2 and solver is not None and set(solver.shapes) <= {"depth-one"}:
        raise BoolsmithError(
            f"subtree_depth=2: backend {solver.name!r} takes subproblems of depth 1 only; "
            "give subtree_depth=1, or a backend that takes depth 2, such as 'local'"
        )
