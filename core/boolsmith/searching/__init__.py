"""The search: starts, iterations, acceptance, patience; its settings and its result.

Names are imported when they are first used: the settings need no engine.
"""

from typing import TYPE_CHECKING

from boolsmith.lazy import lazily

if TYPE_CHECKING:  # what `_HOME` says, for type checkers
    from boolsmith.searching.loop import search as search
    from boolsmith.searching.result import ScoredRule as ScoredRule
    from boolsmith.searching.result import SearchResult as SearchResult
    from boolsmith.searching.start import Start as Start

_HOME = {
    "ScoredRule": "boolsmith.searching.result",
    "SearchResult": "boolsmith.searching.result",
    "Start": "boolsmith.searching.start",
    "search": "boolsmith.searching.loop",
}

__all__ = [*_HOME]  # noqa: PLE0604
__getattr__, __dir__ = lazily(__name__, _HOME)
