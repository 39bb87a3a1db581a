"""The built-ins, registered through the same hooks as everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from boolsmith.acceptances import BUILTIN as ACCEPTANCES
from boolsmith.commands import BUILTIN as COMMANDS
from boolsmith.exporters import BUILTIN as EXPORTERS
from boolsmith.metrics import BUILTIN as METRICS
from boolsmith.moves import BUILTIN as MOVES
from boolsmith.operators import BUILTIN as OPERATORS
from boolsmith.plugins.hooks import hookimpl
from boolsmith.schedules import BUILTIN as SCHEDULES
from boolsmith.strategies import BUILTIN as STRATEGIES
from boolsmith.subproblems.builtin import BUILTIN as BACKENDS


def _hook(entries: Iterable[Any]) -> Callable[[], list[Any]]:
    return hookimpl(lambda: list(entries))


boolsmith_operators = _hook(OPERATORS.values())
boolsmith_metrics = _hook(METRICS)
boolsmith_moves = _hook(MOVES)
boolsmith_schedules = _hook(SCHEDULES)
boolsmith_acceptances = _hook(ACCEPTANCES)
boolsmith_strategies = _hook(STRATEGIES)
boolsmith_exporters = _hook(EXPORTERS)
boolsmith_commands = _hook(COMMANDS)
boolsmith_backends = _hook(BACKENDS)
