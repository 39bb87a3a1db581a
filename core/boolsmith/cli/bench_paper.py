"""`boolsmith bench paper`: the paper's experiments, beside its peers."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from boolsmith.cli.datasets import note
from boolsmith.cli.output import print_json, print_line
from boolsmith.errors import BoolsmithError, UnknownNameError


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the benchmark."""
    add = parser.add_argument
    add("--experiment", action="append", metavar="NAME", help="only this one (may be repeated)")
    add("--dataset", action="append", metavar="NAME", help="only this one (may be repeated)")
    add("--splits", type=int, help="of each dataset (default: 32)")
    add("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)")
    add("--data", type=Path, metavar="DIR", help="the folder with the datasets")
    add("--out", type=Path, metavar="DIR", default=Path("boolsmith-paper"),
        help="where results go, and where a run goes on (default: boolsmith-paper)")  # fmt: skip
    add("--peers", type=Path, metavar="DIR", help="environments of other packages; made if absent")
    add("--peer", action="append", metavar="NAME", help="only this one (may be repeated)")
    add("--quick", action="store_true", help="fewer splits, smaller ranges: minutes")


def run(args: argparse.Namespace) -> int:
    """Run what has not run yet, and write the page."""
    from boolsmith.bench.paper import datasets
    from boolsmith.bench.paper.experiment import Plan
    from boolsmith.bench.paper.experiments import EXPERIMENTS
    from boolsmith.bench.paper.peers import peers
    from boolsmith.bench.paper.report import write_report
    from boolsmith.bench.paper.runner import run_cells

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
    here = datasets.available(args.data)
    wanted = args.dataset or list(datasets.sources())
    for name in wanted:
        if name not in here:
            note(f"{name} is left out: no file of it; give its folder with --data")
    plan = Plan(
        out=args.out,
        data=args.data,
        datasets=tuple(name for name in here if name in wanted),
        splits=args.splits or (2 if args.quick else 32),
        quick=args.quick,
        jobs=args.jobs,
        peers=args.peers,
        only_peers=tuple(args.peer or ()),
    )
    experiments = [EXPERIMENTS[name] for name in args.experiment or EXPERIMENTS]
    outcome = run_cells(experiments, plan)
    page = write_report(experiments, plan)
    for name, cell, why in outcome.failed:
        note(f"{name} {dict(cell)}: {why}")
    if args.json:
        failed = [{"experiment": n, "cell": dict(c), "why": w} for n, c, w in outcome.failed]
        print_json({"page": str(page), "ran": outcome.ran, "kept": outcome.kept, "failed": failed})
    else:
        print_line(f"{outcome.ran:,} cells run, {outcome.kept:,} kept from before: see {page}")
    return 1 if outcome.failed else 0
