"""The figure of the page of benchmarks: Boolsmith and a few peers on every dataset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boolsmith_bench.paper.benchmarks import PLAIN, TAUGHT, frontiers_of, title
from boolsmith_bench.paper.datasets import sources
from boolsmith_bench.paper.figures import grid
from boolsmith_bench.paper.summary import Document

SHOWN = ("boolxai-short", "pystreed", "tree", "figs")
"""The peers of the figure."""


def benchmarks_figure(results: Document) -> Any:
    """Test scores against complexity on every dataset: Boolsmith and a few peers."""
    frontiers = frontiers_of(results, PLAIN)
    frontiers.sort(key=lambda f: sources()[f["dataset"]].title)
    taught = {f["dataset"]: f["points"] for f in frontiers_of(results, TAUGHT)}
    columns = min(3, len(frontiers))
    lines = -(-len(frontiers) // columns)
    figure, axes = grid(lines, columns, 3.5, 2.5)
    for ax in axes.flat[len(frontiers) :]:
        ax.set_axis_off()
    for ax, frontier in zip(axes.flat, frontiers, strict=False):
        _draw(ax, frontier, taught.get(frontier["dataset"], []), results["comparisons"])
    for ax in axes[-1]:
        ax.set_xlabel("complexity")
    for line in axes:
        line[0].set_ylabel("balanced accuracy")
    most = max(axes.flat, key=lambda ax: len(ax.get_legend_handles_labels()[1]))
    figure.legend(
        *most.get_legend_handles_labels(), loc="outside lower center", ncols=6, fontsize=8
    )
    return figure


def _draw(
    ax: Any, frontier: Document, taught: Sequence[Document], comparisons: Sequence[Document]
) -> None:
    points = frontier["points"]
    places = [point["complexity"] for point in points]
    ax.errorbar(
        places, [p["test"] for p in points], yerr=[p["test_error"] for p in points],
        label="Boolsmith", color="#0072b2", linewidth=2, marker="o", markersize=3, zorder=3,
    )  # fmt: skip
    if taught:
        ax.plot(
            [p["complexity"] for p in taught], [p["test"] for p in taught], label=TAUGHT,
            color="#56b4e9", linewidth=1.5, linestyle="--", zorder=3,
        )  # fmt: skip
    looks = zip(SHOWN, ("#d55e00", "#009e73", "#777777", "#cc79a7"), "sD^v", strict=True)
    for peer, colour, marker in looks:
        own = [c for c in comparisons if (c["peer"], c["dataset"], c["count"], c["method"])
               == (peer, frontier["dataset"], "paper", PLAIN)]  # fmt: skip
        own.sort(key=lambda c: c["asked"])
        if own:
            ax.errorbar(
                [c["asked"] for c in own], [c["theirs"]["test"] for c in own],
                yerr=[c["theirs"]["test_error"] for c in own], label=title(peer), color=colour,
                linewidth=1, marker=marker, markersize=3,
            )  # fmt: skip
    ax.set_title(sources()[frontier["dataset"]].title, fontsize=9)
