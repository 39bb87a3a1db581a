"""`boolsmith explain`: why a row got its label, or how a saved model does on a file."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from boolsmith.cli.datasets import DATA_HELP, MODEL_HELP, add_reading_options, notes, read_file
from boolsmith.cli.output import add_json_option, note, print_json, print_line
from boolsmith.errors import BoolsmithError

if TYPE_CHECKING:
    from boolsmith.data.tables import Table
    from boolsmith.learn.base import RuleModel
    from boolsmith.learn.explain import DatasetReport, RowExplanation

_OF_A_ROW = ("actionable", "to", "picture")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("model", help=MODEL_HELP)
    parser.add_argument("data", help=DATA_HELP)
    parser.add_argument("--row", type=int, metavar="N", help="which row to explain, the first is 0")
    parser.add_argument("--actionable", metavar="COLUMNS",
                        help="columns that may change, as in age,income")  # fmt: skip
    parser.add_argument("--to", metavar="LABEL", help="the label that a change should lead to")
    parser.add_argument("--picture", metavar="FILE", help="draw the rule on that row too, as SVG")
    parser.add_argument("--target", metavar="COLUMN",
                        help="the column with the classes, for a report on all rows")  # fmt: skip
    parser.add_argument("--groups", metavar="COLUMNS", help="columns to report subgroups of")
    add_reading_options(parser)
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the explanation."""
    from boolsmith.learn.files import load_model

    for option in _OF_A_ROW if args.row is None else ("groups",):
        if getattr(args, option) is not None:
            where = "one row: give --row too" if args.row is None else "all rows: leave --row out"
            raise BoolsmithError(f"--{option} is for {where}")
    with notes():
        model, table = load_model(args.model), read_file(args)
        explain = _report if args.row is None else _explain_row
        found = explain(args, model, table)
    if args.json:
        print_json(found.to_json())
    else:
        print_line(str(found))
    return 0


def _explain_row(args: argparse.Namespace, model: RuleModel, table: Table) -> RowExplanation:
    from boolsmith.files import write_whole
    from boolsmith.learn.explain import explain_row
    from boolsmith.learn.pictures.svg import rule_svg

    free = None if args.actionable is None else args.actionable.split(",")
    found = explain_row(model, table.row(args.row), actionable=free, to=args.to)
    if args.picture:
        if len(model.rules_) > 1:
            raise BoolsmithError("a picture is of one rule: this model has one for each class")
        holds = {part.path: part.holds for part in found.parts}
        write_whole(args.picture, rule_svg(model.rule_, holds))
        note(f"drawn to {args.picture}")
    return found


def _report(args: argparse.Namespace, model: RuleModel, table: Table) -> DatasetReport:
    from boolsmith.data.targets import split_target
    from boolsmith.learn.explain import explain_dataset

    target = args.target or getattr(model, "target_", None)
    if target is None:
        raise BoolsmithError("--row or --target is missing: name a row, or the column of classes")
    features, labels = split_target(table, target)
    groups = () if args.groups is None else args.groups.split(",")
    return explain_dataset(model, features, labels, groups=groups)
