"""The search: starts, iterations, acceptance, patience; its settings and its result."""

from boolsmith.searching.loop import search
from boolsmith.searching.result import (
    MoveStatistics,
    ParetoPoint,
    SearchResult,
    StartResult,
    Trace,
)

__all__ = ["MoveStatistics", "ParetoPoint", "SearchResult", "StartResult", "Trace", "search"]
