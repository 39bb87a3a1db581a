"""Non-local moves against local ones alone: by the number of iterations, and by time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from boolsmith_bench.paper.datasets import load, sources
from boolsmith_bench.paper.experiment import Cell, Experiment, Plan, Row
from boolsmith_bench.paper.figures import panels
from boolsmith_bench.paper.methods import PAPER_STARTS, Fitting, mean, standard_error
from boolsmith_bench.paper.page import Page

DATASETS = ("breast_cancer", "credit_risk", "customer_churn")
LOCAL_ONLY = "local moves only"


ALONE = (50, 100, 500, 2000, 20_000, 100_000)
WITH_BACKEND = (50, 100)


def _cells(plan: Plan) -> Iterator[Cell]:
    for dataset in (name for name in DATASETS if name in plan.datasets):
        for bound in (10,) if plan.quick else (4, 10, 15):
            for split in range(plan.splits):
                cell = {"dataset": dataset, "max_complexity": bound, "split": split}
                for iterations in ALONE[: plan.few(len(ALONE), 4)]:
                    yield {**cell, "backend": None, "iterations": iterations}
                for iterations in WITH_BACKEND:
                    yield {**cell, "backend": "local", "iterations": iterations}


def _run(cell: Cell, plan: Plan) -> list[Row]:
    from boolsmith.searching import search

    data = load(cell["dataset"], plan.data)
    fitting = Fitting(data, *data.split(cell["split"]))
    packed = data.pack(fitting.train)
    _warm_up(cell["backend"])
    fitting.restart()
    found = search(
        packed, strategy="paper", max_complexity=cell["max_complexity"], num_threads=1,
        num_starts=PAPER_STARTS, num_iterations=cell["iterations"], backend=cell["backend"],
        seed=cell["split"],
    )  # fmt: skip
    return [fitting.rule_point(cell["max_complexity"], found.rule)]


@cache
def _warm_up(backend: str | None) -> None:
    """Load the kernels, once in a process, so that seconds are those of the search."""
    from boolsmith.searching import search

    search([[0, 1], [1, 0], [1, 1]], [0, 1, 1], strategy="paper", num_starts=1, num_threads=1,
           num_iterations=30, max_complexity=5, backend=backend, seed=0)  # fmt: skip


def _name(row: Row) -> str:
    return LOCAL_ONLY if row["backend"] is None else f"with `{row['backend']}`"


def _show(rows: Sequence[Row], page: Page) -> None:
    page.text(
        f"The published annealing with {PAPER_STARTS} starts of so many iterations, with and "
        "without non-local moves (burn-in a third of the iterations, patience 10). Subproblems "
        "have all rows with the built-in backend `local`. Mean balanced accuracy on the training "
        "rows and its standard error, on the test rows, and seconds of processor time."
    )
    groups = dict.fromkeys((row["dataset"], row["max_complexity"]) for row in rows)
    for dataset, bound in groups:
        own = [r for r in rows if (r["dataset"], r["max_complexity"]) == (dataset, bound)]
        page.lines += [f"### {sources()[dataset].title}, complexity {bound}", ""]
        page.table(("", "iterations", "train", "±", "test", "seconds"), list(_table(own)))
        page.text(_verdict(own))
    for dataset in dict.fromkeys(row["dataset"] for row in rows):
        own = [row for row in rows if row["dataset"] == dataset]
        page.figure(
            f"non-local-{dataset}", f"Non-local moves on {sources()[dataset].title}",
            partial(_draw, own),
        )  # fmt: skip


def means(rows: Sequence[Row]) -> dict[str, dict[int, dict[str, Any]]]:
    """For each kind of search and number of iterations the scores and seconds."""
    found: dict[str, dict[int, dict[str, Any]]] = {}
    for name, iterations in dict.fromkeys((_name(row), row["iterations"]) for row in rows):
        own = [r for r in rows if (_name(r), r["iterations"]) == (name, iterations)]
        found.setdefault(name, {})[iterations] = {
            "train": [row["train"] for row in own],
            "test": [row["test"] for row in own],
            "seconds": mean([row["seconds"] for row in own]),
        }
    return found


def _table(rows: Sequence[Row]) -> Iterator[tuple[str, ...]]:
    for name, by_iterations in means(rows).items():
        for iterations, own in sorted(by_iterations.items()):
            yield (
                name, f"{iterations:,}", f"{mean(own['train']):.4f}",
                f"{standard_error(own['train']):.4f}", f"{mean(own['test']):.4f}",
                f"{own['seconds']:.3f}",
            )  # fmt: skip


def _verdict(rows: Sequence[Row]) -> str:
    """How many iterations and how much time local moves need for what non-local ones reach."""
    found = means(rows)
    alone = found.pop(LOCAL_ONLY, {})
    lines = []
    for name, by_iterations in found.items():
        iterations, own = min(by_iterations.items())
        reached = mean(own["train"])
        enough = [n for n in sorted(alone) if mean(alone[n]["train"]) >= reached]
        line = f"{name} {iterations} iterations reach {reached:.4f} in {own['seconds']:.2f} s; "
        if enough:
            seconds = alone[enough[0]]["seconds"]
            line += f"local moves alone need {enough[0]:,}, and {seconds:.2f} s."
        else:
            most = max(alone)
            line += (
                f"local moves alone reach {mean(alone[most]['train']):.4f} after {most:,} "
                f"iterations, in {alone[most]['seconds']:.2f} s."
            )
        lines.append(line[0].upper() + line[1:])
    return " ".join(lines)


def _draw(rows: Sequence[Row]) -> Any:
    figure, axes = panels(2, 5.5, 4, sharey=True)
    for i, bound in enumerate(sorted({row["max_complexity"] for row in rows})):
        found = means([row for row in rows if row["max_complexity"] == bound])
        for name, by_iterations in found.items():
            line = "--" if name == LOCAL_ONLY else "-"
            places = sorted(by_iterations)
            heights = [mean(by_iterations[n]["train"]) for n in places]
            spread = [float(np.std(by_iterations[n]["train"])) for n in places]
            seconds = [by_iterations[n]["seconds"] for n in places]
            text = f"{name.replace('`', '')}, complexity {bound}"
            for ax, xs in zip(axes, (places, seconds), strict=True):
                ax.errorbar(xs, heights, yerr=spread, label=text, linestyle=line, marker="o",
                            markersize=4, capsize=2, color=f"C{i}")  # fmt: skip
    for ax, name in zip(axes, ("iterations of a start", "seconds of processor time"), strict=True):
        ax.set_xscale("log")
        ax.set_xlabel(name)
    axes[0].set_ylabel("balanced accuracy, training rows")
    axes[1].legend(fontsize=8)
    return figure


NON_LOCAL = Experiment("non-local", "Non-local moves", _cells, _run, _show)
