"""The search: starts, iterations, acceptance, patience; its settings and its result."""

import sys
from types import ModuleType
from typing import Any

from boolsmith.search.loop import search
from boolsmith.search.result import MoveStatistics, ParetoPoint, SearchResult, StartResult, Trace

__all__ = ["MoveStatistics", "ParetoPoint", "SearchResult", "StartResult", "Trace", "search"]


class _CallableModule(ModuleType):
    """This module, which can be called.

    `from boolsmith import search` means the function, but Python gives the package of that name
    as soon as it has been imported; so calling the package is calling the function.
    """

    def __call__(self, X: Any, y: Any = None, **settings: Any) -> SearchResult:
        """Find the rule that best tells the rows of one class from those of the other."""
        return search(X, y, **settings)


sys.modules[__name__].__class__ = _CallableModule
