"""From finished cells to tables, figures and one page."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from pathlib import Path

import boolsmith

from boolsmith_bench.paper.experiment import Experiment, Plan
from boolsmith_bench.paper.machine import machine
from boolsmith_bench.paper.page import Page
from boolsmith_bench.paper.store import Store, write_beside, write_table

PAGE = "paper.md"


def write_report(experiments: Sequence[Experiment], plan: Plan, *, figures: bool = True) -> Path:
    """Write the tables and the page of all that has run, and give the path of the page."""
    store, page = Store(plan.out), Page(plan.out, figures)
    page.text(f"boolsmith {boolsmith.__version__}, Python {platform.python_version()}, {machine()}")
    for experiment in experiments:
        rows = store.collect(experiment.name, experiment.cells(plan))
        if rows:
            write_table(plan.out / "tables" / f"{experiment.name}.csv", rows)
            page.heading(experiment.title)
            experiment.show(rows, page)
    _write_benchmarks(plan)
    return page.write(PAGE, "The paper's experiments")


def _write_benchmarks(plan: Plan) -> None:
    """Write how Boolsmith does beside its peers: the results, the page and its figure."""
    from boolsmith_bench.paper.benchmarks import benchmarks_page
    from boolsmith_bench.paper.benchmarks_figure import benchmarks_figure
    from boolsmith_bench.paper.summary import summarise

    results = summarise(plan)
    if results["comparisons"]:
        write_beside(plan.out / "benchmarks.json", json.dumps(results, indent=1) + "\n")
        write_beside(plan.out / "benchmarks.md", benchmarks_page(results))
        benchmarks_figure(results).savefig(plan.out / "benchmarks.svg", metadata={"Date": None})
