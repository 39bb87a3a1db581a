"""Pictures with matplotlib: the tree of a rule, the frontier, the trace, the score landscape.

Names are imported when they are first used: listing plugins does not import matplotlib.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what `_HOME` says, for type checkers
    from boolsmith_plots.landscape import best_rules as best_rules
    from boolsmith_plots.landscape import score_landscape as score_landscape
    from boolsmith_plots.plots import plot_frontier as plot_frontier
    from boolsmith_plots.plots import plot_landscape as plot_landscape
    from boolsmith_plots.plots import plot_rule as plot_rule
    from boolsmith_plots.plots import plot_trace as plot_trace
    from boolsmith_plots.plots import save_picture as save_picture

_PLOTS = ("plot_frontier", "plot_landscape", "plot_rule", "plot_trace", "save_picture")
_HOME = {
    "best_rules": "boolsmith_plots.landscape",
    "score_landscape": "boolsmith_plots.landscape",
    **dict.fromkeys(_PLOTS, "boolsmith_plots.plots"),
}

__all__ = [*_HOME]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'boolsmith_plots' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)
