"""Results on disk: one file for each finished cell, and tidy tables made of them."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from boolsmith_bench.paper.experiment import Cell, Row

FORMAT = 1


def write_beside(path: Path, text: str) -> None:
    """Write a file beside its place and move it there, so that no half file is ever left."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


class Store:
    """The finished cells of all experiments below one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _path(self, experiment: str, cell: Cell) -> Path:
        text = json.dumps(cell, sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()[:12]
        words = re.sub(r"[^A-Za-z0-9]+", "-", "-".join(map(str, cell.values()))).strip("-")
        return self.folder / "cells" / experiment / f"{words[:60]}-{digest}.json"

    def rows(self, experiment: str, cell: Cell) -> list[Row] | None:
        """Return what a cell gave; None if it has not run, or its file cannot be read."""
        try:
            document = json.loads(self._path(experiment, cell).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            return None
        rows: list[Row] = document["rows"]
        return rows

    def save(self, experiment: str, cell: Cell, rows: Sequence[Row]) -> None:
        """Keep what a cell gave."""
        document = {"format": FORMAT, "cell": dict(cell), "rows": list(rows)}
        write_beside(self._path(experiment, cell), json.dumps(document) + "\n")

    def collect(self, experiment: str, cells: Iterable[Cell]) -> list[Row]:
        """Return the rows of those cells that have run, each with the values of its cell."""
        found = ((cell, self.rows(experiment, cell)) for cell in cells)
        return [{**cell, **row} for cell, rows in found for row in rows or ()]


def write_table(path: Path, rows: Sequence[Row]) -> None:
    """Write rows as one tidy CSV file."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [names, *([_text(row.get(name)) for name in names] for row in rows)]
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}")
    with beside.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(lines)
    beside.replace(path)


def _text(value: Any) -> Any:
    return "" if value is None else json.dumps(value) if isinstance(value, list | dict) else value
