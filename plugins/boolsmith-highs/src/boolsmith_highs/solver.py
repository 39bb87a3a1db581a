"""The call of HiGHS."""

from __future__ import annotations

import time

import highspy
import numpy as np
from boolsmith.subproblems import Cancel, Status
from boolsmith_solvers import LinearProgram, Outcome


def run(
    program: LinearProgram,
    start: np.ndarray | None,
    *,
    time_limit: float,
    seed: int | None,
    threads: int,
    presolve: bool,
    cancel: Cancel | None = None,
) -> Outcome:
    """Return what HiGHS finds in `time_limit` seconds."""
    started = time.perf_counter()
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", threads)
    solver.setOptionValue("random_seed", (seed or 0) % 2**31)
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("presolve", "on" if presolve else "off")
    solver.passModel(_model(program))
    if start is not None:
        solution = highspy.HighsSolution()
        solution.col_value = start.tolist()
        solver.setSolution(solution)
    if cancel is not None:
        solver.HandleUserInterrupt = True
        cancel.on(solver.cancelSolve)
    left = time_limit - (time.perf_counter() - started)
    solver.setOptionValue("time_limit", max(0.01, left))
    solver.run()
    highspy.Highs.resetGlobalScheduler(False)  # it belongs to this thread, which may end now
    return _outcome(solver)


def _model(program: LinearProgram) -> highspy.HighsLp:
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = program.num_variables, program.num_rows
    lp.col_cost_ = program.cost
    lp.col_lower_ = program.lower.astype(float)
    lp.col_upper_ = program.upper.astype(float)
    lp.row_lower_ = program.row_lower
    lp.row_upper_ = program.row_upper
    lp.integrality_ = [highspy.HighsVarType.kInteger] * program.num_variables
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = program.starts.astype(np.int32)
    lp.a_matrix_.index_ = program.columns.astype(np.int32)
    lp.a_matrix_.value_ = program.coefficients
    return lp


def _outcome(solver: highspy.Highs) -> Outcome:
    status, info = solver.getModelStatus(), solver.getInfo()
    kinds = highspy.HighsModelStatus
    message = solver.modelStatusToString(status)
    if status in (kinds.kInfeasible, kinds.kUnboundedOrInfeasible):
        return Outcome("infeasible", message=message)
    bound = float(info.mip_dual_bound) if np.isfinite(info.mip_dual_bound) else None
    nodes = max(0, int(info.mip_node_count))
    if info.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
        return Outcome("no-incumbent", bound=bound, nodes=nodes, message=message)
    assignment = np.rint(solver.getSolution().col_value)
    proven: Status = "optimal" if status == kinds.kOptimal else "feasible"
    return Outcome(proven, assignment, bound, nodes, message)
