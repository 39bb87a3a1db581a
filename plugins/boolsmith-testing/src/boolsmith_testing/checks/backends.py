"""Checks of backends: answers that are what they claim, in time, whatever the subproblem."""

from __future__ import annotations

import importlib.util
import threading
import time
from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np
from boolsmith.data import PackedData, pack
from boolsmith.operators import BUILTIN, AnyOperator, find_operator
from boolsmith.subproblems import Backend, BackendError, BackendSpec, Solution, Subproblem

from boolsmith_testing import brute
from boolsmith_testing.check import CheckFailed, CheckSkipped, check, require
from boolsmith_testing.subject import Subject

TIME_LIMIT = 1.0
SHORT_LIMIT = 0.5
GRACE = 0.5
"""Seconds by which a backend may be late, or 10% of its limit if that is more."""

HANG = 20.0
"""Seconds beyond its time limit after which a backend counts as hanging."""

FIRST_CALL = 600.0
"""The same for the first call, which may import and compile something."""

STATUSES = ("optimal", "feasible", "infeasible", "no-incumbent")


def small_subproblems(
    operators: Sequence[AnyOperator] = tuple(BUILTIN.values()), count: int = 2
) -> list[Subproblem]:
    """Subproblems small enough to try every rule, for each operator plain and negated."""
    rng = np.random.default_rng(11)
    found = []
    for operator in operators:
        for negated in (False, True):
            for number in range(count):
                X = rng.random((12, 4)) < 0.5
                y = (X[:, 0] ^ (rng.random(12) < 0.3)) if number else rng.random(12) < 0.5
                y[:2] = (True, False)
                weights = None if number else rng.integers(1, 4, 12)
                data = pack(X, y, sample_weight=weights, feature_names=list("abcd"))
                least = next(n for n in range(2, 7) if operator.takes(n))
                found.append(
                    Subproblem(
                        data,
                        operator,
                        negated=negated,
                        min_num_literals=1 + number % 2,
                        max_num_literals=max(3, least),
                        regularization=0.25 * number,
                    )
                )
    return found


def tiny_subproblems(operator: AnyOperator) -> list[Subproblem]:
    """Subproblems of three rows, plain and negated, for solvers that enumerate bits."""
    rows = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 0]], dtype=bool)
    width = next((n for n in (2, 3) if operator.takes(n)), None)
    if width is None:
        return []
    return [
        Subproblem(
            pack(rows[:, :width], labels, feature_names=list("abc"[:width])),
            operator,
            negated=negated,
            max_num_literals=width,
        )
        for labels in ([1, 0, 1], [0, 1, 0])
        for negated in (False, True)
    ]


def all_subproblems() -> list[Subproblem]:
    """Subproblems of both sizes with the built-in operators."""
    return [*small_subproblems(), *tiny_subproblems(BUILTIN["And"])]


def large_subproblem() -> Subproblem:
    """A subproblem that nobody solves to the end in half a second by chance."""
    rng = np.random.default_rng(12)
    X = rng.random((400, 80)) < 0.5
    data = pack(X, rng.random(400) < 0.5, feature_names=[f"x{j}" for j in range(80)])
    return Subproblem(data, find_operator("AtLeast"), max_num_literals=6)


def loaded(entry: BackendSpec, subject: Subject) -> Backend:
    """The backend, ready to solve; the check is skipped where it cannot be."""
    if entry.requires is not None and importlib.util.find_spec(entry.requires) is None:
        raise CheckSkipped(f"{entry.name} needs {entry.requires}: {entry.install}")
    if entry.remote and entry.name not in subject.parameters:
        raise CheckSkipped(f"{entry.name} is a remote service: give parameters to check it")
    try:
        return entry.load(subject.parameters.get(entry.name))
    except Exception as error:
        raise CheckFailed(f"{entry.name} cannot be made: {error}") from error


_called: set[str] = set()


@attrs.frozen
class Answer:
    """What a backend gave, and how long it took."""

    solution: Any
    seconds: float


def solved(
    name: str,
    backend: Backend,
    subproblem: Subproblem,
    *,
    time_limit: float = TIME_LIMIT,
    seed: int = 1,
) -> Answer:
    """The answer, or a failed check if the backend raises or hangs."""
    result: list[Any] = []

    def run() -> None:
        try:
            result.append(backend.solve(subproblem, time_limit=time_limit, seed=seed))
        except BaseException as error:  # it must come out of the thread
            result.append(error)

    start = time.perf_counter()
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(time_limit + (HANG if name in _called else FIRST_CALL))
    _called.add(name)
    seconds = time.perf_counter() - start
    require(
        bool(result),
        f"{name} has not answered {seconds:.0f} s after its time limit of {time_limit:g} s",
    )
    if isinstance(result[0], BackendError):
        raise CheckFailed(f"{name} refused what supports() had accepted: {result[0]}")
    if isinstance(result[0], BaseException):
        raise CheckFailed(
            f"{name} raised {type(result[0]).__name__}: {result[0]}; raise BackendError with a "
            "reason, or answer with a status"
        )
    return Answer(result[0], seconds)


def supported(name: str, backend: Backend, given: Sequence[Subproblem]) -> list[Subproblem]:
    """The subproblems that the backend says it can take."""
    taken = [problem for problem in given if backend.supports(problem) is None]
    if not taken:
        raise CheckSkipped(f"{name} takes none of the subproblems of this check")
    return taken


@check("backend.loads")
def loads(entry: BackendSpec, subject: Subject) -> None:
    """The import string leads to a class with supports() and solve()."""
    require(isinstance(loaded(entry, subject), Backend), f"{entry.target} is not a backend")


