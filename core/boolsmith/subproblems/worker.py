"""The process behind `guard.Worker`: calls one function for each message on its standard input.

Solvers print where they like, so the answers go to a copy of standard output that they do not
know. The function gets a `Cancel` that asks it to stop soon after its time limit; a call that runs
far beyond it ends the process, in case nobody else does.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from types import ModuleType
from typing import Any

from boolsmith.subproblems.guard import Cancel, grace, one_line, send


def main(target: str, file: str = "") -> None:
    """Serve calls of `module:function` until standard input ends.

    `file` is where the module is found if it is not on the path.
    """
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests = os.fdopen(os.dup(0), "rb")
    module, _, name = target.partition(":")
    try:
        function = getattr(_module(module, file), name)
    except Exception as error:
        send(answers, ("error", one_line(error)))
        return
    send(answers, ("value", None))
    while True:
        try:
            ends, arguments, options = pickle.load(requests)  # noqa: S301
        except EOFError:
            return
        time_limit = max(0.01, ends - time.time())
        if "time_limit" in options:
            options["time_limit"] = time_limit
        send(answers, _answer(function, time_limit, arguments, options))


def _module(name: str, file: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name or not file:
            raise
    loader = SourceFileLoader(name, file)
    spec: Any = importlib.util.spec_from_file_location(name, file, loader=loader)
    sys.modules[name] = importlib.util.module_from_spec(spec)
    loader.exec_module(sys.modules[name])
    return sys.modules[name]


def _answer(
    function: Callable[..., Any], time_limit: float, arguments: Any, options: Any
) -> tuple[str, Any]:
    cancel = Cancel()
    timers = [
        threading.Timer(time_limit + 0.1 * grace(time_limit), cancel.ask),
        threading.Timer(2 * time_limit + 10, os._exit, [1]),
    ]
    for timer in timers:
        timer.daemon = True
        timer.start()
    try:
        return "value", function(*arguments, cancel=cancel, **options)
    except Exception as error:
        return "error", one_line(error)
    finally:
        for timer in timers:
            timer.cancel()


if __name__ == "__main__":
    main(*sys.argv[1:])
