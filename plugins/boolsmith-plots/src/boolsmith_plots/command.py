"""`boolsmith plot`: the frontier that `boolsmith pareto --json` printed, as a picture."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from boolsmith.cli.output import add_json_option, print_json, print_line
from boolsmith.errors import BoolsmithError


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument(
        "frontier", help="what `boolsmith pareto --json` printed, - for standard input"
    )
    parser.add_argument("output", help="the picture, a file such as frontier.png, .svg or .pdf")
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Draw the frontier."""
    from boolsmith_plots.plots import check_picture, plot_frontier, save_picture

    check_picture(args.output)
    document = _read(args.frontier)
    points, metric = document["frontier"], str(document["metric"]).replace("_", " ")
    curves: dict[str, Any] = {
        "train": [SimpleNamespace(complexity=p["complexity"], score=p["train"]) for p in points]
    }
    if all("held_out" in point for point in points):
        curves["held out"] = {p["complexity"]: p["held_out"]["scores"] for p in points}
    save_picture(plot_frontier(curves, metric=metric), args.output)
    if args.json:
        print_json({"output": args.output})
    else:
        print_line(f"drawn to {args.output}")
    return 0


def _read(name: str) -> dict[str, Any]:
    """Return the document in a file or on standard input; an error if it is something else."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        document = json.loads(text)
        if document["frontier"] and document["metric"]:
            return dict(document)
    except (OSError, ValueError, TypeError, KeyError):
        pass
    raise BoolsmithError(f"{name!r} is not what `boolsmith pareto --json` prints: give that")
