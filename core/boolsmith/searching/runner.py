"""Running starts side by side: threads in this process, or several processes."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Sequence

import attrs

from boolsmith.plugins import Parcel
from boolsmith.searching.frame import Frame, frame_problem
from boolsmith.searching.proposals import Proposals
from boolsmith.searching.result import MoveStatistics, StartResult
from boolsmith.searching.starts import FINISHED, KINDS, NEEDS_MOVE, Found, Start, archive_rules
from boolsmith.searching.watch import Watch


@attrs.frozen(eq=False)
class Outcome:
    """What the starts found together; complexities and rules are those of whole rules."""

    starts: tuple[StartResult, ...]
    archive: dict[int, Found]
    stop_reason: str
    statistics: tuple[MoveStatistics, ...]


def run_starts(frame: Frame, watch: Watch) -> Outcome:
    """Run all starts of a search."""
    indices = range(frame.settings.num_starts)
    if frame.settings.num_processes > 1:
        return _run_in_processes(frame, watch, indices)
    return _run_in_threads(frame, watch, indices)


def _run_in_threads(frame: Frame, watch: Watch, indices: Sequence[int]) -> Outcome:
    work: queue.SimpleQueue[int] = queue.SimpleQueue()
    for index in indices:
        work.put(index)
    done: list[tuple[Start, Proposals]] = []
    failures: list[BaseException] = []

    def worker(number: int) -> None:
        dims = frame.problem.worker_dims(number)
        try:
            while not watch.stopped:
                try:
                    index = work.get_nowait()
                except queue.Empty:
                    return
                done.append(_run_start(frame, watch, index, dims))
        except BaseException as error:  # handed to the caller's thread
            failures.append(error)
            watch.stop("failed")

    threads = [
        threading.Thread(target=worker, args=(number,), daemon=True)
        for number in range(min(frame.settings.num_threads, len(indices)))
    ]
    for thread in threads:
        thread.start()
    watch.wait(threads)
    if failures:
        raise failures[0]
    return _gather(frame, watch, done)


def _run_start(frame: Frame, watch: Watch, index: int, dims: object) -> tuple[Start, Proposals]:
    """One start, as in the paper: iterate, and let Python propose when patience is exceeded."""
    settings = frame.settings
    given = frame.warm_rules[index] if index < len(frame.warm_rules) else None
    start = KINDS[settings.strategy](frame.problem, settings, index, given)
    proposals = Proposals(frame, start, watch.deadline)
    watch.begin(start)
    reason = None
    while reason != FINISHED and not watch.stopped:
        reason = start.advance(dims)  # type: ignore[arg-type]
        if reason == NEEDS_MOVE and not watch.stopped:
            proposals.propose()
        watch.chunk(start)
    return start, proposals


def _gather(frame: Frame, watch: Watch, done: list[tuple[Start, Proposals]]) -> Outcome:
    done.sort(key=lambda pair: pair[0].index)
    archive: dict[int, Found] = {}
    statistics: dict[str, MoveStatistics] = {}
    for start, proposals in done:
        _merge(archive, {c: _whole(frame, found) for c, found in archive_rules(start).items()})
        for name, counts in proposals.statistics.items():
            known = statistics.get(name)
            statistics[name] = counts if known is None else known.plus(counts)
    results = tuple(_whole_result(frame, start.result()) for start, _ in done)
    return Outcome(results, archive, watch.reason, tuple(statistics.values()))


def _merge(archive: dict[int, Found], more: dict[int, Found]) -> None:
    """Add what another start found; the earlier start keeps a tie."""
    for found in more.values():
        complexity = found.rule.complexity
        if complexity not in archive or found.score > archive[complexity].score:
            archive[complexity] = found


def _whole(frame: Frame, found: Found) -> Found:
    """The full rule, scored anew: kernels round their scores differently from the metric."""
    rule = frame.whole(found.rule)
    return Found(frame.score(rule), rule)


def _whole_result(frame: Frame, result: StartResult) -> StartResult:
    if result.rule is None:
        return result
    rule = frame.whole(result.rule)
    score = frame.score(rule)
    objective = score - frame.settings.regularization * rule.complexity
    return attrs.evolve(result, rule=rule, score=score, objective=objective)


def _run_in_processes(frame: Frame, watch: Watch, indices: Sequence[int]) -> Outcome:
    """Deal the starts out to processes, by whatever backend of joblib is in force."""
    from joblib import Parallel, delayed

    count = min(frame.settings.num_processes, len(indices))
    settings = attrs.evolve(frame.settings, num_processes=1, observers=())
    parcel = Parcel.wrap(settings)
    left = watch.remaining()
    until = None if left is None else time.time() + left  # the one clock that processes share
    parts = Parallel(n_jobs=count)(
        delayed(_run_part)(frame.data, parcel, list(indices)[part::count], until)
        for part in range(count)
    )
    starts: list[StartResult] = []
    archives: list[tuple[int, dict[int, Found]]] = []
    statistics: dict[str, MoveStatistics] = {}
    reason = "finished"
    for outcomes in parts:
        for index, outcome in outcomes:
            starts.extend(outcome.starts)
            archives.append((index, outcome.archive))
            reason = outcome.stop_reason if outcome.stop_reason != "finished" else reason
            for counts in outcome.statistics:
                known = statistics.get(counts.name)
                statistics[counts.name] = counts if known is None else known.plus(counts)
    archive: dict[int, Found] = {}
    for _, more in sorted(archives, key=lambda pair: pair[0]):
        _merge(archive, more)
    starts.sort(key=lambda result: result.index)
    return Outcome(tuple(starts), archive, reason, tuple(statistics.values()))


def _run_part(data, parcel, indices, until):  # type: ignore[no-untyped-def]
    """The starts of one process, each on its own so that they can be put in order again."""
    settings = parcel.unwrap()
    frame = frame_problem(data, attrs.evolve(settings, num_threads=1))
    left = None if until is None else until - time.time()
    watch = Watch(settings, frame, time.perf_counter(), False, left)
    return [(index, _run_in_threads(frame, watch, [index])) for index in indices]
