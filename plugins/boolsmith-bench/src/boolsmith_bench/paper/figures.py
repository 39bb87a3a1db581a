"""What the figures share: how a figure begins, and colours that everybody can tell apart."""

from __future__ import annotations

from typing import Any

from boolsmith.errors import BoolsmithError

# Okabe and Ito's colours, without the yellow that fades on white.
BLUE, ORANGE, GREEN, RED, PURPLE, SKY, BLACK = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#000000",
)  # fmt: skip
COLOURS = (BLUE, RED, GREEN, PURPLE, ORANGE, SKY, BLACK)
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
OPERATORS = ("And", "Or", "AtLeast", "AtMost", "Choose")
GREY = "#8a8f98"


def panels(columns: int = 1, width: float = 4.6, height: float = 3.4, **options: Any) -> Any:
    """Return a new figure and the row of its axes."""
    figure, axes = grid(1, columns, width, height, **options)
    return figure, axes[0]


def grid(lines: int, columns: int, width: float, height: float, **options: Any) -> Any:
    """Return a new figure and its axes, line by line, drawn without a display."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise BoolsmithError("figures need matplotlib: pip install matplotlib") from None
    figure = Figure(figsize=(width * columns, height * lines), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(lines, columns, squeeze=False, **options)
    for ax in axes.flat:
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(color="#e6e8eb", linewidth=0.6)
        ax.set_axisbelow(True)
    return figure, axes


def look(number: int) -> dict[str, Any]:
    """Return the colour and marker of one of several curves."""
    return {"color": COLOURS[number % 7], "marker": MARKERS[number % 7], "markersize": 4.5}
