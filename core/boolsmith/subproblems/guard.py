"""Keeps a solver from taking the search with it: deadlines, Ctrl-C, and a process of its own.

A solver is foreign code that may ignore its time limit, swallow Ctrl-C, hang or crash. `guarded`
runs it in a thread and cancels it when its time is over. A solver that cannot be cancelled, or
may crash, runs in a `Worker`: a process that is kept for the next call and killed if need be.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import IO, Any, TypeVar

from boolsmith.errors import BoolsmithError
from boolsmith.subproblems.backend import BackendError

T = TypeVar("T")

LOAD_LIMIT = 60.0
"""Seconds that a process may take to import its solver, once; no time limit counts them."""


class OverdueError(BackendError):
    """A solver did not stop when its time was over.

    A backend that knows a rule by then catches it and returns that rule.
    """


def grace(time_limit: float) -> float:
    """Return how many seconds a backend may take beyond its time limit."""
    return max(0.5, 0.1 * time_limit)


class Cancel:
    """How a solver that runs learns that it should stop.

    A solver that can be stopped gives its own way with `on`; one with a loop of its own looks at
    `asked` in every round. `forced` says that the answer is not waited for any more.
    """

    def __init__(self) -> None:
        self.asked = False
        self.forced = False
        self._callbacks: list[tuple[Callable[[], object], bool]] = []
        self._lock = threading.Lock()

    def on(self, callback: Callable[[], object], *, force: bool = False) -> None:
        """Have `callback` called when the solver should stop, or with `force` when it must."""
        with self._lock:
            self._callbacks.append((callback, force))
            asked = self.asked
        if asked:
            callback()

    def ask(self, *, force: bool = False) -> None:
        """Ask the solver to stop, or with `force` make it."""
        with self._lock:
            self.asked, self.forced = True, force
            callbacks = [callback for callback, last in self._callbacks if force or not last]
        for callback in callbacks:
            with contextlib.suppress(Exception):  # a solver that is just ending may refuse
                callback()


def guarded(call: Callable[[Cancel], T], *, time_limit: float, what: str) -> T:
    """Return what `call` returns; it is asked to stop soon after `time_limit` seconds.

    `call` gets a `Cancel` and runs in a thread of its own; `what` names the solver in errors.
    Whatever it raises becomes a `BackendError` of one line. If it does not stop when asked, it is
    left behind in its thread, which does not keep Python from ending.
    """
    cancel, done, results, failures = Cancel(), threading.Event(), list[T](), list[BaseException]()

    def run() -> None:
        try:
            results.append(call(cancel))
        except BaseException as error:
            failures.append(error)
        finally:
            done.set()

    threading.Thread(target=run, name=f"boolsmith {what}", daemon=True).start()
    started, spare = time.perf_counter(), grace(time_limit)
    try:
        for share, force in ((0.3, False), (0.7, True), (0.9, True)):
            if done.wait(max(0.0, started + time_limit + share * spare - time.perf_counter())):
                break
            cancel.ask(force=force)
    except BaseException:  # Ctrl-C: stop the solver, then let it through
        cancel.ask(force=True)
        raise
    if results:
        return results[0]
    if cancel.forced or not failures:
        raise OverdueError(f"{what} gave no answer within its time limit of {time_limit:g} s")
    error = failures[0]
    if isinstance(error, BackendError):
        raise error
    failed = "" if isinstance(error, BoolsmithError) else f"{what} failed: "
    raise BackendError(f"{failed}{one_line(error)}") from error


def one_line(error: BaseException) -> str:
    """Return the first line of an error, after its type unless it is one of ours."""
    first = str(error).strip().partition("\n")[0]
    if isinstance(error, BoolsmithError):
        return first
    return f"{type(error).__name__}: {first}".rstrip(": ")


class Worker:
    """A process that calls one function, given as `module:function`, again and again.

    The function gets a `Cancel` as `cancel` beside its arguments; arguments and result must be
    such that they can be pickled. The process dies with this one, and with the solver if that
    crashes.
    """

    def __init__(self, target: str) -> None:
        self._process: Any = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "boolsmith.subproblems.worker", target, _file_of(target)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for us, and we stop the worker
        )
        self._loaded = False
        weakref.finalize(self, _end, self._process, os.getpid())

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def wait_until_loaded(self) -> None:
        """Wait until the process has imported the function; raise if it could not."""
        if not self._loaded:
            self._receive()
            self._loaded = True

    def call(self, time_limit: float, /, *arguments: Any, **options: Any) -> Any:
        """Return what the function returns; it is asked to stop soon after `time_limit` seconds.

        An option `time_limit` becomes what is left of it when the process has the arguments.
        """
        with contextlib.suppress(OSError):  # a process that is gone says so when we read
            ends = time.time() + time_limit  # the one clock that processes share
            send(self._process.stdin, (ends, arguments, options))
        return self._receive()

    def _receive(self) -> Any:
        try:
            kind, value = pickle.load(self._process.stdout)  # noqa: S301
        except (EOFError, ValueError, pickle.UnpicklingError) as error:
            self._process.kill()
            code = self._process.wait()
            how = f"signal {-code}" if code < 0 else f"exit status {code}"
            raise BackendError(f"the process of the solver ended with {how}") from error
        if kind == "error":
            raise BackendError(value)
        return value


def _file_of(target: str) -> str:
    """Return the file of the module, or "": a plugin that was loaded from a file is on no path."""
    module = sys.modules.get(target.partition(":")[0])
    return getattr(module, "__file__", None) or ""


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    if os.getpid() == owner:  # a fork of the owner must not end what the owner uses
        with contextlib.suppress(OSError), process:  # which closes the pipes and waits
            process.kill()


class Workers:
    """Workers for one function: as many as there are calls at a time, kept for the next ones.

    For a solver that may crash, or that cannot be asked to stop. The first worker starts to load
    at once.
    """

    def __init__(self, target: str) -> None:
        self._target = target
        self._idle = [Worker(target)]  # it loads while the caller prepares the first call
        self._lock, self._owner = threading.Lock(), os.getpid()

    @contextlib.contextmanager
    def one(self, what: str) -> Iterator[Worker]:
        """Lend a worker that is loaded, for one call; one that fails is replaced.

        `what` names the solver in errors.
        """
        if os.getpid() != self._owner:  # a fork must not talk to the workers of its parent
            self._idle, self._lock, self._owner = [], threading.Lock(), os.getpid()
        with self._lock:
            worker = self._idle.pop() if self._idle else Worker(self._target)

        def load(cancel: Cancel) -> None:
            cancel.on(worker.kill, force=True)
            worker.wait_until_loaded()

        try:
            guarded(load, time_limit=LOAD_LIMIT, what=f"{what}: loading the solver")
            yield worker
        except BaseException:
            worker.kill()
            worker = Worker(self._target)
            raise
        finally:
            with self._lock:
                self._idle.append(worker)


def send(pipe: IO[bytes], message: Any) -> None:
    """Write a pickled message, or nothing if it cannot be pickled."""
    pipe.write(pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL))
    pipe.flush()
