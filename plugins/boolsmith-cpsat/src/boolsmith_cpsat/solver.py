"""The call of CP-SAT."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from boolsmith.subproblems import BackendError, Cancel, Status
from boolsmith_solvers import LinearProgram, Outcome
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
    """Return what CP-SAT finds in `time_limit` seconds."""
    started = time.perf_counter()
    model, unit = _model(program, start)
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
    assignment = np.array(solver.response_proto.solution, dtype=float)
    return Outcome(answer, assignment, bound, nodes, message)


def _model(program: LinearProgram, start: np.ndarray | None) -> tuple[cp_model.CpModel, float]:
    """Return the program for CP-SAT, and the cost of one unit of its whole-numbered objective.

    It is written as messages: an object for every term would take longer than many searches.
    """
    model = cp_model.CpModel()
    proto = model.proto
    for low, high in zip(program.lower.tolist(), program.upper.tolist(), strict=True):
        proto.variables.add().domain.extend([low, high])
    for row in range(program.num_rows):
        columns, coefficients = program.row(row)
        linear = proto.constraints.add().linear
        linear.vars.extend(columns.tolist())
        linear.coeffs.extend(coefficients.astype(np.int64).tolist())
        low, high = program.row_lower[row], program.row_upper[row]
        least = cp_model.INT_MIN if np.isinf(low) else int(low)
        most = cp_model.INT_MAX if np.isinf(high) else int(high)
        linear.domain.extend([least, most])
    costs, unit = _whole(program.cost)
    everything = list(range(program.num_variables))
    proto.objective.vars.extend(everything)
    proto.objective.coeffs.extend(costs)
    if start is not None:
        proto.solution_hint.vars.extend(everything)
        proto.solution_hint.values.extend(start.astype(np.int64).tolist())
    return model, unit


def _whole(cost: np.ndarray) -> tuple[list[int], float]:
    """Costs as whole multiples of a power of two, exact unless they span over 2**40 or so."""
    total = float(np.abs(cost).sum())
    exponent = int(np.ceil(np.log2(total))) - 45 if total > 0 else 0
    scaled = np.rint(np.ldexp(cost, -exponent)).astype(np.int64)
    common = int(np.gcd.reduce(scaled)) or 1
    return (scaled // common).tolist(), float(np.ldexp(1.0, exponent)) * common
