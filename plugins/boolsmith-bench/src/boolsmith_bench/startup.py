"""How long a fresh process takes until its search has made a first move."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import attrs

_SCRIPT = """
import sys, time
import numpy as np
from boolsmith.searching import search

X = np.random.default_rng(0).random((200, 20)) < 0.5
search(X, X[:, 0] ^ X[:, 1], strategy=sys.argv[1], num_starts=1, num_iterations=1, seed=0)
print(time.process_time(), time.time(), flush=True)
"""


@attrs.frozen
class Startup:
    """Seconds from starting Python to the first move of a search."""

    strategy: str
    cold: bool  # from an empty cache, compiling included
    cpu: float
    wall: float


def time_to_first_move(strategy: str, *, cold: bool) -> Startup:
    """Start Python and search; with `cold`, from an empty cache, so that it compiles first."""
    with tempfile.TemporaryDirectory(prefix="boolsmith-bench-") as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder} if cold else None
        begun = time.time()  # the one clock that both processes have
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-c", _SCRIPT, strategy],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
    spent, ended = map(float, done.stdout.split())
    return Startup(strategy, cold, spent, ended - begun)
