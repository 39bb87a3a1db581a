"""`boolsmith predict`: the labels of the rows of a file by a saved model, in bounded memory."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any

from boolsmith.cli.datasets import DATA_HELP, MODEL_HELP, add_reading_options, notes, sample_table
from boolsmith.cli.output import add_json_option, print_json
from boolsmith.errors import BoolsmithError

if TYPE_CHECKING:
    from boolsmith.learn.base import RuleModel


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("model", help=MODEL_HELP)
    parser.add_argument("data", help=DATA_HELP)
    parser.add_argument("--probabilities", action="store_true", help="the share of each class too")
    add_reading_options(parser, "missing-value")
    parser.add_argument("--output", metavar="FILE", help="where to write (default: to the screen)")
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Write one line per row."""
    from boolsmith.files import replacing
    from boolsmith.learn.files import load_model

    with notes():
        predictions = _predictions(load_model(args.model).narrowed(), args)
        if args.output is not None:
            with (
                replacing(args.output) as part,
                part.open("w", encoding="utf-8", newline="") as file,
            ):
                rows = _write(file, predictions)
            if args.json:
                print_json({"rows": rows, "output": args.output})
        elif args.json:
            print_json({"predictions": list(predictions)})
        else:
            _write(sys.stdout, predictions)
    return 0


def _predictions(model: RuleModel, args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    from boolsmith.data.tables import read_chunks

    if model.binarizer_ is None:
        kinds = dict.fromkeys(map(str, getattr(model, "feature_names_in_", ())), "number")
    else:
        kinds = {feature.name: feature.kind for feature in model.binarizer_.features_}
    names = [f"probability of {label}" for label in model.classes_.tolist()]
    sample = sample_table(args.data)
    chunks = read_chunks(args.data, kinds=kinds, missing=args.missing_value)
    for chunk in chunks if sample is None else [sample]:
        chunk.select(list(kinds))  # a missing column is a worse mistake than a missing row
        if not chunk.num_rows:
            raise BoolsmithError(f"{args.data} has a header and no rows: give at least one row")
        labels = model.predict(chunk).tolist()
        shares = model.predict_proba(chunk).tolist() if args.probabilities else [()] * len(labels)
        for label, row in zip(labels, shares, strict=True):
            yield {"prediction": label, **dict(zip(names, row, strict=False))}


def _write(file: IO[str], predictions: Iterator[dict[str, Any]]) -> int:
    """Write the predictions as CSV and return their number."""
    rows = 0
    for rows, prediction in enumerate(predictions, start=1):
        if rows == 1:
            writer = csv.DictWriter(file, list(prediction), lineterminator="\n")
            writer.writeheader()
        writer.writerow(prediction)
    return rows
