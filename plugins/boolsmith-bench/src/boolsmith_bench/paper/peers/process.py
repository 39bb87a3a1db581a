"""Asking a peer's process for fits, and what it answered; one over its time is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith_bench.paper.peers import Peer

_OVER_LIMIT = getattr(signal, "SIGXCPU", 0)
WORKER = Path(__file__).with_name("worker.py")


@attrs.frozen
class Limits:
    """How far a process may go beyond the limit of a fit before it is ended."""

    grace: float = 2.0  # seconds of the processor
    stuck: float = 10.0  # so many times the limit by the clock: others use the processor too
    start: float = 600.0  # seconds by the clock to import its package


@attrs.frozen(eq=False)
class Data:
    """Rows to learn from and rows to judge by."""

    X_train: NDArray[Any]
    y_train: NDArray[np.bool_]
    X_test: NDArray[Any]
    y_test: NDArray[np.bool_]


@attrs.frozen
class Request:
    """What is asked of one fit; complexity is None for a peer that has no bound."""

    complexity: int | None
    time_limit: float = 10.0  # seconds of the processor
    seed: int = 0


@attrs.frozen
class Answer:
    """What one fit gave; all but the request and the status is None if it gave nothing."""

    request: Request
    status: str  # ok, timeout or failed
    note: str = ""
    complexity: int | None = None
    train: float | None = None
    test: float | None = None
    wall: float | None = None
    cpu: float | None = None


def fit(
    peer: Peer,
    data: Data,
    requests: Sequence[Request],
    python: str,
    *,
    worker: Path = WORKER,
    limits: Limits = Limits(),
) -> Iterator[Answer]:
    """Return the answers to requests of growing complexity, up to the first timeout."""
    late: Request | None = None
    with tempfile.TemporaryDirectory(prefix="boolsmith-peer-") as name:
        folder = Path(name)
        for array in ("X_train", "y_train", "X_test"):
            np.save(folder / f"{array}.npy", np.ascontiguousarray(getattr(data, array)))
        command = [python, "-I", str(worker), peer.adapter, json.dumps(peer.options), name]
        process: _Process | None = None
        for request in requests:
            if late is not None:
                yield Answer(request, "timeout", f"not tried after {late.complexity}")
                continue
            process = process or _Process(command, folder, limits)
            answer = _answer(process, data, request, folder)
            yield answer
            if answer.status == "timeout":
                late = request
            if process.ended:
                process = None
        if process is not None:
            process.close()


def _answer(process: _Process, data: Data, request: Request, folder: Path) -> Answer:
    try:
        answer = process.ask(request)
    except _Gone as gone:
        return Answer(request, gone.status, gone.why)
    if "failed" in answer:
        return Answer(request, "failed", str(answer["failed"]))
    try:
        train, test = (
            balanced_accuracy(y, np.load(folder / f"{part}.npy"))
            for part, y in (("train", data.y_train), ("test", data.y_test))
        )
        complexity, wall, cpu = answer["complexity"], answer["wall"], answer["cpu"]
        return Answer(request, "ok", answer["note"], complexity, train, test, wall, cpu)
    except (KeyError, OSError, ValueError) as error:
        return Answer(request, "failed", f"an answer without its parts: {error}")


def balanced_accuracy(y: NDArray[np.bool_], predicted: NDArray[Any]) -> float:
    """Return the mean of the shares of both classes that are predicted as such."""
    if predicted.shape != y.shape:
        raise ValueError(f"{predicted.shape} predictions of {y.shape} rows")
    return float((predicted[y].mean() + (~predicted[~y].astype(bool)).mean()) / 2)


class _Gone(Exception):  # noqa: N818
    """The process gave no answer and has been ended."""

    def __init__(self, status: str, why: str) -> None:
        self.status, self.why = status, why


class _Process:
    """A running worker, which answers lines with lines."""

    def __init__(self, command: Sequence[str], folder: Path, limits: Limits) -> None:
        self.ended = False
        self._limits = limits
        self._errors = folder / "stderr"
        self._ready = False
        # One thread: cells are what runs side by side, and seconds are comparable.
        threads = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL", "NUMBA")}
        with self._errors.open("w") as errors:
            self._process = subprocess.Popen(  # noqa: S603
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
                errors="replace", env={**os.environ, **threads},
            )  # fmt: skip

    def ask(self, request: Request) -> dict[str, Any]:
        """Return the answer to a request, whose limit does not count the start."""
        if not self._ready:
            self._line(self._limits.start)
            self._ready = True
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(
                json.dumps(attrs.asdict(request) | {"grace": self._limits.grace}) + "\n"
            )
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # reading tells why it ended
        return self._line((request.time_limit + self._limits.grace) * self._limits.stuck)

    def _line(self, seconds: float) -> dict[str, Any]:
        assert self._process.stdout is not None
        late = threading.Event()

        def end() -> None:
            late.set()
            self._process.kill()

        timer = threading.Timer(seconds, end)
        timer.start()
        line = self._process.stdout.readline()
        timer.cancel()
        if late.is_set():
            raise self._gone("timeout", f"killed after {seconds:g} s")
        if not line:
            raise self._gone(*self._last_words())
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise self._gone("failed", f"answered {line.strip()[:60]!r}")
        return answer

    def _last_words(self) -> tuple[str, str]:
        code = self._process.wait()
        if code == -_OVER_LIMIT:
            return "timeout", "ended at its limit"
        lines = self._errors.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return "failed", lines[-1].strip() if lines else f"ended with code {code}"

    def _gone(self, status: str, why: str) -> _Gone:
        self.close()
        return _Gone(status, why)

    def close(self) -> None:
        """End the process."""
        self.ended = True
        self._process.kill()
        self._process.communicate()
