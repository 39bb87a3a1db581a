"""Operators of depth one over the full range of the number of literals."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from boolsmith.learn.rows import score_of
from boolsmith.metrics import BALANCED_ACCURACY
from boolsmith.operators import Operator, find_operator
from boolsmith.plugins import registry
from boolsmith.subproblems import Subproblem
from boolsmith.subproblems.cases import MAX_LITERALS
from boolsmith.subproblems.effective import weighted_by_metric

from boolsmith_bench.paper.datasets import load
from boolsmith_bench.paper.experiment import Cell, Experiment, Plan, Row
from boolsmith_bench.paper.figures import OPERATORS, look, panels
from boolsmith_bench.paper.page import Page
from boolsmith_bench.paper.wide import wide_rule

SIZES = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60, 80, 100, 120, 150, 180, 210, 240, 270, 300)
QUICK_SIZES = (1, 2, 4, 10, 30, 60, 120, 210, 300)


def _cells(plan: Plan) -> Iterator[Cell]:
    if "breast_cancer" not in plan.datasets:
        return
    for size in QUICK_SIZES if plan.quick else SIZES:
        for name in OPERATORS:
            for split in range(plan.splits):
                cell = {"dataset": "breast_cancer", "operator": name, "literals": size}
                yield {**cell, "split": split, "limit": 0.3 if plan.quick else 2.0}


def _run(cell: Cell, plan: Plan) -> list[Row]:
    data = load(cell["dataset"], plan.data)
    train, test = map(data.pack, data.split(cell["split"]))
    operator, size = find_operator(cell["operator"]), cell["literals"]
    assert isinstance(operator, Operator)
    begun, proven = time.perf_counter(), False
    if size <= MAX_LITERALS:
        problem = weighted_by_metric(train, BALANCED_ACCURACY)
        todo = Subproblem(problem.data, operator, min_num_literals=size, max_num_literals=size)
        backend = registry().backends.get("exact").load()
        found = backend.solve(todo, time_limit=cell["limit"], seed=cell["split"])
        rule, proven = found.rule, found.status == "optimal"
    else:
        rule = wide_rule(train, operator, size, cell["split"])
    assert rule is not None  # there are as many features as the largest size
    return [
        {
            "train": score_of(rule, train, BALANCED_ACCURACY),
            "test": score_of(rule, test, BALANCED_ACCURACY),
            "proven": proven,
            "seconds": time.perf_counter() - begun,
        }
    ]


def _show(rows: Sequence[Row], page: Page) -> None:
    sizes = sorted({row["literals"] for row in rows})
    proven = [size for size in sizes if all(r["proven"] for r in rows if r["literals"] == size)]
    some = sum(row["proven"] for row in rows)
    page.text(
        f"Exactly so many literals, on {len({row['split'] for row in rows})} splits of Breast "
        f"Cancer; mean train / test balanced accuracy. Up to {MAX_LITERALS} literals the built-in "
        f"solver `exact` has {rows[0]['limit']:g} s for a rule, beyond that a descent without a "
        f"proof takes over. {some:,} of {len(rows):,} rules are proven to be the best on the rows "
        f"they were trained on: all those of {', '.join(map(str, proven)) or 'no number of'} "
        "literals, for others it depends on the operator. The paper prints no number here."
    )
    table = [
        (size, *(" / ".join(f"{_mean(rows, size, name, p):.3f}" for p in ("train", "test"))
                 for name in OPERATORS), f"{_proven(rows, size):.0%}")
        for size in sizes
    ]  # fmt: skip
    page.table(("literals", *OPERATORS, "proven"), table)
    page.figure("depth-one", "Operators of depth one by number of literals", lambda: _draw(rows))


def _values(rows: Sequence[Row], size: int, name: str, part: str) -> list[float]:
    return [r[part] for r in rows if r["literals"] == size and r["operator"] == name]


def _mean(rows: Sequence[Row], size: int, name: str, part: str) -> float:
    values = _values(rows, size, name, part)
    return float(np.mean(values)) if values else float("nan")


def _proven(rows: Sequence[Row], size: int) -> float:
    return float(np.mean([row["proven"] for row in rows if row["literals"] == size]))


def _draw(rows: Sequence[Row]) -> Any:
    figure, axes = panels(2, sharey=True)
    for ax, part in zip(axes, ("train", "test"), strict=True):
        for number, name in enumerate(OPERATORS):
            sizes = sorted({r["literals"] for r in rows if r["operator"] == name})
            values = [_values(rows, size, name, part) for size in sizes]
            xs = [size + (size > 1) for size in sizes]
            means, spread = [np.mean(v) for v in values], [np.std(v) for v in values]
            line = "--" if name == "AtMost" else "-"  # AtMost lies on AtLeast
            ax.errorbar(xs, means, spread, label=name, capsize=2, linestyle=line, **look(number))
        ax.set(title=part, xlabel="complexity")
    axes[0].set_ylabel("balanced accuracy")
    axes[0].legend(frameon=False)
    return figure


DEPTH_ONE = Experiment("depth-one", "Operators of depth one", _cells, _run, _show)
