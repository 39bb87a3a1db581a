"""The package boolxai in an environment of its own, asked to make moves on the same data."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from boolsmith.data import PackedData
from boolsmith.errors import BoolsmithError

from boolsmith_bench.measure import Rate

_SCRIPT = Path(__file__).with_name("peer_script.py")


class Peer:
    """A process that runs boolxai on one dataset; a context manager."""

    def __init__(self, python: str, data: PackedData) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="boolsmith-bench-")
        X, y, _ = data.dense()
        paths = {name: str(Path(self._folder.name) / f"{name}.npy") for name in ("X", "y")}
        np.save(paths["X"], np.ascontiguousarray(X))
        np.save(paths["y"], y)
        self._python = python
        try:
            self._process = subprocess.Popen(  # noqa: S603
                [python, str(_SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except OSError as error:
            self._folder.cleanup()
            raise BoolsmithError(
                f"--peer-python {python!r} does not start: {error.strerror}; give the Python of "
                "an environment with boolxai"
            ) from error
        self.version: str = self._ask(paths)["version"]

    def rate(self, complexity: int, seconds: float, *, unchecked: bool, seed: int) -> Rate:
        """Return the moves per second, with or without its check of the input at every node."""
        request = {"complexity": complexity, "seconds": seconds, "unchecked": unchecked}
        answer = self._ask({**request, "seed": seed})
        return Rate(answer["moves"] / answer["cpu"], answer["moves"] / answer["wall"])

    def _ask(self, request: dict[str, Any]) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            self.__exit__(None, None, None)
            raise BoolsmithError(
                f"--peer-python {self._python!r} cannot run boolxai: give the Python of an "
                "environment with boolxai"
            )
        return json.loads(answer)

    def __enter__(self) -> Peer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()
        self._folder.cleanup()
