"""`boolsmith explain`: why a row got its label, or how a saved model does on a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from boolsmith.cli.datasets import DATA_HELP, add_data_options, notes, read_file
from boolsmith.cli.output import add_json_option, print_json, print_line
from boolsmith.errors import BoolsmithError


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("model", help="a model that `boolsmith fit` saved")
    parser.add_argument("data", help=DATA_HELP)
    parser.add_argument("--row", type=int, metavar="N", help="which row to explain, the first is 0")
    parser.add_argument("--actionable", metavar="COLUMNS",
                        help="columns that may change, as in age,income")  # fmt: skip
    parser.add_argument("--to", metavar="LABEL", help="the label that a change should lead to")
    parser.add_argument("--picture", metavar="FILE", help="draw the rule on that row too, as SVG")
    parser.add_argument("--target", metavar="COLUMN",
                        help="the column with the classes, for a report on all rows")  # fmt: skip
    parser.add_argument("--groups", metavar="COLUMNS", help="columns to report subgroups of")
    add_data_options(parser, target=False)
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the explanation."""
    from boolsmith.learn.files import load_model

    with notes():
        model = load_model(args.model)
        table = read_file(args, args.data)
        if args.row is not None:
            return _explain_row(args, model, table)
        return _report(args, model, table)


def _explain_row(args: argparse.Namespace, model: object, table: object) -> int:
    from boolsmith.data.tables import Table
    from boolsmith.files import write_whole
    from boolsmith.learn.explain import explain_row
    from boolsmith.learn.pictures.svg import rule_svg

    assert isinstance(table, Table)
    free = None if args.actionable is None else args.actionable.split(",")
    found = explain_row(model, table.row(args.row), actionable=free, to=args.to)
    if args.picture:
        rules = list(model.rules_.values())  # type: ignore[attr-defined]
        if len(rules) > 1:
            raise BoolsmithError("a picture is of one rule: this model has one for each class")
        write_whole(args.picture, rule_svg(rules[0], {p.path: p.holds for p in found.parts}))
    if args.json:
        print_json(found.to_json())
    else:
        print_line(str(found))
        if args.picture:
            print_line(f"drawn to {Path(args.picture)}")
    return 0


def _report(args: argparse.Namespace, model: object, table: object) -> int:
    from boolsmith.data.tables import Table
    from boolsmith.data.targets import split_target
    from boolsmith.learn.explain import explain_dataset

    assert isinstance(table, Table)
    target = args.target or getattr(model, "target_", None)
    if target is None:
        raise BoolsmithError("--row or --target is missing: name a row, or the column of classes")
    features, labels = split_target(table, target)
    groups = () if args.groups is None else args.groups.split(",")
    report = explain_dataset(model, features, labels, groups=groups)
    if args.json:
        print_json(report.to_json())
    else:
        print_line(str(report))
    return 0
