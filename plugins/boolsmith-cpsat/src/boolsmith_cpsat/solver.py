"""The call of CP-SAT."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from boolsmith.subproblems.backend import BackendError
from boolsmith.subproblems.formulations import LinearProgram
from boolsmith.subproblems.guard import Cancel
from boolsmith.subproblems.problem import Status
from boolsmith.subproblems.programs import Outcome
from ortools.sat.python import cp_model

_STATUS: dict[Any, Status] = {
    cp_model.OPTIMAL: "optimal",
    cp_model.FEASIBLE: "feasible",
    cp_model.INFEASIBLE: "infeasible",
    cp_model.UNKNOWN: "no-incumbent",
}


def run(
    program: LinearProgram,
    start: np.ndarray | None,
    *,
    time_limit: float,
    seed: int | None,
    workers: int,
    presolve: bool,
    linearization: int,
    cancel: Cancel | None = None,
) -> Outcome:
    """What CP-SAT finds in `time_limit` seconds."""
    started = time.perf_counter()
    model, variables, unit = _model(program)
    if start is not None:
        for variable, value in zip(variables, start, strict=True):
            model.add_hint(variable, int(value))
    solver = cp_model.CpSolver()
    used = time.perf_counter() - started
    solver.parameters.max_time_in_seconds = max(0.01, time_limit - used)
    solver.parameters.num_workers = workers
    solver.parameters.cp_model_presolve = presolve
    solver.parameters.linearization_level = linearization
    solver.parameters.random_seed = (seed or 0) % 2**31
    solver.parameters.catch_sigint_signal = False  # Ctrl-C is for the search; `cancel` stops us
    if cancel is not None:
        cancel.on(solver.stop_search)
    status = solver.solve(model)
    if status not in _STATUS:
        raise BackendError(f"CP-SAT ended with status {solver.status_name(status)}")
    answer, message = _STATUS[status], solver.status_name(status)
    nodes = int(solver.num_branches)
    if answer == "infeasible":
        return Outcome(answer, nodes=nodes, message=message)
    bound = solver.best_objective_bound * unit
    if answer == "no-incumbent":
        return Outcome(answer, None, bound, nodes, message)
    assignment = np.array([solver.value(variable) for variable in variables], dtype=float)
    return Outcome(answer, assignment, bound, nodes, message)


def _model(program: LinearProgram) -> tuple[cp_model.CpModel, list[cp_model.IntVar], float]:
    """The program for CP-SAT, and the cost of one unit of its whole-numbered objective."""
    model = cp_model.CpModel()
    variables = [
        model.new_int_var(int(low), int(high), "")
        for low, high in zip(program.lower, program.upper, strict=True)
    ]
    for row in range(program.num_rows):
        columns, coefficients = program.row(row)
        terms = [variables[c] for c in columns]
        total = cp_model.LinearExpr.weighted_sum(terms, coefficients.astype(int).tolist())
        low, high = program.row_lower[row], program.row_upper[row]
        least = cp_model.INT_MIN if np.isinf(low) else int(low)
        most = cp_model.INT_MAX if np.isinf(high) else int(high)
        model.add_linear_constraint(total, least, most)
    costs, unit = _whole(program.cost)
    model.minimize(cp_model.LinearExpr.weighted_sum(variables, costs))
    return model, variables, unit


def _whole(cost: np.ndarray) -> tuple[list[int], float]:
    """Costs as whole multiples of a power of two, exact unless they span over 2**40 or so."""
    total = float(np.abs(cost).sum())
    exponent = int(np.ceil(np.log2(total))) - 45 if total > 0 else 0
    scaled = np.rint(np.ldexp(cost, -exponent)).astype(np.int64)
    common = int(np.gcd.reduce(scaled)) or 1
    return (scaled // common).tolist(), float(np.ldexp(1.0, exponent)) * common
