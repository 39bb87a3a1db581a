"""What a run comes to, as one small document: Boolsmith beside every peer, split by split."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import boolsmith
import numpy as np

from boolsmith_bench.paper.experiment import Plan, Row
from boolsmith_bench.paper.experiments import EXPERIMENTS
from boolsmith_bench.paper.experiments.non_local import LOCAL_ONLY, means
from boolsmith_bench.paper.machine import machine
from boolsmith_bench.paper.methods import standard_error
from boolsmith_bench.paper.peers import peers
from boolsmith_bench.paper.store import Store

Document = dict[str, Any]
FORMAT = 2
OURS = {"native": "Boolsmith", "taught": "Boolsmith, taught"}
"""What stands against peers: the search as it is, and with a forest as teacher."""


def summarise(plan: Plan) -> Document:
    """All that the page of benchmarks needs, from the finished cells."""
    store = Store(plan.out)
    rows = {
        name: store.collect(name, EXPERIMENTS[name].cells(plan))
        for name in ("frontier", "peers", "non-local")
    }
    ours = {method: _frontier(rows["frontier"], method) for method in OURS}
    ceilings = _frontier(rows["frontier"], "ceiling")
    others = list(_others(rows["frontier"], rows["peers"]))
    return {
        "format": FORMAT,
        "boolsmith": boolsmith.__version__,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": machine(),
        "frontiers": [
            {"dataset": dataset, "method": OURS[method], "points": _points(by_complexity)}
            for method, found in ours.items()
            for dataset, by_complexity in found.items()
        ],
        "comparisons": [
            {"method": OURS[method], **comparison}
            for method, found in ours.items()
            for comparison in _comparisons(found, others, ceilings)
        ],
        "absent": _absent(rows["peers"]),
        "non_local": list(_non_local(rows["non-local"])),
    }


Scores = dict[int, dict[int, Row]]
"""The row of every split, for every bound on complexity."""


def _frontier(rows: Iterable[Row], method: str) -> dict[str, Scores]:
    found: dict[str, Scores] = {}
    for row in rows:
        if row["method"] == method:
            by_complexity = found.setdefault(row["dataset"], {})
            by_complexity.setdefault(row["complexity"], {})[row["split"]] = row
    return found


def _others(frontier: Iterable[Row], peers: Iterable[Row]) -> Iterator[Row]:
    """Fits of everything else that answer a question: which, on what, within which complexity."""
    for row in frontier:
        if row["method"] == "published":
            yield {**row, "peer": "published annealing", "asked": row["complexity"]}
    for row in peers:
        if row.get("status") == "ok":
            yield {**row, "seconds": row["cpu"]}


def _points(scores: Scores) -> list[Document]:
    return [
        {"complexity": complexity, **_means(list(rows.values()))}
        for complexity, rows in sorted(scores.items())
    ]


def _means(rows: Sequence[Row]) -> Document:
    return {
        "splits": len(rows),
        **{part: _rounded([row[part] for row in rows]) for part in ("train", "test", "seconds")},
        "test_error": round(standard_error([row["test"] for row in rows]), 5),
    }


def _rounded(values: Sequence[float]) -> float:
    return round(float(np.mean(values)), 5)


def _comparisons(
    ours: Mapping[str, Scores], others: Sequence[Row], ceilings: Mapping[str, Scores]
) -> Iterator[Document]:
    """Each peer against Boolsmith on the same splits, at the same bound on complexity.

    The complexity of a tree is the number of its splits, as the paper has it; a tree also stands
    against rules of as many nodes as it has with its leaves, which is how rules are counted.
    """
    for peer, dataset, asked in dict.fromkeys(
        (r["peer"], r["dataset"], r["asked"]) for r in others
    ):
        theirs = {
            row["split"]: row
            for row in others
            if (row["peer"], row["dataset"], row["asked"]) == (peer, dataset, asked)
        }
        known = ours.get(dataset, {})
        bounds = {"paper": max(known, default=0) if asked is None else asked}
        if peer in peers() and peers()[peer].counts.startswith("splits"):
            bounds["nodes"] = 2 * asked + 1
        for count, bound in bounds.items():
            own = known.get(bound, {})
            splits = sorted(set(theirs) & set(own))
            if splits:
                yield {
                    "peer": peer, "dataset": dataset, "asked": asked, "count": count,
                    "bound": bound, "theirs": _means([theirs[s] for s in splits]),
                    "ours": _means([own[s] for s in splits]),
                    "ceiling": _ceiling(ceilings.get(dataset, {}).get(bound, {}), splits),
                    **{f"{part}_difference": _difference(own, theirs, splits, part)
                       for part in ("train", "test")},
                }  # fmt: skip


def _ceiling(rows: Mapping[int, Row], splits: Sequence[int]) -> float | None:
    """Return the most that any rule of that complexity has on the test rows, if known."""
    if not set(splits) <= set(rows):
        return None
    return _rounded([rows[split]["test"] for split in splits])


def _difference(
    own: Mapping[int, Row], theirs: Mapping[int, Row], splits: Sequence[int], part: str
) -> Document:
    """Return the mean of ours minus theirs over the splits, its standard error, and the verdict."""
    values = [own[split][part] - theirs[split][part] for split in splits]
    mean, error = float(np.mean(values)), standard_error(values)
    verdict = "tie" if abs(mean) <= error else "win" if mean > 0 else "loss"
    return {"mean": round(mean, 5), "error": round(error, 5), "verdict": verdict}


def _absent(rows: Iterable[Row]) -> list[Document]:
    return [
        {"peer": row["peer"], "dataset": row.get("dataset"), "asked": row.get("asked"),
         "status": row["status"], "note": row["note"]}
        for row in rows if row["status"] != "ok"
    ]  # fmt: skip


def _non_local(rows: Sequence[Row]) -> Iterator[Document]:
    for dataset, bound in dict.fromkeys((row["dataset"], row["max_complexity"]) for row in rows):
        own = [r for r in rows if (r["dataset"], r["max_complexity"]) == (dataset, bound)]
        for name, by_iterations in means(own).items():
            for iterations, found in sorted(by_iterations.items()):
                yield {
                    "dataset": dataset, "complexity": bound, "iterations": iterations,
                    "non_local": name != LOCAL_ONLY, "splits": len(found["train"]),
                    "train": _rounded(found["train"]),
                    "error": round(standard_error(found["train"]), 5),
                    "seconds": round(found["seconds"], 4),
                }  # fmt: skip
