"""QUBOs with and without error variables, sampled by simulated annealing: score and time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from boolsmith.errors import BoolsmithError
from boolsmith.learn.rows import score_of
from boolsmith.metrics import BALANCED_ACCURACY
from boolsmith.operators import find_operator
from boolsmith.plugins import registry
from boolsmith.subproblems import Backend, Subproblem
from boolsmith.subproblems.effective import weighted_by_metric

from boolsmith_bench.paper.datasets import load
from boolsmith_bench.paper.experiment import Cell, Experiment, Plan, Row
from boolsmith_bench.paper.figures import look, panels
from boolsmith_bench.paper.page import Page

FORMS = ("with errors", "without errors", "exact")
OPERATORS = ("Or", "And")
PAPER = {"rows": 3000, "reads": 100, "sweeps": 2000, "limit": 10.0}
QUICK = {"rows": 300, "reads": 5, "sweeps": 100, "limit": 3.0}


def _cells(plan: Plan) -> Iterator[Cell]:
    if "direct_marketing" not in plan.datasets:
        return
    size = QUICK if plan.quick else PAPER
    for literals in (2, 4) if plan.quick else (2, 3, 4, 5, 6):
        for name in OPERATORS:
            for form in FORMS:
                for split in range(plan.splits):
                    what = {"operator": name, "form": form, "literals": literals, "split": split}
                    yield {"dataset": "direct_marketing", **what, **size}


def _run(cell: Cell, plan: Plan) -> list[Row]:
    data = load(cell["dataset"], plan.data)
    rows, test = data.split(cell["split"])
    rng = np.random.default_rng(cell["split"])
    few = rng.choice(rows, min(len(rows), cell["rows"]), replace=False)
    train = data.pack(np.sort(few))
    problem = weighted_by_metric(train, BALANCED_ACCURACY)
    operator = find_operator(cell["operator"])
    todo = Subproblem(problem.data, operator, max_num_literals=cell["literals"])
    found = _backend(cell).solve(todo, time_limit=cell["limit"], seed=cell["split"])
    row: Row = {"status": found.status, "seconds": found.seconds, "samples": found.nodes}
    if found.rule is not None:
        row["complexity"] = found.rule.complexity
        row["train"] = score_of(found.rule, train, BALANCED_ACCURACY)
        row["test"] = score_of(found.rule, data.pack(test), BALANCED_ACCURACY)
    return [row]


def _backend(cell: Cell) -> Backend:
    backends = registry().backends
    if cell["form"] == "exact":
        return backends.get("exact").load()
    if "neal" not in [spec.name for spec in backends]:
        raise BoolsmithError("needs boolsmith-annealing: pip install 'boolsmith[annealing]'")
    options = {"num_reads": cell["reads"], "num_sweeps": cell["sweeps"]}
    return backends.get("neal").load({**options, "errors": cell["form"] == FORMS[0]})


def _show(rows: Sequence[Row], page: Page) -> None:
    size = rows[0]
    page.text(
        f"Direct Marketing, {len({row['split'] for row in rows})} splits, at most {size['rows']:,} "
        f"rows of each to train on. Simulated annealing by `neal`: {size['reads']} reads of "
        f"{size['sweeps']:,} sweeps, or as many as {size['limit']:g} s allow. Beside it the best "
        "rule by `exact` in that time. The paper prints no number here."
    )
    table = []
    for name in OPERATORS:
        for form in FORMS:
            for literals in sorted({row["literals"] for row in rows}):
                mine = _mine(rows, name, form, literals)
                if mine:
                    table.append((name, form, literals, *_summary(mine)))
    columns = ("operator", "QUBO", "most literals", "complexity", "train", "test", "seconds")
    page.table((*columns, "reads", "seconds a read", "best proven"), table)
    page.figure("qubo", "QUBOs with and without error variables", lambda: _draw(rows))


def _mine(rows: Sequence[Row], name: str, form: str, literals: int) -> list[Row]:
    return [
        row
        for row in rows
        if (row["operator"], row["form"], row["literals"]) == (name, form, literals)
    ]


def _mean(rows: Sequence[Row], what: str) -> float:
    values = [row[what] for row in rows if row.get(what) is not None]
    return float(np.mean(values)) if values else float("nan")


def _per_read(rows: Sequence[Row]) -> float:
    seconds, samples = (sum(row[what] for row in rows) for what in ("seconds", "samples"))
    return float(seconds / max(1, samples))


def _summary(rows: Sequence[Row]) -> tuple[str, ...]:
    exact = rows[0]["form"] == "exact"
    means = [f"{_mean(rows, what):.3f}" for what in ("train", "test")]
    reads = "" if exact else f"{_mean(rows, 'samples'):.0f}"
    per_read = "" if exact else f"{_per_read(rows):.3f}"
    proven = f"{sum(row['status'] == 'optimal' for row in rows)} of {len(rows)}"
    return (f"{_mean(rows, 'complexity'):.1f}", *means, f"{_mean(rows, 'seconds'):.2f}", reads,
            per_read, proven)  # fmt: skip


def _draw(rows: Sequence[Row]) -> Any:
    figure, (left, right) = panels(2)
    sizes = sorted({row["literals"] for row in rows})
    for number, (name, form) in enumerate((n, f) for f in FORMS for n in OPERATORS):
        groups = [g for g in (_mine(rows, name, form, size) for size in sizes) if g]
        if not groups:
            continue
        xs = [_mean(group, "complexity") for group in groups]
        spread = [np.std([row["test"] for row in g if "test" in row] or [0.0]) for g in groups]
        style = {"label": f"{name}, {form}", "capsize": 2, **look(number)}
        left.errorbar(xs, [_mean(group, "test") for group in groups], spread, **style)
        if form != "exact":
            right.plot(xs, list(map(_per_read, groups)), **look(number))
    left.set(xlabel="complexity", ylabel="test balanced accuracy")
    left.legend(frameon=False, fontsize=8)
    right.set(xlabel="complexity", ylabel="seconds a read", yscale="log")
    return figure


QUBO = Experiment("qubo", "QUBOs with and without error variables", _cells, _run, _show)
