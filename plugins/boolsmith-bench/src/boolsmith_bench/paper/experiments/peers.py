"""Other packages on the splits and columns of everyone: scores, complexity and seconds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any

import attrs

from boolsmith_bench.paper.datasets import Dataset, encoded, load, sources
from boolsmith_bench.paper.experiment import Cell, Experiment, Plan, Row
from boolsmith_bench.paper.page import Page
from boolsmith_bench.paper.peers import Peer, peers
from boolsmith_bench.paper.peers.environments import interpreter
from boolsmith_bench.paper.peers.process import Data, Request, fit

COMPLEXITIES = (3, 5, 8, 12, 15)
SECONDS = 10.0  # of the processor
NOT_INSTALLED = "not installed"


def _cells(plan: Plan) -> Iterator[Cell]:
    if plan.peers is None:
        return
    wanted = plan.only_peers or tuple(peers())
    here = {name: interpreter(peers()[name].environment, plan.peers) for name in wanted}
    for name, found in here.items():
        if not found.python:
            yield {"peer": name, "why": found.why}
    for dataset in plan.datasets[: plan.few(len(plan.datasets), 2)]:
        for split in range(min(plan.splits, plan.few(8, 1))):
            for name, found in here.items():
                if found.python:
                    yield _cell(dataset, peers()[name], split, plan)


def _cell(dataset: str, peer: Peer, split: int, plan: Plan) -> Cell:
    complexities = peer.complexities or list(COMPLEXITIES)
    return {
        "dataset": dataset,
        "peer": peer.name,
        "split": split,
        "complexities": complexities[: plan.few(len(complexities), 2)],
        "time_limit": SECONDS if plan.quick else peer.time_limit or SECONDS,
    }


def _run(cell: Cell, plan: Plan) -> list[Row]:
    if "why" in cell:
        return [{"status": NOT_INSTALLED, "note": cell["why"]}]
    assert plan.peers is not None
    peer = peers()[cell["peer"]]
    found = interpreter(peer.environment, plan.peers)
    data = data_for(peer, load(cell["dataset"], plan.data), cell["split"])
    limit, seed = cell["time_limit"], cell["split"]
    requests = [Request(complexity, limit, seed) for complexity in cell["complexities"]]
    return [_row(answer) for answer in fit(peer, data, requests, found.python)]


def _row(answer: Any) -> Row:
    row = attrs.asdict(answer)
    return {"asked": row.pop("request")["complexity"], **row}


def data_for(peer: Peer, dataset: Dataset, split: int) -> Data:
    """Return the rows of a split as a peer takes them: the binarized columns, or the raw ones."""
    X = encoded(dataset.raw) if peer.input == "raw" else dataset.X
    train, test = dataset.split(split)
    return Data(X[train], dataset.y[train], X[test], dataset.y[test])


def _show(rows: Sequence[Row], page: Page) -> None:
    absent = [(row["peer"], row["note"]) for row in rows if row["status"] == NOT_INSTALLED]
    if absent:
        page.table(("does not install", "why"), absent)
    rows = [row for row in rows if row["status"] != NOT_INSTALLED]
    page.table(
        ("peer", "complexity counts", "how it is bounded"),
        [(p.title, p.counts, p.bound) for p in peers().values()
         if any(row["peer"] == p.name for row in rows)],
    )  # fmt: skip
    for dataset in dict.fromkeys(row["dataset"] for row in rows):
        page.text(f"**{sources()[dataset].title}**")
        some = [row for row in rows if row["dataset"] == dataset]
        groups = dict.fromkeys((row["peer"], row["asked"]) for row in some)
        page.table(
            ("peer", "asked", "complexity", "train", "test", "CPU seconds", "fits", "failures"),
            [_line(peer, asked, [r for r in some if (r["peer"], r["asked"]) == (peer, asked)])
             for peer, asked in sorted(groups, key=lambda g: list(peers()).index(g[0]))],
        )  # fmt: skip


def _line(peer: str, asked: int | None, rows: Sequence[Row]) -> tuple[Any, ...]:
    fits = [row for row in rows if row["status"] == "ok"]
    whys = dict.fromkeys(f"{r['status']}: {r['note']}" for r in rows if r["status"] != "ok")

    def mean(name: str, form: str) -> str:
        values = [row[name] for row in fits if row[name] is not None]
        return format(fmean(values), form) if values else ""

    return (
        peers()[peer].title, "" if asked is None else asked, mean("complexity", ".1f"),
        mean("train", ".3f"), mean("test", ".3f"), mean("cpu", ".2f"), len(fits),
        f"{len(rows) - len(fits)}" + "".join(f"; {why}" for why in whys),
    )  # fmt: skip


PEERS = Experiment("peers", "Peers", _cells, _run, _show)
