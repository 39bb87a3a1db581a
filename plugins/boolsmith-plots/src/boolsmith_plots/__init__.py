"""Pictures with matplotlib: the tree of a rule, the frontier, the trace, the score landscape."""

from boolsmith_plots.landscape import best_rules, score_landscape
from boolsmith_plots.plots import (
    plot_frontier,
    plot_landscape,
    plot_rule,
    plot_trace,
    save_picture,
)

__all__ = [
    "best_rules",
    "plot_frontier",
    "plot_landscape",
    "plot_rule",
    "plot_trace",
    "save_picture",
    "score_landscape",
]
