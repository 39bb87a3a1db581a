"""`boolsmith predict`: the labels of the rows of a file by a saved model, in bounded memory."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from typing import IO, Any

from boolsmith.cli.datasets import DATA_HELP, carried_table, notes
from boolsmith.cli.output import add_json_option, print_json
from boolsmith.errors import BoolsmithError


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("model", help="a model that `boolsmith fit` saved")
    parser.add_argument("data", help=DATA_HELP)
    parser.add_argument("--probabilities", action="store_true", help="the share of each class too")
    parser.add_argument("--missing-value", action="append", default=[], metavar="TEXT",
                        help="another spelling of a missing value (repeatable)")  # fmt: skip
    parser.add_argument("--output", metavar="FILE", help="where to write (default: to the screen)")
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Write one line per row."""
    from boolsmith.learn.files import load_model

    with notes():
        model = load_model(args.model).narrowed()
        parts = _predictions(model, args)
        if args.output is not None:
            rows = _write_file(args.output, parts)
            if args.json:
                print_json({"rows": rows, "output": args.output})
        elif args.json:
            print_json({"predictions": [entry for part in parts for entry in part]})
        else:
            _write(sys.stdout, parts)
    return 0


def _predictions(model: Any, args: argparse.Namespace) -> Iterator[list[dict[str, Any]]]:
    from boolsmith.data.tables import read_chunks

    if model.binarizer_ is None:
        kinds = dict.fromkeys(map(str, getattr(model, "feature_names_in_", ())), "number")
    else:
        kinds = {feature.name: feature.kind for feature in model.binarizer_.features_}
    names = [f"probability of {label}" for label in model.classes_.tolist()]
    carried = carried_table(args.data)
    chunks = read_chunks(args.data, kinds=kinds, missing=args.missing_value)
    for chunk in chunks if carried is None else [carried]:
        chunk.select(list(kinds))  # a column that is missing is told first
        if not chunk.num_rows:
            raise BoolsmithError(f"{args.data} has a header and no rows: give at least one row")
        found = [{"prediction": label} for label in model.predict(chunk).tolist()]
        if args.probabilities:
            for entry, shares in zip(found, model.predict_proba(chunk).tolist(), strict=True):
                entry.update(zip(names, shares, strict=True))
        yield found


def _write(file: IO[str], parts: Iterator[list[dict[str, Any]]]) -> int:
    """Write the predictions as CSV and give their number."""
    writer, rows = None, 0
    for part in parts:
        rows += len(part)
        if writer is None and part:
            writer = csv.DictWriter(file, list(part[0]), lineterminator="\n")
            writer.writeheader()
        if writer is not None:
            writer.writerows(part)
    return rows


def _write_file(path: str, parts: Iterator[list[dict[str, Any]]]) -> int:
    from boolsmith.files import replacing

    with replacing(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        return _write(file, parts)
