"""A short run with non-local moves, to see where they are proposed and what they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from boolsmith.searching import search

from boolsmith_bench.paper.datasets import load
from boolsmith_bench.paper.experiment import Cell, Experiment, Plan, Row
from boolsmith_bench.paper.figures import BLACK, BLUE, RED, SKY, panels
from boolsmith_bench.paper.page import Page


def _cells(plan: Plan) -> Iterator[Cell]:
    if "breast_cancer" not in plan.datasets:
        return
    yield {
        "dataset": "breast_cancer",
        "metric": "accuracy",
        "max_complexity": 10,
        "num_starts": 3,
        "num_iterations": 100,
        "initial": 0.2,
        "final": 1e-4,
        "burn_in": 50,
        "patience": 10,
        "max_samples": 100,
        "backend": "exact",
        "timeout": 1.0,
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
        num_iterations_burn_in=cell["burn_in"],
        patience=cell["patience"],
        max_samples=cell["max_samples"],
        backend=cell["backend"],
        timeout=cell["timeout"],
        seed=cell["seed"],
        num_threads=1,
    )
    return [
        {
            "start": start.index,
            "iteration": int(iteration),
            "objective": float(objective),
            "non_local": bool(iteration in start.trace.proposals),
        }
        for start in found.starts
        for iteration, objective in zip(start.trace.iteration, start.trace.objective, strict=True)
    ]


def _position(row: Row) -> int:
    """Return the iteration counted over all starts, one after the other."""
    return int(row["start"] * row["num_iterations"] + row["iteration"])


def _show(rows: Sequence[Row], page: Page) -> None:
    proposed = gains = 0
    for before, row in pairwise(rows):
        proposed += row["non_local"]
        gains += row["non_local"] and row["objective"] > before["objective"]
    page.text(
        f"{proposed} non-local moves were proposed, {gains} of them made the current rule better. "
        f"The accuracy at the end of the starts: {', '.join(_ends(rows))}. "
        "The paper prints no number for this run."
    )
    page.figure("non-local-example", "A short run with non-local moves", lambda: _draw(rows))


def _ends(rows: Sequence[Row]) -> list[str]:
    ends = {row["start"]: row["objective"] for row in rows}
    return [f"{end:.3f}" for end in ends.values()]


def _draw(rows: Sequence[Row]) -> Any:
    figure, (ax,) = panels(1, width=8)
    length, burn_in = rows[0]["num_iterations"], rows[0]["burn_in"]
    for start in sorted({row["start"] for row in rows}):
        begins, first = start * length, start == 0
        label = "burn-in" if first else None
        ax.axvspan(begins, begins + burn_in, color=SKY, alpha=0.2, linewidth=0, label=label)
        ax.axvline(begins, color=RED, linewidth=1.4, label="start" if first else None)
    shown = [row for row in rows if row["non_local"]]
    for number, row in enumerate(shown):
        label = None if number else "non-local proposal"
        ax.axvline(_position(row), color=BLACK, linewidth=0.8, linestyle="--", label=label)
    for start in sorted({row["start"] for row in rows}):
        mine = [row for row in rows if row["start"] == start]
        ax.plot(list(map(_position, mine)), [r["objective"] for r in mine], color=BLUE)
    ax.set(xlabel="iteration, over all starts", ylabel="accuracy", xlim=(-2, None))
    ax.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.14), ncols=3)
    return figure


NON_LOCAL_EXAMPLE = Experiment(
    "non-local-example", "An example run with non-local moves", _cells, _run, _show
)
