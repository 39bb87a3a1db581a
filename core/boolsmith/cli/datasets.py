"""Data for commands: files, standard input, or a dataset that comes with scikit-learn."""

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

SAMPLE, SAMPLE_TARGET, SAMPLE_POSITIVE = "breast-cancer", "diagnosis", "benign"
MODEL_HELP = "a model that `boolsmith fit` saved"
DATA_HELP = (
    f"a CSV, gzip or Parquet file, - for standard input, or {SAMPLE}, which comes with scikit-learn"
)
_READING = {
    "drop": ("COLUMN", "leave a column out"),
    "category": ("COLUMN", "read a column as text, even if it has numbers"),
    "missing-value": ("TEXT", "another spelling of a missing value, such as ?"),
}


@attrs.frozen(eq=False)
class Dataset:
    """Raw features with labels, under a name."""

    name: str
    target: str
    features: Table
    labels: NDArray[Any]
    positive: Any  # the label that a rule is for, None for more than two classes


def add_data_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which column has the classes, and how the file is read."""
    parser.add_argument("--target", metavar="COLUMN", help="the column with the classes")
    parser.add_argument("--positive", metavar="LABEL", help="the class that the rule is for")
    add_reading_options(parser)


def add_reading_options(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add the options that say how a file is read: those named, or all."""
    for name in names or _READING:
        metavar, text = _READING[name]
        parser.add_argument(
            f"--{name}", action="append", default=[], metavar=metavar, help=f"{text} (repeatable)"
        )


def read_file(args: argparse.Namespace) -> Table:
    """Return the table that the arguments name, without the columns that are to be dropped."""
    from boolsmith.data.tables import read_table

    path = args.data
    table = sample_table(path)
    if table is None:
        if path != "-" and not Path(path).exists() and not Path(path).suffix:
            raise BoolsmithError(f"no file and no dataset {path!r}{did_you_mean(path, [SAMPLE])}")
        # What is dropped is read as text too, so that nothing in it is refused.
        kinds = dict.fromkeys([*args.category, *args.drop], "category")
        table = read_table(path, kinds=kinds, missing=args.missing_value)
    if table.total_rows is not None and table.total_rows > table.num_rows:
        note(f"{path} has {table.total_rows:,} rows: a random {table.num_rows:,} of them are used")
    return table.drop(args.drop)


def read_dataset(args: argparse.Namespace) -> Dataset:
    """Return the dataset that the arguments name."""
    import numpy as np

    from boolsmith.data.targets import positive_class, split_target

    table = read_file(args)
    target, positive = args.target, args.positive
    if _is_sample(args.data) and target in (None, SAMPLE_TARGET):
        target, positive = SAMPLE_TARGET, positive or SAMPLE_POSITIVE
    if target is None:
        names = ", ".join(list(table.columns)[:20])
        raise BoolsmithError(f"--target is missing: name the column with the classes, of: {names}")
    features, labels = split_target(table, target)
    classes = len(np.unique(labels))
    if positive is not None and classes > 2:
        raise BoolsmithError(
            f"--positive={positive} is for two classes: {target!r} has {classes}, a rule for each"
        )
    label = positive_class(labels, positive) if classes == 2 else None
    name = "standard-input" if args.data == "-" else Path(args.data).name.split(".")[0]
    return Dataset(name, target, features, labels, label)


def _is_sample(name: str) -> bool:
    return name == SAMPLE and not Path(name).exists()


def sample_table(name: str) -> Table | None:
    """Return the dataset of scikit-learn with its classes; None if `name` is not its name."""
    if not _is_sample(name):
        return None
    from sklearn.datasets import load_breast_cancer

    from boolsmith.data.tables import Table

    data = load_breast_cancer()
    columns = dict(zip(map(str, data.feature_names), data.data.T, strict=True))
    return Table({**columns, SAMPLE_TARGET: data.target_names[data.target].astype(object)})


@contextmanager
def notes() -> Iterator[None]:
    """Show what is to know about the data as lines on standard error, each once."""
    shown: set[str] = set()

    def show(message: Warning | str, *_: Any, **__: Any) -> None:
        if isinstance(message, BoolsmithWarning) and str(message) not in shown:
            shown.add(str(message))
            note(str(message))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", BoolsmithWarning)
        warnings.showwarning = show
        yield
