"""How many moves boolxai makes in a second. Run by that package's interpreter, not imported.

It reads lines of JSON from stdin, the files of the data and then requests, and answers each with
a line on stdout. The package runs with its defaults and all samples, one start after another; the
clocks start with the first iteration of each, so that neither its checks of the arguments nor its
baseline count.
"""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import version
from typing import Any

import numpy as np
from boolxai import BoolXAI
from boolxai.rules.rule import Rule

AS_SHIPPED = Rule.evaluate


def unchecked(self: Any, X: Any, check: bool = True) -> Any:
    """Evaluate without looking through the whole matrix for values other than 0 and 1."""
    return AS_SHIPPED(self, X, check=False)


def measure(X: Any, y: Any, max_complexity: int, seconds: float, seed: int) -> dict[str, float]:
    """Return the moves made within the seconds, and the seconds on both clocks."""
    moves, begun, spent = 0, (0.0, 0.0), [0.0, 0.0]

    def on_start(*_: Any) -> None:
        nonlocal begun
        begun = time.perf_counter(), time.process_time()

    def on_iteration(*_: Any) -> bool:
        nonlocal moves
        moves += 1
        return time.perf_counter() - begun[0] > seconds - spent[0]

    while moves == 0 or spent[0] < seconds:
        classifier = BoolXAI.RuleClassifier(
            max_complexity=max_complexity,
            max_samples=None,
            num_starts=1,
            num_jobs=1,
            baseline=False,
            postprocess=False,
            random_state=seed,
            on_start=on_start,
            on_iteration=on_iteration,
        )
        classifier.fit(X, y)
        spent[0] += time.perf_counter() - begun[0]
        spent[1] += time.process_time() - begun[1]
        seed += 1
    return {"moves": moves, "wall": spent[0], "cpu": spent[1]}


def answer(**given: Any) -> None:
    """Print an answer."""
    print(json.dumps(given), flush=True)  # noqa: T201


def main() -> None:
    """Load the data, then answer requests until there are no more."""
    paths = json.loads(sys.stdin.readline())
    X, y = np.load(paths["X"]), np.load(paths["y"])
    answer(version=version("boolxai"))
    for line in sys.stdin:
        request = json.loads(line)
        Rule.evaluate = unchecked if request["unchecked"] else AS_SHIPPED
        answer(**measure(X, y, request["complexity"], request["seconds"], request["seed"]))


if __name__ == "__main__":
    main()
