"""The search: starts, iterations, acceptance, patience; its settings and its result."""

from boolsmith.searching.loop import search
from boolsmith.searching.result import (
    MoveStatistics,
    ScoredRule,
    SearchResult,
    StartResult,
    Trace,
)
from boolsmith.searching.start import Start

__all__ = [
    "MoveStatistics",
    "ScoredRule",
    "SearchResult",
    "Start",
    "StartResult",
    "Trace",
    "search",
]
