"""Pictures: a rule as a tree, the frontier, the search trace, the score landscape.

`rule_svg` needs nothing installed; the `plot_` functions need matplotlib, the extra `plot`.
"""

from boolsmith.learn.pictures.landscape import best_rules, score_landscape
from boolsmith.learn.pictures.plots import plot_frontier, plot_landscape, plot_rule, plot_trace
from boolsmith.learn.pictures.svg import rule_svg

__all__ = [
    "best_rules",
    "plot_frontier",
    "plot_landscape",
    "plot_rule",
    "plot_trace",
    "rule_svg",
    "score_landscape",
]
