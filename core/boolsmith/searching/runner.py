"""Running starts side by side: threads in this process, or several processes."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

import attrs
from joblib import Parallel, delayed

from boolsmith.data import PackedData
from boolsmith.plugins import Parcel
from boolsmith.searching.problem import SearchProblem, pose
from boolsmith.searching.result import Outcome
from boolsmith.searching.start import Start, start_class
from boolsmith.searching.supervisor import Supervisor


def run_starts(problem: SearchProblem, supervisor: Supervisor) -> Outcome:
    """Run all starts of a search; return what they found together."""
    run = _run_in_processes if problem.settings.num_processes > 1 else _run_in_threads
    return run(problem, supervisor, range(problem.settings.num_starts))


def _run_start(problem: SearchProblem, supervisor: Supervisor, index: int, worker: int) -> Start:
    """Run one start until it ends or the supervisor stops it."""
    given = problem.warm_rules[index] if index < len(problem.warm_rules) else None
    start = start_class(problem.settings)(problem, index, worker=worker, given=given)
    supervisor.began(start)
    for _ in start.run():
        supervisor.yielded(start)
        if supervisor.stopped:
            return start
    start.finished = True
    supervisor.yielded(start)
    return start


def _run_in_threads(
    problem: SearchProblem, supervisor: Supervisor, indices: Sequence[int]
) -> Outcome:
    work = iter(indices)  # threads take from it in turn
    done: list[Start] = []
    failures: list[BaseException] = []

    def worker(number: int) -> None:
        try:
            while not supervisor.stopped and (index := next(work, None)) is not None:
                done.append(_run_start(problem, supervisor, index, number))
        except BaseException as error:  # handed to the caller's thread
            failures.append(error)
            supervisor.stop("failed")

    threads = [
        threading.Thread(target=worker, args=(number,), daemon=True)
        for number in range(min(problem.settings.num_threads, len(indices)))
    ]
    for thread in threads:
        thread.start()
    supervisor.wait(threads)
    if failures:
        raise failures[0]
    outcomes = (
        Outcome((s.result(),), s.archive(), statistics=tuple(s.proposals.statistics.values()))
        for s in done
    )
    return attrs.evolve(Outcome.joined(outcomes), stop_reason=supervisor.reason)


def _run_in_processes(
    problem: SearchProblem, supervisor: Supervisor, indices: Sequence[int]
) -> Outcome:
    """Deal the starts out to processes, by whatever backend of joblib is in force."""
    count = min(problem.settings.num_processes, len(indices))
    alone = attrs.evolve(
        problem.settings, num_processes=1, num_threads=1, observers=(), progress=False
    )
    parcel = Parcel.wrap(alone)
    until = None
    if supervisor.deadline is not None:  # by the one clock that processes share
        until = time.time() + supervisor.deadline - time.perf_counter()
    parts = Parallel(n_jobs=count)(
        delayed(_run_part)(problem.data, parcel, indices[part::count], until)
        for part in range(count)
    )
    return Outcome.joined(outcome for outcomes in parts for outcome in outcomes)


def _run_part(
    data: PackedData, parcel: Parcel, indices: Sequence[int], until: float | None
) -> list[Outcome]:
    """Run the starts of one process, each on its own so that they can be put in order again."""
    left = None if until is None else until - time.time()
    settings = attrs.evolve(parcel.unwrap(), time_limit=left)
    problem, supervisor = pose(data, settings), Supervisor(settings, time.perf_counter())
    return [_run_in_threads(problem, supervisor, [index]) for index in indices]
