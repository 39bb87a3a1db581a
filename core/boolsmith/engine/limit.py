"""The limit of the machine: And and population count over runs of words, and nothing else."""

import numpy as np

from boolsmith.engine.jit import kernel
from boolsmith.engine.words import ZERO, count_common


@kernel
def count_pairs(arena, starts, words):
    """How many bits the runs that begin at `starts` have in common, taken two by two."""
    total = 0
    length = np.uint64(words)
    for i in range(0, len(starts) - 1, 2):
        total += count_common(arena, starts[i], starts[i + 1], ZERO, length)
    return total
