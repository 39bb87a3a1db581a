"""The loop: many starts, each from a new rule, side by side; the best rule wins."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from boolsmith.acceptances import Acceptance
from boolsmith.data import pack
from boolsmith.engine.objective import WORST
from boolsmith.metrics import Metric
from boolsmith.moves import Move
from boolsmith.observers import Observer, ObserverBase
from boolsmith.operators import AnyOperator
from boolsmith.rules import Node, Rule
from boolsmith.schedules import Schedule
from boolsmith.searching.declaring import declared
from boolsmith.searching.problem import SearchProblem, pose
from boolsmith.searching.result import Archive, Outcome, SearchResult
from boolsmith.searching.runner import run_starts
from boolsmith.searching.settings import Settings
from boolsmith.searching.start import start_class
from boolsmith.searching.supervisor import Supervisor
from boolsmith.strategies import Strategy
from boolsmith.subproblems import BackendSpec


def search(
    X: Any,
    y: Any = None,
    *,
    sample_weight: Any = None,
    feature_names: Sequence[str] | None = None,
    # settings, by tests/signatures.py
    strategy: str | Strategy = "sweep",
    strategy_parameters: Mapping[str, Any] | None = None,
    metric: str | Metric = "balanced_accuracy",
    metric_parameters: Mapping[str, Any] | None = None,
    operators: Iterable[str | AnyOperator] | None = None,
    max_complexity: int | None = 10,
    max_depth: int | None = None,
    regularization: float = 0.0,
    negated_operators: bool = False,
    base_rule: str | Rule | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    num_threads: int | None = None,
    num_processes: int = 1,
    num_starts: int | None = None,
    num_iterations: int | None = None,
    effort: float | None = None,
    schedule: str | Schedule | None = None,
    schedule_parameters: Mapping[str, Any] | None = None,
    acceptance: str | Acceptance | None = None,
    acceptance_parameters: Mapping[str, Any] | None = None,
    local_moves: Sequence[str] | Mapping[str, int] | None = None,
    warm_start: Sequence[str | Rule] | None = None,
    moves: Sequence[str | Move] | None = None,
    move_parameters: Mapping[str, Mapping[str, Any]] | None = None,
    backend: str | BackendSpec | None = None,
    backend_parameters: Mapping[str, Any] | None = None,
    max_samples: int | str | None = "auto",
    timeout: float | None = None,
    subtree_depth: int | None = None,
    patience: int | None = None,
    num_iterations_burn_in: int | None = None,
    observers: Sequence[str | Observer | ObserverBase] = (),
    progress: bool = False,
    # end of settings
) -> SearchResult:
    """Find the rule that best tells the rows of one class from those of the other.

    `X` is a Boolean or 0/1 matrix, a DataFrame or sparse matrix of rows by features, and `y` the
    labels; or `X` is `PackedData`, which holds both. The rule maximises the metric minus
    `regularization` times its complexity, among those within `max_complexity` and `max_depth`
    (None: no bound) that use the given operators.

    The strategy `sweep` descends by scoring all literals at a place at once; `paper` is the
    published algorithm. A setting that the strategy does not use is refused; one that is None is
    as the strategy has it. Without `num_iterations`, `sweep` runs for a fixed amount of work,
    which `effort` scales. One seed gives one result, whatever the number of threads or processes,
    unless `time_limit` cuts the search short. Ctrl-C ends it with the best rule so far.

    With a `base_rule`, only the part written `_` is searched for. Starts begin from the rules of
    `warm_start` first. After `patience` iterations without an improvement (and, for `paper`,
    `num_iterations_burn_in` in all) the `moves` named propose a rule, and the `backend` named makes
    non-local moves: it optimises a whole subtree of depth `subtree_depth` on at most `max_samples`
    rows within `timeout` seconds.
    """
    arguments = locals()
    settings = Settings(**{name: arguments[name] for name in declared(Settings)})
    begun = time.perf_counter()
    problem = pose(pack(X, y, sample_weight=sample_weight, feature_names=feature_names), settings)
    found = problem.without_search()
    if problem.searchable:
        before = time.perf_counter()
        start_class(settings).warm_up(problem)
        begun += time.perf_counter() - before  # compiling is not searching
    supervisor = Supervisor(settings, begun)
    supervisor.start()
    supervisor.note(*found.values())
    outcome = run_starts(problem, supervisor) if problem.searchable else Outcome()
    found.keep(*outcome.archive.values())
    result = _result(problem, found, outcome, time.perf_counter() - supervisor.begun)
    supervisor.end(result)
    return result


def _result(
    problem: SearchProblem, found: Archive, outcome: Outcome, seconds: float
) -> SearchResult:
    settings = problem.settings
    points = tuple(
        attrs.evolve(point, rule=_readable(point.rule, settings))
        for _, point in sorted(found.items())
        if point.score > WORST
    )
    top = max(points, key=lambda point: (point.objective, -point.complexity))
    return SearchResult(
        **attrs.asdict(top, recurse=False),
        pareto=points,
        starts=outcome.starts,
        moves=sum(start.moves for start in outcome.starts) + 2 * problem.data.num_features + 2,
        seconds=seconds,
        seed=settings.seed,
        stop_reason=outcome.stop_reason,
        settings=settings.describe(),
        move_statistics=outcome.statistics,
    )


def _readable(rule: Rule, settings: Settings) -> Rule:
    """Return the rule in plainer words, `And(a, b)` for `AtMost0(~a, ~b)`, if that is allowed.

    Operators often tie, and which of them was met first is a matter of chance.
    """
    plainer = rule.simplify()
    nodes = [node for _, node in plainer.flatten() if isinstance(node, Node)]
    allowed = all(n.operator in settings.operators and not n.negated for n in nodes)
    same = plainer.complexity == rule.complexity and plainer.depth == rule.depth
    return plainer if allowed and same and settings.base_rule is None else rule
