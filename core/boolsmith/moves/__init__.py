"""What a move written in Python is.

The six local moves of the paper are compiled and live in `engine`. A move here is proposed now
and then by Python code: it takes the current rule and gives another, or None.
"""

from boolsmith.moves.move import Move, MoveContext

__all__ = ["Move", "MoveContext"]
