"""The search: starts, iterations, acceptance, patience; its settings and its result.

Names are imported when they are first used: the settings need no engine.
"""

from typing import TYPE_CHECKING

from boolsmith.lazy import lazily

if TYPE_CHECKING:  # what `_HOME` says, for type checkers
    from boolsmith.searching.loop import search as search
    from boolsmith.searching.result import MoveStatistics as MoveStatistics
    from boolsmith.searching.result import ParetoPoint as ParetoPoint
    from boolsmith.searching.result import SearchResult as SearchResult
    from boolsmith.searching.result import StartResult as StartResult
    from boolsmith.searching.result import Trace as Trace

_RESULT = ("MoveStatistics", "ParetoPoint", "SearchResult", "StartResult", "Trace")
_HOME = {
    **dict.fromkeys(_RESULT, "boolsmith.searching.result"),
    "search": "boolsmith.searching.loop",
}

__all__ = [*_HOME]  # noqa: PLE0604
__getattr__, __dir__ = lazily(__name__, _HOME)
