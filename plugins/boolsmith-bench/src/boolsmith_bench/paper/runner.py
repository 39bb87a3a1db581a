"""Running the cells of experiments: in processes, with progress, each of them once."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import Any, Protocol

import attrs
from boolsmith.errors import BoolsmithError

from boolsmith_bench.paper.experiment import Cell, Experiment, Plan, Row
from boolsmith_bench.paper.experiments import EXPERIMENTS
from boolsmith_bench.paper.store import Store

Job = tuple[str, Cell]
_LINE_SECONDS = 30.0


@attrs.frozen
class Outcome:
    """What became of a run."""

    ran: int
    kept: int  # finished before, and not run again
    failed: list[tuple[str, Cell, str]]


def run_cells(experiments: Sequence[Experiment], plan: Plan) -> Outcome:
    """Run every cell that has not been finished before."""
    store = Store(plan.out)
    jobs = [(e.name, cell) for e in experiments for cell in e.cells(plan)]
    due = [(name, cell) for name, cell in jobs if store.rows(name, cell) is None]
    failed = []
    with _bar(len(due)) as bar:
        for (name, cell), rows, why in _answers(due, plan):
            if why is None:
                store.save(name, cell, rows)
            else:
                failed.append((name, cell, why))
            bar.advance(name)
    return Outcome(len(due) - len(failed), len(jobs) - len(due), failed)


def _answers(due: Sequence[Job], plan: Plan) -> Iterator[tuple[Job, list[Row], str | None]]:
    if plan.jobs == 1:
        for job in due:
            yield job, *_run(job, plan)
        return
    # A worker has one thread: cells are what runs side by side. spawn, as threads may be running.
    pool = ProcessPoolExecutor(plan.jobs, get_context("spawn"), initializer=_begin_worker)
    try:
        yield from _from_pool(pool, iter(due), plan)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _from_pool(
    pool: ProcessPoolExecutor, due: Iterable[Job], plan: Plan
) -> Iterator[tuple[Job, list[Row], str | None]]:
    todo = iter(due)
    running: dict[Future[tuple[list[Row], str | None]], Job] = {}
    while True:
        while len(running) < 2 * plan.jobs and (job := next(todo, None)) is not None:
            running[pool.submit(_run, job, plan)] = job
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield running.pop(future), *future.result()


def _begin_worker() -> None:
    os.environ["OMP_NUM_THREADS"] = "1"
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Return a worker whose parent was killed would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _run(job: Job, plan: Plan) -> tuple[list[Row], str | None]:
    name, cell = job
    try:
        return EXPERIMENTS[name].run(cell, plan), None
    except BoolsmithError as error:
        return [], str(error)


class Bar(Protocol):
    """Something that shows how far the run is."""

    def advance(self, name: str) -> None:
        """One more cell is finished."""


class _Lines:
    """A line every half minute, where there is no terminal."""

    def __init__(self, total: int) -> None:
        self._total, self._done = total, 0
        self._begun = self._told = time.monotonic()

    def advance(self, name: str) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._told >= _LINE_SECONDS or self._done == self._total:
            self._told = now
            left = (now - self._begun) / self._done * (self._total - self._done)
            print(  # noqa: T201
                f"boolsmith: {self._done:,} of {self._total:,} cells, {name}, "
                f"{_duration(left)} left",
                file=sys.stderr,
            )


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{seconds:.0f} s" if seconds < 100 else f"{minutes // 60}:{minutes % 60:02} h"


@contextmanager
def _bar(total: int) -> Iterator[Bar]:
    if not sys.stderr.isatty():
        yield _Lines(total)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    columns: tuple[Any, ...] = (TextColumn("{task.description}"), BarColumn(),
                                MofNCompleteColumn(), TimeLeft())  # fmt: skip
    with Progress(*columns, console=Console(stderr=True)) as shown:
        task = shown.add_task("", total=total)

        class _Shown:
            def advance(self, name: str) -> None:
                shown.update(task, advance=1, description=name)

        yield _Shown()
