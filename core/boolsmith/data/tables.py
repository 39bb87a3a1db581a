"""Tables: named columns of raw data, and how files become one.

CSV (plain, gzip or standard input) is read with what the core depends on; Parquet needs pyarrow,
polars or pandas. A file too large for memory is sampled in one pass, or read in pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.data.sources import Source
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
        """Return the table of the named columns, in that order; a missing one is an error."""
        return Table({name: self[name] for name in names}, self.total_rows)

    def drop(self, names: Sequence[str]) -> Table:
        """Return the table without the named columns; a missing one is an error."""
        for name in names:
            self[name]
        return self.select([name for name in self.columns if name not in set(names)])

    def take(self, rows: Any) -> Table:
        """Return the table of the given rows: indexes, a mask or a slice."""
        return Table({name: column[rows] for name, column in self.columns.items()})

    def row(self, index: int) -> dict[str, Any]:
        """Return one row as plain values, missing ones as None."""
        if not 0 <= index < self.num_rows:
            raise BoolsmithError(f"no row {index}: rows are 0 to {self.num_rows - 1}")
        return {name: plain_value(column[index]) for name, column in self.columns.items()}


def plain_value(value: Any) -> Any:
    """Return a cell as a value of plain Python: whole floats as int, missing as None."""
    if isinstance(value, np.datetime64):
        return None if np.isnat(value) else value.item()
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, float):
        return None if value != value else int(value) if value.is_integer() else value  # noqa: PLR0124
    return value


def concatenate(tables: Sequence[Table]) -> Table:
    """Return the rows of all the tables, one after the other."""
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

    with Source.open(path) as source:
        if not source.parquet:
            return read_csv(source, kinds or {}, missing, max_cells, seed)
        table = _read_parquet(source)
        for name, values in table.columns.items():
            if (kinds or {}).get(name) != "category":
                refuse_infinity(name, values, source.name)
        return table


def read_chunks(
    path: str | Path,
    *,
    kinds: Mapping[str, str],
    missing: Sequence[str] = (),
    chunk_rows: int = 65_536,
) -> Iterator[Table]:
    """Read a file piece by piece in bounded memory; columns in `kinds` are of the given type."""
    from boolsmith.data.csv_reader import read_csv_chunks

    with Source.open(path) as source:
        if not source.parquet:
            yield from read_csv_chunks(source, kinds, missing, chunk_rows)
            return
        table = _read_parquet(source)
        for name in filter(kinds.__contains__, table.columns):
            refuse_infinity(name, table[name], source.name)
        for start in range(0, max(1, table.num_rows), chunk_rows):
            yield table.take(slice(start, start + chunk_rows))


def refuse_infinity(name: str, values: Column, source: str = "", start: int = 0) -> None:
    """Raise if a column has infinity; `start` rows of its file come before `values`.

    The rows of a file, `source`, are counted from 1, those of data in memory from 0.
    """
    if values.dtype.kind == "f" and (found := np.isinf(values)).any():
        row = int(found.argmax())
        where = f"{source}: column" if source else "column"
        raise BoolsmithError(
            f"{where} {name!r} has {values[row]} in row {start + row + bool(source)}, which no "
            "rule can compare: correct it, or leave it empty"
        )


def _read_parquet(source: Source) -> Table:
    import narwhals.stable.v2 as nw

    libraries: list[Any] = list(filter(find_spec, ("pyarrow", "polars", "pandas")))
    if not libraries:
        raise BoolsmithError(
            f"{source.name!r} is a Parquet file: install a reader for it with: pip install pyarrow"
        )
    try:
        return frame_to_table(nw.read_parquet(source.path, backend=libraries[0]))
    except Exception as error:  # whatever the library raises
        reason = str(error).partition("\n")[0]
        raise BoolsmithError(f"cannot read {source.name!r} as Parquet: {reason}") from error


def frame_to_table(frame: Any) -> Table:
    """Return the table of a pandas, polars or pyarrow DataFrame."""
    from boolsmith.data.columns import frame_columns

    return Table({column.name: column.values for column in frame_columns(frame)})
