"""`boolsmith bench paper`: the paper's experiments, beside its peers."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from boolsmith.cli.output import note, print_json, print_line
from boolsmith.errors import BoolsmithError, UnknownNameError


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the benchmark."""
    add = parser.add_argument
    add("--experiment", action="append", metavar="NAME", help="only this one (may be repeated)")
    add("--dataset", action="append", metavar="NAME", help="only this one (may be repeated)")
    add("--splits", type=int, help="of each dataset (default: 32)")
    add("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)")
    add("--data", type=Path, metavar="DIR",
        help="folder of the datasets (default: ~/.cache/boolsmith/datasets)")  # fmt: skip
    add("--download", action="store_true", help="fetch what is missing and OpenML has")
    add("--out", type=Path, metavar="DIR", default=Path("boolsmith-paper"),
        help="where results go, and where a run goes on (default: boolsmith-paper)")  # fmt: skip
    add("--peers", type=Path, metavar="DIR", help="environments of other packages; made if absent")
    add("--peer", action="append", metavar="NAME", help="only this one (may be repeated)")
    add("--report", action="store_true", help="run nothing: only the pages of what has run")
    add("--quick", action="store_true", help="fewer splits, smaller ranges: minutes")


def run(args: argparse.Namespace) -> int:
    """Run what has not run yet, and write the page."""
    from boolsmith_bench.paper import datasets
    from boolsmith_bench.paper.download import datasets_folder
    from boolsmith_bench.paper.experiment import Plan
    from boolsmith_bench.paper.experiments import EXPERIMENTS
    from boolsmith_bench.paper.peers import peers
    from boolsmith_bench.paper.report import write_report
    from boolsmith_bench.paper.runner import Outcome, run_cells

    for name in args.experiment or ():
        if name not in EXPERIMENTS:
            raise UnknownNameError("experiment", name, EXPERIMENTS)
    for name in args.dataset or ():
        if name not in datasets.sources():
            raise UnknownNameError("dataset", name, datasets.sources())
    for name in args.peer or ():
        if name not in peers():
            raise UnknownNameError("peer", name, peers())
    if args.jobs < 1 or (args.splits is not None and args.splits < 2):
        raise BoolsmithError("--jobs must be at least 1, --splits at least 2")
    if args.data is not None and not args.data.is_dir():
        raise BoolsmithError(f"no folder {str(args.data)!r} for --data")
    folder = args.data or datasets_folder()
    wanted = args.dataset or list(datasets.sources())
    if args.download:
        _download([name for name in wanted if name not in datasets.available(folder)], folder)
    here = datasets.available(folder)
    absent = [name for name in wanted if name not in here]
    if absent:
        note(f"left out, as there is no file of them in {folder}: {', '.join(absent)}")
    plan = Plan(
        out=args.out,
        data=folder,
        datasets=tuple(name for name in here if name in wanted),
        splits=args.splits or (2 if args.quick else 32),
        quick=args.quick,
        jobs=args.jobs,
        peers=args.peers,
        only_peers=tuple(args.peer or ()),
    )
    experiments = [EXPERIMENTS[name] for name in args.experiment or EXPERIMENTS]
    outcome = Outcome(0, 0, []) if args.report else run_cells(experiments, plan)
    page = write_report(experiments, plan)
    for line in _failures(outcome.failed):
        note(line)
    if args.json:
        failed = [{"experiment": n, "cell": dict(c), "why": w} for n, c, w in outcome.failed]
        print_json({"page": str(page), "ran": outcome.ran, "kept": outcome.kept, "failed": failed})
    else:
        print_line(f"{outcome.ran:,} cells run, {outcome.kept:,} kept from before: see {page}")
    return 1 if outcome.failed else 0


def _download(names: Sequence[str], folder: Path) -> None:
    """Fetch datasets; say which cannot be had, and leave them out."""
    from boolsmith_bench.paper.datasets import sources
    from boolsmith_bench.paper.download import download

    for name in names:
        try:
            note(f"{name} is now {download(sources()[name], folder)}")
        except BoolsmithError as error:
            note(str(error))


def _failures(failed: Sequence[tuple[str, Mapping[str, Any], str]]) -> Iterator[str]:
    """One line for all cells of an experiment that failed for the same reason."""
    groups: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for name, cell, why in failed:
        groups.setdefault((name, why), []).append(cell)
    for (name, why), cells in groups.items():
        others = f" and {len(cells) - 1:,} more cells" if len(cells) > 1 else ""
        yield f"{name} {dict(cells[0])}{others}: {why}"
