"""Tables: named columns of raw data, and how files become one.

CSV (plain, gzip or standard input) is read with what the core depends on; Parquet needs pyarrow,
polars or pandas. A file too large for memory is sampled in one pass, or read in pieces.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.errors import BoolsmithError, did_you_mean

Column = NDArray[Any]
"""float64 with NaN for missing, bool, datetime64[us], or objects: text and None for missing."""


@attrs.frozen(eq=False)
class Table:
    """Raw data by column, all of one length.

    `total_rows` is how many rows the file had when these are a sample of them.
    """

    columns: dict[str, Column]
    total_rows: int | None = None

    @property
    def num_rows(self) -> int:
        """How many rows there are."""
        return len(next(iter(self.columns.values()))) if self.columns else 0

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return self.num_rows, len(self.columns)

    def __len__(self) -> int:
        return self.num_rows

    def __getitem__(self, name: str) -> Column:
        if name not in self.columns:
            raise BoolsmithError(f"no column {name!r}{did_you_mean(name, self.columns)}")
        return self.columns[name]

    def select(self, names: Sequence[str]) -> Table:
        """The table of the named columns, in that order; a missing one is an error."""
        return Table({name: self[name] for name in names}, self.total_rows)

    def drop(self, names: Sequence[str]) -> Table:
        """The table without the named columns; a missing one is an error."""
        for name in names:
            self[name]
        return self.select([name for name in self.columns if name not in set(names)])

    def take(self, rows: Any) -> Table:
        """The table of the given rows: indexes, a mask or a slice."""
        return Table({name: column[rows] for name, column in self.columns.items()})

    def row(self, index: int) -> dict[str, Any]:
        """One row as plain values, missing ones as None."""
        if not 0 <= index < self.num_rows:
            raise BoolsmithError(f"no row {index}: rows are 0 to {self.num_rows - 1}")
        return {name: plain_value(column[index]) for name, column in self.columns.items()}


def plain_value(value: Any) -> Any:
    """A cell as a value of plain Python: whole floats as int, missing as None."""
    if isinstance(value, np.datetime64):
        return None if np.isnat(value) else value.item()
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, float):
        return None if value != value else int(value) if value.is_integer() else value  # noqa: PLR0124
    return value


def concatenate(tables: Sequence[Table]) -> Table:
    """The rows of all the tables, one after the other."""
    names = tables[0].columns
    return Table({name: np.concatenate([t.columns[name] for t in tables]) for name in names})


def read_table(
    path: str | Path,
    *,
    kinds: Mapping[str, str] | None = None,
    missing: Sequence[str] = (),
    max_cells: int = 50_000_000,
    seed: int = 0,
) -> Table:
    """Read CSV, gzip or Parquet (`-` is standard input) with the types of columns inferred.

    `kinds` fixes the type of a column ("number", "category", "date"), `missing` lists further
    spellings of a missing value. Beyond `max_cells` a random sample of the rows is kept.
    """
    from boolsmith.data.csv_reader import read_csv

    with _opened(path) as source:
        if source.parquet:
            table = frame_to_table(_read_parquet(source.path))
            texts = {name for name, kind in (kinds or {}).items() if kind == "category"}
            _refuse_infinities(source.name, table, set(table.columns) - texts)
            return table
        return read_csv(source, kinds=kinds, missing=missing, max_cells=max_cells, seed=seed)


def read_chunks(
    path: str | Path,
    *,
    kinds: Mapping[str, str],
    missing: Sequence[str] = (),
    chunk_rows: int = 65_536,
) -> Iterator[Table]:
    """Read a file piece by piece in bounded memory; columns in `kinds` are of the given type."""
    from boolsmith.data.csv_reader import read_csv_chunks

    with _opened(path) as source:
        if source.parquet:
            table = frame_to_table(_read_parquet(source.path))
            _refuse_infinities(source.name, table, set(kinds))
            for start in range(0, max(1, table.num_rows), chunk_rows):
                yield table.take(slice(start, start + chunk_rows))
            return
        yield from read_csv_chunks(source, kinds=kinds, missing=missing, chunk_rows=chunk_rows)


def refuse_infinity(source: str, name: str, values: Column, start: int = 0) -> None:
    """Raise if a column of a file has infinity; `start` rows of the file come before `values`."""
    if values.dtype.kind == "f" and (found := np.isinf(values)).any():
        row = int(found.argmax())
        raise BoolsmithError(
            f"{source}: column {name!r} has {values[row]} in row {start + row + 1}, which no rule "
            "can compare: correct it, or leave it empty"
        )


def _refuse_infinities(source: str, table: Table, names: Collection[str]) -> None:
    for name, values in table.columns.items():
        if name in names:
            refuse_infinity(source, name, values)


def _opened(path: str | Path) -> Any:
    from boolsmith.data.sources import Source

    return Source.open(path, sys.stdin.buffer if str(path) == "-" else None)


def _read_parquet(path: str) -> Any:
    readers = {
        "pyarrow": ("pyarrow.parquet", "read_table"),
        "polars": ("polars", "read_parquet"),
        "pandas": ("pandas", "read_parquet"),
    }
    for module, function in readers.values():
        try:
            reader = getattr(importlib.import_module(module), function)
        except ImportError:
            continue
        try:
            return reader(path)
        except Exception as error:
            reason = str(error).partition("\n")[0]
            raise BoolsmithError(f"cannot read {path!r} as Parquet: {reason}") from error
    raise BoolsmithError(
        f"{path!r} is a Parquet file: install a reader for it with: pip install pyarrow"
    )


def frame_to_table(frame: Any) -> Table:
    """The table of a pandas, polars or pyarrow DataFrame."""
    from boolsmith.data.columns import frame_columns

    return Table({column.name: column.values for column in frame_columns(frame)})
