"""What an experiment is, and what its cells need to run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from boolsmith_bench.paper.page import Page

Cell = Mapping[str, Any]
"""What one cell runs: plain values by name; equal cells are one cell."""

Row = dict[str, Any]
"""One line of a result: plain values by name, with those of its cell."""


@attrs.frozen
class Plan:
    """How much to run, on what, and where results go."""

    out: Path
    data: Path | None = None
    datasets: tuple[str, ...] = ()
    splits: int = 32
    quick: bool = False
    jobs: int = 1
    peers: Path | None = None  # the folder of their environments
    only_peers: tuple[str, ...] = ()  # none: all

    def few(self, usual: int, quick: int) -> int:
        """Return a number that is smaller in a quick run."""
        return min(usual, quick) if self.quick else usual


@attrs.frozen
class Experiment:
    """Cells, what runs one of them, and how the rows of all become a part of the page."""

    name: str
    title: str
    cells: Callable[[Plan], Iterator[Cell]]
    run: Callable[[Cell, Plan], list[Row]]
    show: Callable[[Sequence[Row], Page], None]
