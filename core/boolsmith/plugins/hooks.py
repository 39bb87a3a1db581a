"""The hooks a plugin may implement. Each takes nothing and returns a list."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pluggy

from boolsmith.acceptances import Acceptance
from boolsmith.commands import Command
from boolsmith.exporters import Exporter
from boolsmith.metrics import Metric
from boolsmith.moves import Move
from boolsmith.observers import Observer
from boolsmith.operators import Operator, TableOperator
from boolsmith.schedules import Schedule
from boolsmith.strategies import Strategy
from boolsmith.subproblems import BackendSpec

PROJECT = "boolsmith"  # the group of entry points, and the distribution of the built-ins
_PREFIX = "boolsmith_"

API_VERSION = 2
"""The version of these hooks; a plugin may state it with `boolsmith_api = 2`."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin as the implementation of the hook it is named after."""


@hookspec
def boolsmith_operators() -> list[Operator | TableOperator]:  # type: ignore[empty-body]
    """Return operators for rules: counting operators, or truth tables of up to 6 children."""


@hookspec
def boolsmith_metrics() -> list[Metric]:  # type: ignore[empty-body]
    """Return metrics that a search can maximise."""


@hookspec
def boolsmith_moves() -> list[Move]:  # type: ignore[empty-body]
    """Return moves written in Python that a search tries now and then."""


@hookspec
def boolsmith_schedules() -> list[Schedule]:  # type: ignore[empty-body]
    """Return annealing schedules."""


@hookspec
def boolsmith_acceptances() -> list[Acceptance]:  # type: ignore[empty-body]
    """Return acceptances, which decide whether a search takes a proposed rule."""


@hookspec
def boolsmith_strategies() -> list[Strategy]:  # type: ignore[empty-body]
    """Return strategies, how a start searches, by import string."""


@hookspec
def boolsmith_backends() -> list[BackendSpec]:  # type: ignore[empty-body]
    """Return backends that solve subproblems, by import string: listing them imports no solver."""


@hookspec
def boolsmith_exporters() -> list[Exporter]:  # type: ignore[empty-body]
    """Return formats that a rule can be written in, by import string."""


@hookspec
def boolsmith_commands() -> list[Command]:  # type: ignore[empty-body]
    """Return commands of the command line, by import string."""


@hookspec
def boolsmith_observers() -> list[Observer]:  # type: ignore[empty-body]
    """Return observers, which hear how a search goes."""


def _registered_by(hook: object) -> tuple[str, tuple[type[Any], ...]]:
    """Return what a hook registers, in the singular, and the types that its list may hold."""
    plural = getattr(hook, "__name__", "").removeprefix(_PREFIX)
    kind = plural.removesuffix("ies") + "y" if plural.endswith("ies") else plural.removesuffix("s")
    (entry,) = get_args(get_type_hints(hook)["return"])
    return kind, get_args(entry) or (entry,)


HOOKS = {
    name: _registered_by(hook) for name, hook in list(globals().items()) if name.startswith(_PREFIX)
}
"""For each hook what it registers, in the singular, and the types that its list may hold."""
