"""The limit of the machine: And and population count over runs of words, and nothing else."""

from __future__ import annotations

import numpy as np
from boolsmith.engine.jit import kernel
from boolsmith.engine.words import ZERO, count_common
from numpy.typing import NDArray


@kernel
def count_pairs(arena: NDArray[np.uint64], starts: NDArray[np.uint64], words: int) -> int:
    """How many bits the runs that begin at `starts` have in common, taken two by two."""
    total = 0
    length = np.uint64(words)
    for i in range(0, len(starts) - 1, 2):
        total += count_common(arena, starts[i], starts[i + 1], ZERO, length)  # type: ignore[no-untyped-call]
    return total
