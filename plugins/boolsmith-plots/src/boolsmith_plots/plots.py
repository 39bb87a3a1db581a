"""Pictures with matplotlib: the tree of a rule, the frontier, the trace, the score landscape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from boolsmith.errors import BoolsmithError
from boolsmith.files import check_writable, replacing
from boolsmith.learn.pictures import lay_out
from boolsmith.rules import Path as Place
from boolsmith.rules import Rule
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.patches import FancyBboxPatch

from boolsmith_plots.landscape import score_landscape

_POINTS = 72.0


def _axes(ax: Any, **size: Any) -> Any:
    return plt.subplots(**size)[1] if ax is None else ax


def check_picture(path: str | Path) -> None:
    """Raise if no picture can be written at `path`: by its ending, or by its folder."""
    known = sorted(FigureCanvasBase.get_supported_filetypes())
    if _ending(path) not in known:
        endings = ", ".join(f".{name}" for name in known)
        raise BoolsmithError(
            f"cannot draw {str(path)!r}: name a file that ends in one of {endings}"
        )
    check_writable(path)


def save_picture(ax: Any, path: str | Path) -> None:
    """Write the figure of the axes to a file, in whole or not at all."""
    check_picture(path)
    with replacing(path) as part:
        ax.figure.savefig(part, format=_ending(path))


def _ending(path: str | Path) -> str:
    return Path(path).suffix.removeprefix(".").lower()


def plot_rule(rule: Rule, *, holds: Mapping[Place, bool] | None = None, ax: Any = None) -> Any:
    """Return the axes with the tree of a rule, coloured by which parts hold on a row if given."""
    layout = lay_out(rule)
    margin = layout.font_size
    rows = layout.height + 2 * margin
    size = ((layout.width + 20) / _POINTS, rows / _POINTS)
    ax = _axes(ax, figsize=size, layout="constrained")
    for parent, child in layout.edges():
        start, middle = parent.x + parent.width, child.x - 18
        xs, ys = [start, middle, middle, child.x], [parent.y, parent.y, child.y, child.y]
        ax.plot(xs, ys, color="#8a8f98", linewidth=1, zorder=1)
    for box in layout.boxes.values():
        fill, border = box.colours(holds)
        shape = FancyBboxPatch(
            (box.x, box.y - box.height / 2),
            box.width,
            box.height,
            boxstyle=f"round,pad=0,rounding_size={box.radius}",
            facecolor=fill,
            edgecolor=border,
            zorder=2,
        )
        ax.add_patch(shape)
        text = box.text.replace("$", r"\$")
        middle = box.x + box.width / 2
        font = layout.font_size * 0.8
        ax.text(middle, box.y, text, ha="center", va="center", fontsize=font, zorder=3)
    ax.set_aspect("equal")
    ax.set_xlim(-10, layout.width + 10)
    ax.set_ylim(layout.height + margin, -margin)
    ax.set_axis_off()
    return ax


def plot_frontier(
    curves: Mapping[str, Any], *, metric: str = "balanced accuracy", ax: Any = None
) -> Any:
    """Return the axes with score against complexity, one curve for each name.

    A curve is a sequence of points with `complexity` and `score` (of one search), or a mapping
    from complexity to the scores of many splits, shown as mean and standard deviation.
    """
    ax = _axes(ax, layout="constrained")
    for name, curve in curves.items():
        if isinstance(curve, Mapping):
            spots = sorted(curve)
            means = [float(np.mean(curve[c])) for c in spots]
            spread = [float(np.std(curve[c])) for c in spots]
            ax.errorbar(spots, means, yerr=spread, marker="o", capsize=3, label=name)
        else:
            ax.plot([p.complexity for p in curve], [p.score for p in curve], marker="o", label=name)
    ax.set_xlabel("complexity")
    ax.set_ylabel(metric)
    ax.legend()
    return ax


def plot_trace(result: Any, *, window: int = 20, axes: Sequence[Any] | None = None) -> Any:
    """Return the axes with the objective of every start, and how often moves were accepted.

    The acceptance is the mean over the starts and over `window` entries of the trace.
    """
    if axes is None:
        axes = _axes(None, nrows=2, sharex=True, layout="constrained")
    upper, lower = axes
    traces = [start.trace for start in result.starts if len(start.trace.iteration)]
    for trace in traces:
        upper.plot(trace.iteration, trace.objective, linewidth=0.8, alpha=0.7)
    upper.set_ylabel("objective")
    if traces:
        length = min(len(trace.iteration) for trace in traces)
        mean = np.mean([trace.acceptance[:length] for trace in traces], axis=0)
        window = max(1, min(window, length))
        smooth = np.convolve(mean, np.ones(window) / window, mode="valid")
        lower.plot(traces[0].iteration[window - 1 : length], smooth, color="black", linewidth=1)
    lower.set_ylabel("acceptance probability")
    lower.set_xlabel("iteration")
    return axes


def plot_landscape(
    X: Any, y: Any, *, bins: int = 60, axes: Sequence[Any] | None = None, **options: Any
) -> Any:
    """Return the axes with the distribution of scores of all rules of one and of two literals.

    Options are those of `score_landscape`.
    """
    found = score_landscape(X, y, **options)
    if axes is None:
        axes = _axes(None, nrows=2, sharex=True, layout="constrained")
    low = min(float(scores.min()) for scores in found.values())
    high = max(float(scores.max()) for scores in found.values())
    edges = np.linspace(low, high, bins + 1)
    for ax, kinds in zip(axes, (("single", "~single"), ("And", "Or")), strict=True):
        for kind in kinds:
            ax.hist(found[kind], bins=edges, histtype="step", label=kind)
        ax.set_ylabel("rules")
        ax.legend()
    axes[-1].set_xlabel("score")
    return axes
