"""Backends that solve the integer linear program: all of it but the call of the solver.

A distribution gives a function, `run(program, start, time_limit=..., seed=..., cancel=...,
**parameters) -> Outcome`, and a subclass of `ProgramBackend` that names it. By default the
function runs in a process of its own, where it sees arrays and plain values only: a crash, a hang
or Ctrl-C is then handled whatever the solver does, and solvers whose libraries do not go together
(OR-Tools and another version of HiGHS than its own) do not meet.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from typing import Any, ClassVar

import attrs
from attrs.validators import instance_of
from boolsmith.errors import BoolsmithError
from boolsmith.subproblems import (
    BackendError,
    Cancel,
    OverdueError,
    Solution,
    Status,
    Subproblem,
    Workers,
    check_time_limit,
    guarded,
)

from boolsmith_solvers.ilp import ILPModel, ilp
from boolsmith_solvers.linear_program import Floats
from boolsmith_solvers.reading import InfeasibleError, objective, refusal
from boolsmith_solvers.starts import start_rules

_TOLERANCE = 1e-6
_START = "the rule that the solver was to start from: it gave no other in time"


@attrs.frozen(eq=False)
class Outcome:
    """What a solver says of a program: `bound` is below the least cost, if it knows one.

    `assignment` has the value of every variable; `nodes` is how many parts of the search it
    looked at, `message` the solver's own words.
    """

    status: Status
    assignment: Floats | None = None
    bound: float | None = None
    nodes: int = 0
    message: str = ""


@attrs.frozen
class ProgramParameters:
    """What all these backends have: `isolated` runs the solver in a process of its own."""

    isolated: bool = attrs.field(default=True, kw_only=True, validator=instance_of(bool))


class ProgramBackend:
    """A backend that hands the integer linear program to the solver behind `runner`.

    Its parameters are a subclass of `ProgramParameters`; all but `isolated` go to the runner.
    """

    name: ClassVar[str]
    runner: ClassVar[str]

    def __init__(self, parameters: ProgramParameters) -> None:
        self.parameters = parameters
        options = attrs.asdict(parameters)
        self._workers = Workers(self.runner) if options.pop("isolated") else None
        self._options = options

    def supports(self, subproblem: Subproblem) -> str | None:
        """Return None if the subproblem has a formulation, else why it has none."""
        return refusal(subproblem)

    def solve(
        self, subproblem: Subproblem, *, time_limit: float, seed: int | None = None
    ) -> Solution:
        """Return the best rule that the solver finds in `time_limit` seconds.

        A first call also waits until the solver is loaded, which does not count. The solver gets
        a rule to start from; where it has no better one in time, the answer says that it was
        given.
        """
        check_time_limit(time_limit)
        if self._workers is None:
            module, _, function = self.runner.partition(":")
            run: Callable[..., Outcome] = getattr(importlib.import_module(module), function)
            return self._solve(subproblem, time_limit, seed, run)
        with self._workers.one(self.name) as worker:

            def remote(*arguments: Any, time_limit: float, cancel: Cancel, **options: Any) -> Any:
                cancel.on(worker.kill, force=True)
                return worker.call(time_limit, *arguments, time_limit=time_limit, **options)

            return self._solve(subproblem, time_limit, seed, remote)

    def _solve(
        self,
        subproblem: Subproblem,
        time_limit: float,
        seed: int | None,
        run: Callable[..., Outcome],
    ) -> Solution:
        started = time.perf_counter()
        known = [Solution("no-incumbent", message="making the model took all the time")]

        def answer(cancel: Cancel) -> Solution:
            try:
                model = ilp(subproblem)
            except InfeasibleError as error:
                return Solution("infeasible", message=str(error))
            start = _best_start(model)
            if start is not None:
                given = _conclude(model, Outcome("feasible", start, message=_START))
                known.append(attrs.evolve(given, origin="given"))
            left = time_limit - (time.perf_counter() - started)
            if left <= 0 or cancel.asked:
                return known[-1]
            options = {"time_limit": left, "seed": seed, "cancel": cancel, **self._options}
            found = _conclude(model, run(model.program, start, **options))
            same = found.status == "feasible" and found.rule == known[-1].rule
            if start is None or not (same or found.status == "no-incumbent"):
                return found
            return attrs.evolve(known[-1], bound=found.bound, nodes=found.nodes)

        try:
            solution = guarded(answer, time_limit=time_limit, what=self.name)
        except OverdueError:
            if known[-1].rule is None:
                raise
            solution = known[-1]  # a solver that is killed cannot say what it has found
        return attrs.evolve(solution, seconds=time.perf_counter() - started)


def _best_start(model: ILPModel) -> Floats | None:
    """Return the assignment of the best of a few rules made without a search, if any."""
    starts = [model.encode(rule) for rule in start_rules(model)]
    return max(starts, key=model.value, default=None)


def _conclude(model: ILPModel, outcome: Outcome) -> Solution:
    """Return the solution that an outcome stands for, with the rule scored again."""
    bound = None if outcome.bound is None else model.objective(outcome.bound)
    if outcome.assignment is None:
        return Solution(outcome.status, bound=bound, nodes=outcome.nodes, message=outcome.message)
    try:
        rule = model.decode(outcome.assignment)
    except BoolsmithError as error:
        raise BackendError(f"the solver's answer is no rule: {error}") from error
    value = objective(model.subproblem, rule, model.rows)
    slack = _TOLERANCE * max(1.0, abs(value))
    status: Status = outcome.status
    if status == "optimal" and value < model.value(outcome.assignment) - slack:
        status = "feasible"  # the solver stretched a row further than a whole number allows
    if bound is not None:
        bound = value if bound < value + slack else bound
    return Solution(status, rule, value, bound, nodes=outcome.nodes, message=outcome.message)
