"""What commands print, those of plugins too: JSON for programs, tables for people."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

_WIDTH_OF_A_FILE = 200


def add_json_option(parser: argparse.ArgumentParser) -> None:
    """Add `--json`, which every command that prints a result takes."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def print_line(text: str = "") -> None:
    """Print one line of a result."""
    print(text)  # noqa: T201


def note(text: str) -> None:
    """Print a line for the user on standard error."""
    print(f"boolsmith: {text}", file=sys.stderr)  # noqa: T201


def print_json(document: Any) -> None:
    """Print a result as JSON."""
    print_line(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table that fits the terminal; a file gets long lines rather than cut ones."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        table.add_row(*map(Text, row))  # Text: a name with [brackets] is not markup
    Console(width=None if sys.stdout.isatty() else _WIDTH_OF_A_FILE).print(table)
