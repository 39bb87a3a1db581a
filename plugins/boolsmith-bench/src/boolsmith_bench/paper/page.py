"""The page that a run gives: Markdown with tables, and figures beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs

from boolsmith_bench.paper.store import write_beside


@attrs.define
class Claim:
    """A number that the paper prints, beside ours."""

    what: str
    paper: str
    here: str
    note: str = ""

    @property
    def verdict(self) -> str:
        """Whether it was reproduced to the digit."""
        return "yes" if self.paper == self.here else "no"


@attrs.define
class Page:
    """Text, tables and figures in the order they are given."""

    folder: Path
    figures: bool = True
    lines: list[str] = attrs.field(factory=list)
    claims: list[Claim] = attrs.field(factory=list)

    def heading(self, text: str) -> None:
        """Begin a part."""
        self.lines += [f"## {text}", ""]

    def text(self, text: str) -> None:
        """Add a paragraph."""
        self.lines += [text, ""]

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Add a table; numbers are right-aligned."""
        self.lines += [markdown_table(columns, rows), ""]

    def claim(self, claims: Sequence[Claim]) -> None:
        """Add numbers of the paper beside ours, and whether they are the same."""
        self.claims += claims
        rows = [(c.what, c.paper, c.here, c.verdict, c.note) for c in claims]
        self.table(("", "paper", "here", "reproduced", "note"), rows)

    def figure(self, name: str, caption: str, draw: Callable[[], Any]) -> None:
        """Add the matplotlib figure that `draw` gives, as SVG and PNG."""
        if not self.figures:
            return
        figure = draw()
        (self.folder / "figures").mkdir(parents=True, exist_ok=True)
        for kind in ("svg", "png"):
            figure.savefig(self.folder / "figures" / f"{name}.{kind}", dpi=120)
        self.lines += [f"![{caption}](figures/{name}.svg)", ""]

    def write(self, name: str, title: str) -> Path:
        """Write the page and give its path."""
        path = self.folder / name
        write_beside(path, "\n".join([f"# {title}", "", *self.lines]).rstrip() + "\n")
        return path


def markdown_table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Return a table as Markdown."""
    ruler = ["---:" if rows and _is_number(cell) else "---" for cell in (rows or [columns])[0]]
    return "\n".join([_line(columns), _line(ruler), *map(_line, rows)])


def _is_number(cell: Any) -> bool:
    return str(cell).lstrip("-+.").replace(",", "").replace(".", "")[:1].isdigit()


def _line(cells: Sequence[Any]) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"
