"""The search: starts, iterations, acceptance, patience; its settings and its result."""

from boolsmith.search.loop import search
from boolsmith.search.result import MoveStatistics, ParetoPoint, SearchResult, StartResult, Trace

__all__ = ["MoveStatistics", "ParetoPoint", "SearchResult", "StartResult", "Trace", "search"]
