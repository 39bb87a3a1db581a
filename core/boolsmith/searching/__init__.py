"""The search: starts, iterations, acceptance, patience; its settings and its result."""

import inspect
import sys
from types import ModuleType

from boolsmith.search.loop import search
from boolsmith.search.result import MoveStatistics, ParetoPoint, SearchResult, StartResult, Trace

__all__ = ["MoveStatistics", "ParetoPoint", "SearchResult", "StartResult", "Trace", "search"]


class _Callable(ModuleType):
    """Makes `from boolsmith import search` callable: Python gives the package of that name."""

    __call__ = staticmethod(search)


sys.modules[__name__].__class__ = _Callable
__signature__ = inspect.signature(search)
