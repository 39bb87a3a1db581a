"""Score against complexity on every dataset: search, certified rules, single features, trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from boolsmith.operators import BUILTIN

from boolsmith_bench.paper import methods
from boolsmith_bench.paper.datasets import load, sources
from boolsmith_bench.paper.experiment import Cell, Experiment, Plan, Row
from boolsmith_bench.paper.figures import panels
from boolsmith_bench.paper.page import Page

SHOWN = (1, 3, 4, 5, 6, 8, 10, 12, 15)
TITLES = {
    "native": "Boolsmith",
    "taught": "Boolsmith, taught",
    "published": "published annealing",
    "single": "single feature",
    "tree": "tree",
    "raw-tree": "tree, raw data",
}


def _cells(plan: Plan) -> Iterator[Cell]:
    effort = 0.05 if plan.quick else 1.0
    bounds = [3, 6, 10] if plan.quick else [3, 4, 5, 6, 8, 10, 12, 15]
    for dataset in plan.datasets:
        for split in range(plan.splits):
            cell = {"dataset": dataset, "split": split}
            yield {**cell, "method": "native", "effort": effort}
            yield {**cell, "method": "taught", "effort": effort}
            yield {**cell, "method": "ceiling"}
            yield {**cell, "method": "published", "complexities": bounds}
            for method in ("single", "tree", "raw-tree"):
                yield {**cell, "method": method}
        # Proofs for counting operators take long: fewer splits, and a limit for each.
        for split in range(plan.few(min(plan.splits, 8), 1)):
            for operator in BUILTIN:
                yield {
                    "dataset": dataset, "split": split, "method": "certified",
                    "operator": operator, "literals": [3] if plan.quick else [2, 3, 4, 6],
                    "time_limit": 0.2 if plan.quick else 1.0,
                }  # fmt: skip


def _run(cell: Cell, plan: Plan) -> list[Row]:
    data = load(cell["dataset"], plan.data)
    return methods.fit(data, data.split(cell["split"]), cell)


def label(row: Row) -> str:
    """Return the name of the curve that a row belongs to."""
    return str(row["operator"]) if row["method"] == "certified" else TITLES[row["method"]]


def _show(rows: Sequence[Row], page: Page) -> None:
    page.text(
        "Balanced accuracy, test / train, mean over the splits; the complexity of a tree is the "
        "number of its splits, and its line shows the best mean of those that are no larger. "
        "Seconds are of processor time, one fit; one fit of Boolsmith gives all its columns. "
        "Taught: with a forest as teacher."
    )
    rows = [row for row in rows if row["method"] != "ceiling"]  # it is no rule
    for dataset in dict.fromkeys(row["dataset"] for row in rows):
        own = [row for row in rows if row["dataset"] == dataset]
        page.lines += [f"### {sources()[dataset].title}", ""]
        page.table(("", *map(str, SHOWN), "splits", "seconds"), list(_table(own)))
        page.figure(
            f"frontier-{dataset}", f"Score against complexity on {sources()[dataset].title}",
            partial(_draw, own),
        )  # fmt: skip


def curves(rows: Sequence[Row], score: str = "test") -> dict[str, dict[float, list[float]]]:
    """For each curve the scores over splits, by complexity (of trees the mean at each depth)."""
    found: dict[str, dict[float, list[float]]] = {}
    for name in dict.fromkeys(map(label, rows)):
        own = [row for row in rows if label(row) == name]
        for key in dict.fromkeys(row.get("depth") or row["complexity"] for row in own):
            group = [row for row in own if (row.get("depth") or row["complexity"]) == key]
            place = methods.mean([row["complexity"] for row in group])
            found.setdefault(name, {})[place] = [row[score] for row in group]
    return found


def _table(rows: Sequence[Row]) -> Iterator[list[str]]:
    test, train = curves(rows), curves(rows, "train")
    for name, curve in test.items():
        own = [row for row in rows if label(row) == name]
        cells = [_cell(curve, train[name], bound) for bound in SHOWN]
        splits = len({row["split"] for row in own})
        yield [name, *cells, str(splits), f"{methods.mean([r['seconds'] for r in own]):.2f}"]


def _cell(test: Mapping[float, Any], train: Mapping[float, Any], bound: int) -> str:
    """Return the mean scores at the largest complexity within the bound."""
    within = [place for place in test if place <= bound + 1e-9]
    if not within:
        return ""
    place = max(within)
    return f"{methods.mean(test[place]):.3f} / {methods.mean(train[place]):.3f}"


def _draw(rows: Sequence[Row]) -> Any:
    figure, axes = panels(2, 5.5, 4.2, sharey=True)
    for ax, score in zip(axes, ("train", "test"), strict=True):
        for i, (name, curve) in enumerate(curves(rows, score).items()):
            places = sorted(place for place in curve if place <= max(SHOWN))
            means = [methods.mean(curve[place]) for place in places]
            spread = [float(np.std(curve[place])) for place in places]
            strong = name == TITLES["native"]
            ax.errorbar(
                places, means, yerr=spread, label=name, marker="osD^v<>PX*"[i % 10], markersize=4,
                capsize=2, linewidth=2.2 if strong else 1, alpha=1 if strong else 0.75,
                color=f"C{i}", zorder=3 if strong else 2,
            )  # fmt: skip
        ax.set_title(score)
        ax.set_xlabel("complexity")
    axes[0].set_ylabel("balanced accuracy")
    axes[1].legend(fontsize=7, ncols=2)
    return figure


FRONTIER = Experiment("frontier", "Score against complexity", _cells, _run, _show)
