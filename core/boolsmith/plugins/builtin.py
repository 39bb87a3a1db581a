"""The built-ins, registered through the same hooks as everything else."""

from __future__ import annotations

from boolsmith import (
    acceptances,
    commands,
    exporters,
    metrics,
    moves,
    operators,
    schedules,
    strategies,
)
from boolsmith.acceptances import Acceptance
from boolsmith.commands import Command
from boolsmith.exporters import Exporter
from boolsmith.metrics import Metric
from boolsmith.moves import Move
from boolsmith.operators import AnyOperator
from boolsmith.plugins.hooks import hookimpl
from boolsmith.schedules import Schedule
from boolsmith.strategies import Strategy
from boolsmith.subproblems import BackendSpec
from boolsmith.subproblems import builtin as subproblems


@hookimpl
def boolsmith_operators() -> list[AnyOperator]:
    """The operators of the paper."""
    return list(operators.BUILTIN.values())


@hookimpl
def boolsmith_metrics() -> list[Metric]:
    """Balanced accuracy and its kin."""
    return list(metrics.BUILTIN)


@hookimpl
def boolsmith_moves() -> list[Move]:
    """The local moves of the paper."""
    return list(moves.BUILTIN)


@hookimpl
def boolsmith_schedules() -> list[Schedule]:
    """The paper's geometric schedule, and others."""
    return list(schedules.BUILTIN)


@hookimpl
def boolsmith_acceptances() -> list[Acceptance]:
    """The Metropolis criterion of the paper, and others."""
    return list(acceptances.BUILTIN)


@hookimpl
def boolsmith_strategies() -> list[Strategy]:
    """The default strategy, and that of the paper."""
    return list(strategies.BUILTIN)


@hookimpl
def boolsmith_exporters() -> list[Exporter]:
    """The formats that need no other package."""
    return list(exporters.BUILTIN)


@hookimpl
def boolsmith_commands() -> list[Command]:
    """The commands of the core."""
    return list(commands.BUILTIN)


@hookimpl
def boolsmith_backends() -> list[BackendSpec]:
    """The solvers that need no other package."""
    return list(subproblems.BUILTIN)
