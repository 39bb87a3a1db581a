"""From finished cells to tables, figures and one page."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from pathlib import Path

import boolsmith
from boolsmith.bench.paper.experiment import Experiment, Plan
from boolsmith.bench.paper.page import Page
from boolsmith.bench.paper.store import Store, write_table

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
    return page.write(PAGE, "The paper's experiments")


def machine() -> str:
    """The processor and how many cores there are."""
    name = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next(li.partition(":")[2].strip() for li in lines if li.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{name}, {os.cpu_count()} cores, {platform.system()}"
