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
    curves, metric = _curves(args.frontier)
    save_picture(plot_frontier(curves, metric=metric), args.output)
    if args.json:
        print_json({"output": args.output})
    else:
        print_line(f"drawn to {args.output}")
    return 0


def _curves(name: str) -> tuple[dict[str, Any], str]:
    """Return the curves in a file or on standard input, and their metric in words."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        document = json.loads(text)
        points, metric = document["frontier"], document["metric"].replace("_", " ")
        train = [SimpleNamespace(complexity=p["complexity"], score=p["train"]) for p in points]
        curves: dict[str, Any] = {"train": train}
        if all("held_out" in point for point in points):
            curves["held out"] = {p["complexity"]: p["held_out"]["scores"] for p in points}
    except OSError as error:
        raise BoolsmithError(f"cannot read {name!r}: {error.strerror}") from None
    except (ValueError, TypeError, KeyError, AttributeError):
        where = "standard input" if name == "-" else repr(name)
        wanted = "give the file that `boolsmith pareto --json > FILE` writes"
        raise BoolsmithError(f"{where} is not a frontier: {wanted}") from None
    return curves, metric
