"""The settings of a search: names resolved, bounds checked, before any work."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from boolsmith.acceptances import METROPOLIS, Acceptance
from boolsmith.errors import BoolsmithError, UnknownNameError
from boolsmith.metrics import Metric
from boolsmith.moves import Move
from boolsmith.observers import Observer, ObserverBase
from boolsmith.operators import BUILTIN, AnyOperator, Operator, TableOperator
from boolsmith.plugins import registry
from boolsmith.rules import Literal, Node, Rule
from boolsmith.schedules import Schedule
from boolsmith.searching.checks import (
    as_rule,
    by_name,
    check_depth,
    check_not_negative,
    check_positive,
    check_whole,
)
from boolsmith.strategies import Strategy
from boolsmith.subproblems import BackendSpec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STRATEGIES = ("sweep", "paper")
HOLE = "_"  # the name that stands for the part of a base rule to be found
LARGEST_COMPLEXITY = 200  # where no bound is given
LARGEST_BOUND = 1000  # beyond it, the archive of a start would fill the memory
PAPER_STARTS, PAPER_ITERATIONS = 20, 2000
SWEEP_STARTS = 4
_MOST_CHECKED = 100_000  # temperatures of a schedule that are looked at only to check it


@attrs.frozen
class Settings:
    """A search as it will be run."""

    metric: Metric
    operators: tuple[AnyOperator, ...]
    max_complexity: int | None
    max_depth: int | None
    regularization: float
    schedule: Schedule
    strategy: Strategy
    num_starts: int
    num_iterations: int | None
    effort: float
    seed: int
    time_limit: float | None
    num_threads: int
    num_processes: int
    negated_operators: bool
    base_rule: Rule | None
    warm_start: tuple[Rule, ...]
    moves: tuple[Move, ...]
    backend: BackendSpec | None
    backend_parameters: Mapping[str, Any]
    max_samples: int | None
    timeout: float
    subtree_depth: int
    patience: int
    num_iterations_burn_in: int
    observers: tuple[ObserverBase, ...]
    acceptance: Acceptance = METROPOLIS
    strategy_parameters: Mapping[str, Any] | None = None

    @property
    def proposes(self) -> bool:
        """Whether moves by Python take part."""
        return bool(self.moves) or self.backend is not None

    @cached_property
    def temperatures(self) -> NDArray[np.float64]:
        """The temperature of every iteration; all starts share it."""
        return self.schedule(self.num_iterations or 1)

    def check_schedule(self) -> None:
        """Raise unless the schedule gives usable temperatures, whether or not they are used."""
        if "schedule" in self.strategy.settings:
            _ = self.temperatures

    def describe(self) -> dict[str, Any]:
        """The settings as plain data."""
        return {
            "metric": self.metric.name,
            "operators": [operator.name for operator in self.operators],
            "max_complexity": self.max_complexity,
            "max_depth": self.max_depth,
            "regularization": self.regularization,
            "schedule": self.schedule.name,
            "strategy": self.strategy.name,
            "num_starts": self.num_starts,
            "num_iterations": self.num_iterations,
            "effort": self.effort,
            "seed": self.seed,
            "time_limit": self.time_limit,
            "base_rule": None if self.base_rule is None else str(self.base_rule),
            "moves": [move.name for move in self.moves],
            "backend": None if self.backend is None else self.backend.name,
            "backend_parameters": dict(self.backend_parameters),
            "max_samples": self.max_samples,
            "timeout": self.timeout,
            "subtree_depth": self.subtree_depth,
            "patience": self.patience,
            "num_iterations_burn_in": self.num_iterations_burn_in,
        }


def resolve(
    *,
    metric: str | Metric,
    metric_parameters: Mapping[str, Any] | None,
    operators: Iterable[str | AnyOperator] | None,
    max_complexity: int | None,
    max_depth: int | None,
    regularization: float,
    schedule: str | Schedule,
    schedule_parameters: Mapping[str, Any] | None,
    strategy: str,
    num_starts: int | None,
    num_iterations: int | None,
    effort: float,
    seed: int | None,
    time_limit: float | None,
    num_threads: int | None,
    num_processes: int,
    negated_operators: bool,
    base_rule: str | Rule | None,
    warm_start: Sequence[str | Rule],
    moves: Sequence[str | Move],
    move_parameters: Mapping[str, Mapping[str, Any]] | None,
    backend: str | BackendSpec | None,
    backend_parameters: Mapping[str, Any] | None,
    max_samples: int | str | None,
    timeout: float,
    subtree_depth: int,
    patience: int,
    num_iterations_burn_in: int | None,
    observers: Sequence[str | Observer | ObserverBase],
) -> Settings:
    """Check every setting and find what is given by name."""
    found_strategy: Strategy = by_name("strategie", strategy)
    solver = None if backend is None else by_name("backend", backend)
    for name, value, least in (
        ("max_complexity", max_complexity, 3),
        ("max_depth", max_depth, 1),
        ("num_starts", num_starts, 1),
        ("num_iterations", num_iterations, 1),
        ("num_threads", num_threads, 1),
        ("num_processes", num_processes, 1),
        ("subtree_depth", subtree_depth, 1),
        ("patience", patience, 1),
        ("num_iterations_burn_in", num_iterations_burn_in, 0),
    ):
        check_whole(name, value, least)
    if max_complexity is not None and max_complexity > LARGEST_BOUND:
        raise BoolsmithError(f"max_complexity={max_complexity}: give at most {LARGEST_BOUND}")
    check_positive("effort", effort)
    check_positive("time_limit", time_limit)
    check_positive("timeout", timeout)
    check_depth(subtree_depth, solver)
    check_not_negative("regularization", regularization)
    iterations = num_iterations or found_strategy.settings.get("num_iterations")
    threads = num_threads or 1
    # With a seed, the number of starts must not depend on that of threads; a time limit is
    # another matter.
    starts = num_starts or found_strategy.num_starts
    if time_limit is not None and num_starts is None and found_strategy.until_time_limit:
        starts = max(threads, num_processes)
    found_moves = _moves(moves, move_parameters)
    burn_in = num_iterations_burn_in
    return Settings(
        metric=_metric(metric, metric_parameters),
        operators=_operators(operators),
        max_complexity=max_complexity,
        max_depth=max_depth,
        regularization=float(regularization),
        schedule=_schedule(schedule, schedule_parameters),
        strategy=found_strategy,
        num_starts=starts,
        num_iterations=iterations,
        effort=float(effort),
        seed=_seed(seed),
        time_limit=time_limit,
        num_threads=threads,
        num_processes=num_processes,
        negated_operators=negated_operators,
        base_rule=_base_rule(base_rule),
        warm_start=tuple(as_rule("warm_start", rule) for rule in _many(warm_start)),
        moves=found_moves,
        backend=solver,
        backend_parameters=_backend_parameters(backend, backend_parameters),
        max_samples=_max_samples(max_samples, solver),
        timeout=timeout,
        subtree_depth=subtree_depth,
        patience=patience,
        num_iterations_burn_in=(iterations or 0) // 3 if burn_in is None else burn_in,
        observers=_observers(observers),
    )


_ONE = (str, Rule, Move, Observer, ObserverBase, Operator, TableOperator)


def _many(given: Any) -> Sequence[Any]:
    """What was given for a setting that takes several; one alone will do."""
    return (given,) if isinstance(given, _ONE) or not hasattr(given, "__iter__") else given


def _max_samples(given: int | str | None, solver: BackendSpec | None) -> int | None:
    if given == "auto":
        return None if solver is None else solver.max_samples
    if isinstance(given, str):
        raise BoolsmithError(f"max_samples={given!r}: give a whole number, None or 'auto'")
    check_whole("max_samples", given, 1)
    return given


def _seed(seed: int | None) -> int:
    if seed is None:
        return secrets.randbits(32)
    check_whole("seed", seed, 0)
    return int(seed)


def _metric(metric: str | Metric, given: Mapping[str, Any] | None) -> Metric:
    found: Metric = by_name("metric", metric)
    return found.with_parameters(given) if given or not found.values else found


def _schedule(schedule: str | Schedule, given: Mapping[str, Any] | None) -> Schedule:
    found: Schedule = by_name("schedule", schedule)
    return found.with_parameters(given) if given or not found.values else found


def _operators(operators: Iterable[str | AnyOperator] | None) -> tuple[AnyOperator, ...]:
    if operators is None:
        return tuple(BUILTIN.values())
    found = [by_name("operator", operator) for operator in _many(operators)]
    if not found:
        raise BoolsmithError("operators is empty: name at least one, such as 'And'")
    return tuple(dict.fromkeys(found))


def _moves(
    moves: Sequence[str | Move], parameters: Mapping[str, Mapping[str, Any]] | None
) -> tuple[Move, ...]:
    given = dict(parameters or {})
    found: list[Move] = [by_name("move", move) for move in _many(moves)]
    unused = set(given) - {move.name for move in found}
    if unused:
        raise UnknownNameError("move in move_parameters", min(unused), [m.name for m in found])
    return tuple(
        move
        if move.values and move.name not in given
        else move.with_parameters(given.get(move.name))
        for move in found
    )


def _backend_parameters(backend: object, given: Mapping[str, Any] | None) -> dict[str, Any]:
    if given and backend is None:
        raise BoolsmithError("backend_parameters are given without a backend: name one too")
    return dict(given or {})


def _observers(observers: Sequence[str | Observer | ObserverBase]) -> tuple[ObserverBase, ...]:
    made = []
    for observer in _many(observers):
        kind = registry().observers.get(observer) if isinstance(observer, str) else observer
        made.append(kind.with_parameters().make() if isinstance(kind, Observer) else kind)
    return tuple(made)


def _base_rule(base_rule: str | Rule | None) -> Rule | None:
    if base_rule is None:
        return None
    rule = as_rule("base_rule", base_rule)
    holes = sum(literal.feature == HOLE for literal in rule.literals())
    if holes != 1 or not isinstance(rule, (Node, Literal)):
        raise BoolsmithError(
            f"base_rule {rule} has {holes} holes: write {HOLE} once where the search is to fill in"
        )
    return rule
