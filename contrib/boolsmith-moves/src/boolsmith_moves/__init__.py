"""Moves that change more of a rule than the six local moves of the search. One file each.

A move takes all its randomness from `context.rng` and gives None when it has nothing to propose.
"""

from boolsmith import Move, hookimpl

from boolsmith_moves.crossover import CROSSOVER
from boolsmith_moves.neighbour import NEIGHBOUR_THRESHOLD
from boolsmith_moves.swap import SWAP_SUBTREES
from boolsmith_moves.wrap import UNWRAP, WRAP

boolsmith_api = 2

MOVES = (SWAP_SUBTREES, WRAP, UNWRAP, CROSSOVER, NEIGHBOUR_THRESHOLD)


@hookimpl
def boolsmith_moves() -> list[Move]:
    """Return the moves of this package."""
    return list(MOVES)
