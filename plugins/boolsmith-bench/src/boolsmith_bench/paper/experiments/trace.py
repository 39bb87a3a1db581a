"""An example run of the annealing: the objective, and how many moves are accepted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from boolsmith.searching import search

from boolsmith_bench.paper.datasets import load
from boolsmith_bench.paper.experiment import Cell, Experiment, Plan, Row
from boolsmith_bench.paper.figures import BLUE, GREY, RED, panels
from boolsmith_bench.paper.page import Page

WINDOW = 20


def _cells(plan: Plan) -> Iterator[Cell]:
    if "breast_cancer" not in plan.datasets:
        return
    yield {
        "dataset": "breast_cancer",
        "metric": "balanced_accuracy",
        "max_complexity": 10,
        "num_starts": 20,
        "num_iterations": 2000,
        "initial": 0.2,
        "final": 1e-6,
        "seed": 0,
    }


def _run(cell: Cell, plan: Plan) -> list[Row]:
    data = load(cell["dataset"], plan.data)
    found = search(
        data.pack(np.arange(len(data.y))),
        strategy="paper",
        metric=cell["metric"],
        max_complexity=cell["max_complexity"],
        num_starts=cell["num_starts"],
        num_iterations=cell["num_iterations"],
        schedule_parameters={"initial": cell["initial"], "final": cell["final"]},
        seed=cell["seed"],
        num_threads=1,
    )
    return [
        {"start": start.index, "iteration": i, "objective": o, "acceptance": a, "temperature": t}
        for start in found.starts
        for i, o, a, t in zip(*_columns(start.trace), strict=True)
    ]


def _columns(trace: Any) -> list[list[Any]]:
    names = ("iteration", "objective", "acceptance", "temperature")
    return [getattr(trace, name).tolist() for name in names]


def _table(rows: Sequence[Row], what: str) -> Any:
    """Return the values of all starts, one start a line."""
    starts = sorted({row["start"] for row in rows})
    return np.array([[r[what] for r in rows if r["start"] == start] for start in starts])


def _windows(rows: Sequence[Row]) -> tuple[Any, Any]:
    """Return the acceptance over all starts by windows: where each ends, and the mean in it."""
    ends = _table(rows, "iteration")[0]
    per_window = max(1, WINDOW // int(ends[0]))
    mean = _table(rows, "acceptance").mean(axis=0)
    whole = len(mean) // per_window * per_window
    means = mean[:whole].reshape(-1, per_window).mean(axis=1)
    return ends[per_window - 1 : whole : per_window], means


def _show(rows: Sequence[Row], page: Page) -> None:
    objectives = _table(rows, "objective")
    last = objectives[:, -1]
    _, accepted = _windows(rows)
    page.text(
        f"{len(last)} starts of {rows[0]['num_iterations']:,} iterations with at most complexity "
        f"{rows[0]['max_complexity']} on all of Breast Cancer. The acceptance is the mean over the "
        f"starts and windows of {WINDOW} iterations: {accepted[0]:.2f} in the first, "
        f"{accepted[-1]:.2f} in the last. The objective ends at {last.mean():.3f} in the mean and "
        f"{last.max():.3f} at best. The paper prints no number for this run."
    )
    page.figure("trace", "Objective and acceptance of an example run", lambda: _draw(rows))


def _draw(rows: Sequence[Row]) -> Any:
    figure, (left, right) = panels(2)
    objectives, ends = _table(rows, "objective"), _table(rows, "iteration")[0]
    for line in objectives:
        left.plot(ends, line, color=GREY, linewidth=0.5, alpha=0.6)
    left.plot([], [], color=GREY, linewidth=0.8, label="one start")
    left.plot(ends, objectives.mean(axis=0), color=BLUE, linewidth=1.8, label="mean of the starts")
    left.set(xlabel="iteration", ylabel="objective: balanced accuracy")
    left.legend(frameon=False, loc="lower right")
    right.plot(*_windows(rows), color=RED)
    right.set(xlabel="iteration", ylabel="share of moves accepted", ylim=(0, 1))
    return figure


TRACE = Experiment("trace", "An example run of the annealing", _cells, _run, _show)
