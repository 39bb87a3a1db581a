"""The calls of CBC and HiGHS through Python-MIP, neither of which can be asked to stop."""

from __future__ import annotations

import time
from typing import Any

import mip
import numpy as np
from boolsmith.subproblems import BackendError, Cancel, Status
from boolsmith_solvers import LinearProgram, Outcome

_STATUS: dict[Any, Status] = {
    mip.OptimizationStatus.OPTIMAL: "optimal",
    mip.OptimizationStatus.FEASIBLE: "feasible",
    mip.OptimizationStatus.INFEASIBLE: "infeasible",
    mip.OptimizationStatus.INT_INFEASIBLE: "infeasible",
    mip.OptimizationStatus.NO_SOLUTION_FOUND: "no-incumbent",
}


def run_cbc(program: LinearProgram, start: np.ndarray | None, **options: object) -> Outcome:
    """Return what CBC finds."""
    return _run("CBC", program, start, **options)  # type: ignore[arg-type]


def run_highs(program: LinearProgram, start: np.ndarray | None, **options: object) -> Outcome:
    """Return what HiGHS finds."""
    return _run("HIGHS", program, start, **options)  # type: ignore[arg-type]


def _run(
    solver: str,
    program: LinearProgram,
    start: np.ndarray | None,
    *,
    time_limit: float,
    seed: int | None,
    threads: int,
    presolve: bool,
    cancel: Cancel | None = None,
) -> Outcome:
    started = time.perf_counter()
    model, variables = _model(solver, program)
    model.verbose = 0
    model.threads = threads
    model.seed = (seed or 0) % 2**31
    model.max_mip_gap = 0.0
    model.preprocess = int(presolve)
    if start is not None:
        model.start = list(zip(variables, start.tolist(), strict=True))
    left = time_limit - (time.perf_counter() - started)
    if left <= 0:
        return Outcome("no-incumbent", message="making the model took all the time")
    status = model.optimize(max_seconds=left)
    if status not in _STATUS:
        raise BackendError(f"{solver} ended with status {status.name}")
    answer = _STATUS[status]
    bound = model.objective_bound
    bound = float(bound) if bound is not None and np.isfinite(bound) else None
    if answer in ("infeasible", "no-incumbent"):
        return Outcome(answer, None, bound, message=status.name)
    assignment = np.rint([variable.x for variable in variables])
    return Outcome(answer, assignment, bound, message=status.name)


def _model(solver: str, program: LinearProgram) -> tuple[mip.Model, list[mip.Var]]:
    """Return the program for Python-MIP, with its solver named: else it may take another."""
    model = mip.Model(sense=mip.MINIMIZE, solver_name=solver)
    variables = [
        model.add_var(lb=float(low), ub=float(high), obj=float(cost), var_type=mip.INTEGER)
        for low, high, cost in zip(program.lower, program.upper, program.cost, strict=True)
    ]
    for row in range(program.num_rows):
        columns, coefficients = program.row(row)
        terms = [variables[c] for c in columns], coefficients.tolist()
        low, high = float(program.row_lower[row]), float(program.row_upper[row])
        senses = [("=", low)] if low == high else [(">", low), ("<", high)]
        for sense, bound in senses:
            if np.isfinite(bound):
                model.add_constr(mip.LinExpr(*terms, -bound, sense))
    return model, variables