@check("backend.supports")
def supports(entry: BackendSpec, subject: Subject) -> None:
    """What the backend cannot take it refuses with a reason, and all else gets an answer."""
    backend = loaded(entry, subject)
    operators = {**BUILTIN, **{f.name: f for f in subject.entries["operator"]}}.values()
    for problem in small_subproblems(tuple(operators), count=1):
        reason = backend.supports(problem)
        require(
            reason is None or (isinstance(reason, str) and bool(reason.strip())),
            f"{entry.name}.supports() gave {reason!r}: give None, or the reason why not",
        )
        if reason is None:
            solution = solved(entry.name, backend, problem).solution
            require(
                isinstance(solution, Solution) and solution.status in STATUSES,
                f"{entry.name} answered {solution!r}, not a Solution with a known status",
            )


@check("backend.answers")
def answers(entry: BackendSpec, subject: Subject) -> None:
    """A rule in an answer is one that was asked for, and its objective is what it says."""
    backend = loaded(entry, subject)
    for problem in supported(entry.name, backend, all_subproblems()):
        solution = solved(entry.name, backend, problem).solution
        if solution.rule is None:
            require(
                solution.status in ("infeasible", "no-incumbent"),
                f"{entry.name} says {solution.status!r} but gives no rule",
            )
            continue
        reason = brute.why_no_answer(problem, solution.rule)
        require(reason is None, f"{entry.name} answered {solution.rule}: {reason}")
        value = brute.objective(problem, solution.rule)
        require(
            solution.objective is not None and abs(solution.objective - value) <= brute.TOLERANCE,
            f"{entry.name} claims {solution.objective} for {solution.rule}, it scores {value:g}",
        )


@check("backend.optimal")
def optimal(entry: BackendSpec, subject: Subject) -> None:
    """A proven optimum or bound agrees with trying every rule."""
    backend = loaded(entry, subject)
    for problem in supported(entry.name, backend, all_subproblems()):
        solution = solved(entry.name, backend, problem).solution
        best = brute.optimum(problem)
        assert best is not None
        require(
            solution.status != "infeasible",
            f"{entry.name} says that there is no rule, but {best[1]} scores {best[0]:g}",
        )
        require(
            solution.bound is None or solution.bound >= best[0] - brute.TOLERANCE,
            f"{entry.name} claims the bound {solution.bound}, but {best[1]} scores {best[0]:g}",
        )
        if solution.status == "optimal":
            require(
                abs(solution.objective - best[0]) <= brute.TOLERANCE,
                f"{entry.name} calls {solution.rule} optimal with {solution.objective:g}, "
                f"but {best[1]} scores {best[0]:g}",
            )


@check("backend.time-limit")
def time_limit(entry: BackendSpec, subject: Subject) -> None:
    """The backend answers within half a second, or 10%, of its time limit."""
    backend = loaded(entry, subject)
    (problem,) = supported(entry.name, backend, [large_subproblem()])
    solved(entry.name, backend, small_subproblems()[0])  # the first call may import and compile
    seconds = solved(entry.name, backend, problem, time_limit=SHORT_LIMIT).seconds
    allowed = SHORT_LIMIT + max(GRACE, 0.1 * SHORT_LIMIT)
    require(
        seconds <= allowed,
        f"{entry.name} took {seconds:.1f} s with a time limit of {SHORT_LIMIT} s",
    )


@check("backend.seed")
def seed_determined(entry: BackendSpec, subject: Subject) -> None:
    """The same subproblem with the same seed gives the same rule."""
    backend = loaded(entry, subject)
    for problem in supported(entry.name, backend, all_subproblems())[:4]:
        rules = [solved(entry.name, backend, problem, seed=5).solution.rule for _ in range(3)]
        require(
            all(rule == rules[0] for rule in rules),
            f"{entry.name} gave {', then '.join(map(str, rules))} for the same subproblem and seed",
        )


@check("backend.infeasible")
def infeasible(entry: BackendSpec, subject: Subject) -> None:
    """Where no rule fits, the backend says so instead of failing or making one up."""
    backend = loaded(entry, subject)
    given = small_subproblems([BUILTIN["And"], BUILTIN["AtLeast"]], count=1)
    narrow = [attrs.evolve(problem, min_num_literals=5, max_num_literals=6) for problem in given]
    for problem in supported(entry.name, backend, narrow):
        solution = solved(entry.name, backend, problem).solution
        require(
            solution.rule is None and solution.status in ("infeasible", "no-incumbent"),
            f"{entry.name} was asked for 5 literals of 4 features and says {solution.status!r} "
            f"with the rule {solution.rule}",
        )


@check("backend.empty")
def empty(entry: BackendSpec, subject: Subject) -> None:
    """Rows of one class only, or no rows at all, are ordinary subproblems."""
    backend = loaded(entry, subject)
    given = small_subproblems([BUILTIN["And"], BUILTIN["AtLeast"]], count=1)
    weightless = [
        attrs.evolve(problem, data=_without(problem.data, part))
        for problem in given
        for part in ("negative", "all")
    ]
    for problem in supported(entry.name, backend, weightless):
        solution = solved(entry.name, backend, problem).solution
        if solution.rule is None:
            continue
        value = brute.objective(problem, solution.rule)
        require(
            brute.why_no_answer(problem, solution.rule) is None
            and abs(solution.objective - value) <= brute.TOLERANCE,
            f"{entry.name} claims {solution.objective} for {solution.rule} on rows of one class, "
            f"it scores {value:g}",
        )


def _without(data: PackedData, part: str) -> PackedData:
    """The data with no weight on the negative rows, or on any."""
    planes = data.planes.copy()
    planes[:, 0 if part == "all" else data.num_positive_words :] = 0
    return attrs.evolve(data, planes=planes)
