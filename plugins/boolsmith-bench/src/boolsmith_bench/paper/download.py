"""Datasets that OpenML has in the form used here: fetched, and kept if the values are the same.

A file from elsewhere never has the bytes of ours, so that what counts is a digest of its values:
columns by name, rows in order, numbers as numbers.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boolsmith.data.tables import Table, plain_value, read_table
from boolsmith.errors import BoolsmithError

if TYPE_CHECKING:
    from boolsmith_bench.paper.datasets import Source


def datasets_folder() -> Path:
    """Where datasets are kept for a user who gives no folder."""
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return home / "boolsmith" / "datasets"


def content_digest(table: Table, not_features: list[str]) -> str:
    """Return the digest of all values but those of columns that are no features."""
    digest = hashlib.sha256()
    for name in sorted(set(table.columns) - set(not_features)):
        cells = map(_text, table[name])
        digest.update("\n".join([name, *cells, "\n"]).encode())
    return digest.hexdigest()


def _text(cell: Any) -> str:
    value = plain_value(cell)
    if value is None:
        return ""
    return format(value, ".10g") if isinstance(value, int | float) else str(value)


def download(source: Source, folder: Path) -> Path:
    """Fetch a dataset from OpenML into a folder, and give its path."""
    if source.openml is None:
        raise BoolsmithError(
            f"{source.title} is not on OpenML in this form: give its folder with --data"
        )
    names, rows = _fetch(source.openml["id"])
    if (ours := source.openml.get("columns")) is not None:  # it has names of its own, in our order
        if len(ours) != len(names):
            raise BoolsmithError(_other(source))
        names = ours
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([names, *rows])
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{source.name}.csv.gz"
    beside = path.with_name(f".{os.getpid()}.{path.name}")
    try:
        beside.write_bytes(gzip.compress(text.getvalue().encode(), mtime=0))
        if content_digest(read_table(beside), source.not_features) != source.content:
            raise BoolsmithError(_other(source))
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return path


def _other(source: Source) -> str:
    assert source.openml is not None
    return (
        f"dataset {source.openml['id']} of OpenML is not the {source.title} used here: "
        "give the folder of the datasets with --data"
    )


def _fetch(number: int) -> tuple[list[str], list[list[str]]]:
    """Return the names of the columns and the cells of all rows, as text."""
    from sklearn.datasets import fetch_openml

    try:
        found = fetch_openml(data_id=number, as_frame=True, parser="liac-arff", data_home=None,
                             cache=False, n_retries=1)  # fmt: skip
    except (OSError, ValueError, ImportError) as error:
        reason = str(error).splitlines()[0]
        raise BoolsmithError(f"dataset {number} of OpenML cannot be had: {reason}") from error
    frame = found.frame
    names = [str(name) for name in frame.columns]
    return names, [[_cell(cell) for cell in row] for row in frame.itertuples(index=False)]


def _cell(value: Any) -> str:
    text = "" if value is None or value != value else str(value).strip()  # noqa: PLR0124
    return text.strip("'")
