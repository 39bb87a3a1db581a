"""The table of datasets: rows, features, columns after binarizing, share of the majority."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boolsmith_bench.paper.datasets import load, sources
from boolsmith_bench.paper.experiment import Cell, Experiment, Plan, Row
from boolsmith_bench.paper.page import Claim, Page

NOTES = {
    ("customer_churn", "rows"): "the paper counts before 11 incomplete rows are removed",
    ("home_equity_default", "majority"): "the paper's share is that of all 5,960 rows, of which "
    "2,596 are incomplete",
}


def _cells(plan: Plan) -> Iterator[Cell]:
    for name in plan.datasets:
        yield {"dataset": name}


def _run(cell: Cell, plan: Plan) -> list[Row]:
    data = load(cell["dataset"], plan.data)
    share = float(data.y.mean())
    return [
        {
            "rows": len(data.y),
            "features": len(data.raw.columns),
            "binarized": data.X.shape[1],
            "majority": max(share, 1 - share),
        }
    ]


def _show(rows: Sequence[Row], page: Page) -> None:
    claims = []
    for row in rows:
        source = sources()[row["dataset"]]
        for what in ("rows", "features", "binarized", "majority"):
            form = "{:.2f}" if what == "majority" else "{:,}"
            paper, here = form.format(source.paper[what]), form.format(row[what])
            note = NOTES.get((row["dataset"], what), "")
            claims.append(Claim(f"{source.title}: {what}", paper, here, note))
    page.claim(claims)


DATASETS_TABLE = Experiment("datasets", "Datasets", _cells, _run, _show)
