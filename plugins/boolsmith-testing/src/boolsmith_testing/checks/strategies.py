"""Checks of strategies: a small search with each, within its bounds and by its seed alone."""

from __future__ import annotations

import inspect
import time
from typing import Any

import numpy as np
from boolsmith.rules import Node
from boolsmith.searching import SearchResult, Start, search
from boolsmith.strategies import Strategy

from boolsmith_testing.check import CheckFailed, check, require
from boolsmith_testing.material import FEATURES, labels, matrix
from boolsmith_testing.subject import Subject

TIME_LIMIT = 0.5
GRACE = 5.0
"""Seconds after the time limit within which a search must end."""

_SMALL = {"num_iterations": 50, "effort": 0.01}
_LONG = {"num_iterations": 10**6, "effort": 1e3}


def searched(entry: Strategy, amount: dict[str, Any] = _SMALL, **settings: Any) -> SearchResult:
    """A search with the strategy, or a failed check if it raises."""
    given = {name: value for name, value in amount.items() if name in entry.settings}
    given = {"num_starts": 2, "seed": 1, "time_limit": 60.0, "max_complexity": 6, **given}
    given.update(settings)
    try:
        return search(matrix(), labels(), feature_names=FEATURES, strategy=entry.name, **given)
    except Exception as error:
        raise CheckFailed(
            f"a search with {entry.name} raised {type(error).__name__}: {error}"
        ) from error


@check("strategy.class")
def is_a_start(entry: Strategy, subject: Subject) -> None:
    """The target is a subclass of `boolsmith.searching.Start` whose `run` is a generator."""
    try:
        found = entry.load()
    except Exception as error:
        raise CheckFailed(f"{entry.name}: {error}") from error
    require(
        isinstance(found, type) and issubclass(found, Start),
        f"{entry.name}: {entry.target} is {found!r}, not a subclass of boolsmith.searching.Start",
    )
    require(
        inspect.isgeneratorfunction(found.run),
        f"{entry.name}: {found.__name__}.run never yields: time limit and Ctrl-C could not stop it",
    )


@check("strategy.settings")
def settings(entry: Strategy, subject: Subject) -> None:
    """Every setting that the strategy declares is one of a search."""
    known = inspect.signature(search).parameters
    for name in entry.settings:
        require(name in known, f"{entry.name} declares {name!r}, which no search has")


@check("strategy.finishes")
def finishes(entry: Strategy, subject: Subject) -> None:
    """A small search comes to its end and finds a rule, scored as the rule scores."""
    found = searched(entry)
    require(
        all(start.rule is not None for start in found.starts),
        f"a start of a search with {entry.name} offered no rule: hand them to self.offer",
    )
    X, y = matrix(), labels()
    holds = np.asarray(found.rule.evaluate(X, FEATURES))
    score = (holds[y].mean() + (~holds[~y]).mean()) / 2
    require(
        abs(score - found.score) < 1e-9,
        f"{entry.name} found {found.rule} with score {found.score:g}, which scores {score:g}",
    )


@check("strategy.seeded")
def seeded(entry: Strategy, subject: Subject) -> None:
    """One seed gives one result, whatever the number of threads."""
    first, again = searched(entry), searched(entry, num_threads=2)
    require(
        [point.rule for point in first.pareto] == [point.rule for point in again.pareto],
        f"{entry.name} found {first.rule} and then {again.rule} with one seed: draw from self.rng "
        "alone",
    )


@check("strategy.bounded")
def bounded(entry: Strategy, subject: Subject) -> None:
    """Every rule keeps to the largest complexity and depth and to the operators of the search."""
    for point in searched(entry, max_depth=1, operators=["And"]).pareto:
        rule = point.rule
        require(rule.complexity <= 6, f"{entry.name} found {rule}, above complexity 6")
        require(rule.depth <= 1, f"{entry.name} found {rule}, above depth 1")
        used = {node.operator.name for _, node in rule.flatten() if isinstance(node, Node)}
        require(used <= {"And"}, f"{entry.name} found {rule}, where only And is allowed")


@check("strategy.stops")
def stops(entry: Strategy, subject: Subject) -> None:
    """A time limit ends the search soon."""
    searched(entry)  # what is compiled once is off the clock
    begun = time.perf_counter()
    searched(entry, _LONG, time_limit=TIME_LIMIT)
    spent = time.perf_counter() - begun
    require(
        spent <= TIME_LIMIT + GRACE,
        f"{entry.name} went on for {spent:.1f} s with a limit of {TIME_LIMIT} s: yield more often",
    )
