"""Data for commands: files, standard input, or the dataset that scikit-learn carries."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from boolsmith.cli.output import note
from boolsmith.errors import BoolsmithError, BoolsmithWarning, did_you_mean

if TYPE_CHECKING:  # `--help` costs neither numpy nor what builds on it
    from numpy.typing import NDArray

    from boolsmith.data.tables import Table

DATASETS = ("breast-cancer",)
CARRIED_TARGET = "diagnosis"
DATA_HELP = (
    "a CSV, gzip or Parquet file, - for standard input, or breast-cancer, which scikit-learn "
    "carries"
)


@attrs.frozen(eq=False)
class Dataset:
    """Raw features with labels, under a name."""

    name: str
    target: str
    features: Table
    labels: NDArray[Any]
    positive: Any  # the label that a rule is for, None for more than two classes


def add_data_options(parser: argparse.ArgumentParser, *, target: bool = True) -> None:
    """Add the options that say how a file is read."""
    if target:
        parser.add_argument("--target", metavar="COLUMN", help="the column with the classes")
        parser.add_argument("--positive", metavar="LABEL", help="the class that the rule is for")
    for name, text in (
        ("drop", "leave a column out"),
        ("category", "read a column as text, even if it has numbers"),
        ("missing-value", "another spelling of a missing value, such as ?"),
    ):
        metavar = "TEXT" if name == "missing-value" else "COLUMN"
        parser.add_argument(
            f"--{name}", action="append", default=[], metavar=metavar, help=f"{text} (repeatable)"
        )


def read_file(args: argparse.Namespace, path: str) -> Table:
    """The table of a file with the columns that are to be dropped left out."""
    from boolsmith.data.tables import read_table

    table = carried_table(path)
    if table is not None:
        return table.drop(args.drop)
    # What is dropped is read as text too, so that nothing in it is refused.
    kinds = dict.fromkeys([*args.category, *args.drop], "category")
    table = read_table(path, kinds=kinds, missing=args.missing_value)
    if table.total_rows is not None and table.total_rows > table.num_rows:
        note(f"{path} has {table.total_rows:,} rows: a random {table.num_rows:,} of them are used")
    return table.drop(args.drop)


def read_dataset(args: argparse.Namespace) -> Dataset:
    """The dataset that the arguments name."""
    import numpy as np

    from boolsmith.data.targets import positive_class, split_target

    if (table := carried_table(args.data)) is not None:
        labels = table[CARRIED_TARGET].astype(str)
        positive = positive_class(labels, args.positive or "benign")
        features = table.drop([CARRIED_TARGET, *args.drop])
        return Dataset(args.data, CARRIED_TARGET, features, labels, positive)
    if args.data != "-" and not Path(args.data).exists() and not Path(args.data).suffix:
        hint = did_you_mean(args.data, DATASETS)
        raise BoolsmithError(f"no file and no dataset {args.data!r}{hint}")
    table = read_file(args, args.data)
    if args.target is None:
        names = ", ".join(list(table.columns)[:20])
        raise BoolsmithError(f"--target is missing: name the column with the classes, of: {names}")
    features, labels = split_target(table, args.target)
    positive = positive_class(labels, args.positive) if len(np.unique(labels)) == 2 else None
    name = "standard-input" if args.data == "-" else Path(args.data).name.split(".")[0]
    return Dataset(name, args.target, features, labels, positive)


def carried_table(name: str) -> Table | None:
    """The dataset that scikit-learn carries, with its classes; None if `name` is not its name."""
    if name not in DATASETS or Path(name).exists():
        return None
    from sklearn.datasets import load_breast_cancer

    from boolsmith.data.tables import Table

    data = load_breast_cancer()
    columns = dict(zip(map(str, data.feature_names), data.data.T, strict=True))
    return Table({**columns, CARRIED_TARGET: data.target_names[data.target].astype(object)})


@contextmanager
def notes() -> Iterator[None]:
    """Show what is to know about the data as lines on standard error, each once."""
    told: set[str] = set()

    def show(message: Warning | str, *_: Any, **__: Any) -> None:
        if isinstance(message, BoolsmithWarning) and str(message) not in told:
            told.add(str(message))
            note(str(message))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", BoolsmithWarning)
        warnings.showwarning = show
        yield
