"""CSV into tables: the delimiter and the type of every column are inferred.

A column is read as the narrowest of bool, number, date and text that fits all its cells. The
types are guessed from the first rows; when a later row does not fit, reading starts again with
the wider type, so that the common case takes one pass.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain, islice
from typing import Any

import attrs
import numpy as np

from boolsmith.data.inputs import different
from boolsmith.data.sources import Source
from boolsmith.data.tables import Column, Table, concatenate, refuse_infinity
from boolsmith.errors import BoolsmithError, RemedyError, did_you_mean

MISSING = frozenset({"", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "<NA>"})
KINDS = ("bool", "number", "date", "category")
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_CODE = re.compile(r"[-+]?0\d")  # 007 is a code, not seven
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_CHUNK_ROWS = 65_536
_MOSTLY, _FEW = 0.9, 10


class _DoesNotFitError(Exception):
    """A piece with a cell that is not of the type its column had so far; `kind` would fit both."""

    def __init__(self, name: str, kind: str) -> None:
        super().__init__(name)
        self.name, self.kind = name, kind


def read_csv(
    source: Source, kinds: Mapping[str, str], missing: Sequence[str], max_cells: int, seed: int
) -> Table:
    """Read a whole CSV source, or a random sample of its rows beyond `max_cells`."""
    decided = _checked_kinds(kinds)
    while True:
        try:
            layout = _Layout.of(source, decided, missing)
            return _gathered(
                _chunks(layout, dict(decided), _CHUNK_ROWS), max_cells, seed, source.name
            )
        except _DoesNotFitError as wider:
            decided[wider.name] = wider.kind


def read_csv_chunks(
    source: Source, kinds: Mapping[str, str], missing: Sequence[str], chunk_rows: int
) -> Iterator[Table]:
    """Read a CSV source in pieces, one of no rows if there are none; other columns are text."""
    header = _Layout.of(source, {}, missing).header
    known = _checked_kinds({name: kind for name, kind in kinds.items() if name in header})
    decided = {name: known.get(name, "category") for name in header}
    chunks = _chunks(_Layout.of(source, decided, missing), decided, chunk_rows)
    yield next(chunks, Table({name: np.empty(0, _READERS[decided[name]][2]) for name in header}))
    yield from chunks


def _gathered(chunks: Iterator[Table], max_cells: int, seed: int, name: str) -> Table:
    """Return all chunks as one table; beyond the limit, every row has the same chance to stay."""
    kept: list[Table] = []
    keys: list[Any] = []
    rng = np.random.default_rng(seed)
    rows = total = limit = 0
    for chunk in chunks:
        kept.append(chunk)
        keys.append(rng.random(chunk.num_rows))
        rows, total = rows + chunk.num_rows, total + chunk.num_rows
        limit = max(1, max_cells // max(1, len(chunk.columns)))
        if rows > 2 * limit:
            kept, keys = _sampled(kept, keys, limit)
            rows = limit
    if not total:
        raise BoolsmithError(f"{name} has a header and no rows: give at least one row")
    if rows > limit:
        kept, keys = _sampled(kept, keys, limit)
    return attrs.evolve(concatenate(kept), total_rows=total)


def _sampled(kept: list[Table], keys: list[Any], limit: int) -> tuple[list[Table], list[Any]]:
    key = np.concatenate(keys)
    rows = np.sort(np.argpartition(key, limit)[:limit])
    return [concatenate(kept).take(rows)], [key[rows]]


def _checked_kinds(kinds: Mapping[str, str]) -> dict[str, str]:
    for name, kind in kinds.items():
        if kind not in KINDS:
            raise BoolsmithError(f"column {name!r} is of kind {kind!r}{did_you_mean(kind, KINDS)}")
    return dict(kinds)


@attrs.frozen
class _Layout:
    """What the header says: the names of the columns, and the rows that follow."""

    name: str
    header: tuple[str, ...]
    rows: Iterator[list[str]]
    fixed: frozenset[str]
    missing: frozenset[str]

    @classmethod
    def of(cls, source: Source, kinds: Mapping[str, str], missing: Sequence[str]) -> _Layout:
        lines = source.lines()
        first = next((line for line in lines if line.strip()), None)
        if first is None:
            raise BoolsmithError(f"{source.name} is empty: give a header line and rows")
        rows = _checked_rows(source.name, chain([first], lines), _delimiter(first))
        names = [cell.strip() or f"column {i}" for i, cell in enumerate(next(rows), start=1)]
        header = different(names, source.name)
        for name in kinds:
            if name not in header:
                raise BoolsmithError(
                    f"{source.name} has no column {name!r}{did_you_mean(name, header)}"
                )
        return cls(source.name, header, rows, frozenset(kinds), MISSING.union(missing))


def _delimiter(header: str) -> str:
    bare = re.sub(r'"[^"]*"', "", header)
    return max(",;\t|", key=bare.count)


def _checked_rows(name: str, lines: Iterator[str], delimiter: str) -> Iterator[list[str]]:
    """Yield the cells of every line that is not blank, all as many as in the first."""
    reader = csv.reader(lines, delimiter=delimiter)
    width = 0
    try:
        for row in reader:
            if len(row) != width:
                if not row:
                    continue
                if width:
                    raise BoolsmithError(
                        f"{name} line {reader.line_num} has {len(row)} cells and the header has "
                        f"{width}: every row needs one for each column"
                    )
                width = len(row)
            yield row
    except csv.Error as error:
        raise BoolsmithError(f"{name} line {reader.line_num} is not CSV: {error}") from None


def _chunks(layout: _Layout, kinds: dict[str, str], chunk_rows: int) -> Iterator[Table]:
    """Yield the rows in pieces; a type that is not in `kinds` is decided by the first piece."""
    start = 0
    while rows := list(islice(layout.rows, chunk_rows)):
        columns = {}
        for name, cells in zip(layout.header, zip(*rows, strict=True), strict=True):
            piece = _Piece(layout, name, cells, start)
            kind = piece.decide(kinds.get(name))
            kinds.setdefault(name, kind)
            columns[name] = piece.read(kind)
        start += len(rows)
        yield Table(columns)


class _Piece:
    """The cells of one column in one piece of the file."""

    def __init__(self, layout: _Layout, name: str, cells: Sequence[str], start: int) -> None:
        self.layout, self.name, self.cells, self.start = layout, name, cells, start
        distinct = {cell: cell.strip() for cell in set(cells)}
        self.present = {c: text for c, text in distinct.items() if text not in layout.missing}

    def decide(self, kind: str | None) -> str:
        """Return the type to read the cells as, given the type so far; raise if they do not fit."""
        narrowest = _narrowest(self.present.values())
        if narrowest == "category" and self.name not in self.layout.fixed:
            self._refuse_stray_text()
        if kind in (None, narrowest):
            return narrowest
        if narrowest == "empty" or kind == "category":
            return str(kind)
        if kind == "empty":
            raise _DoesNotFitError(self.name, narrowest)
        if self.name in self.layout.fixed:
            if (kind, narrowest) == ("number", "bool"):
                return narrowest  # true and false are 1 and 0
            self._refuse(kind)
        raise _DoesNotFitError(self.name, "category")

    def read(self, kind: str) -> Column:
        """Return the cells as an array."""
        convert, blank, dtype = _READERS[kind]
        values = dict.fromkeys(self.cells, blank)
        values.update({cell: convert(text) for cell, text in self.present.items()})
        if kind == "bool" and len(self.present) < len(values):
            dtype = np.float64
        column = np.array([values[cell] for cell in self.cells], dtype=dtype)
        refuse_infinity(self.name, column, self.layout.name, self.start)
        return column

    def _refuse_stray_text(self) -> None:
        """Raise if nearly all cells are numbers: the others are more likely slips than codes."""
        numbers = {cell for cell, text in self.present.items() if _is_number(text)}
        if len(numbers) <= _FEW:
            return
        filled = sum(cell in self.present for cell in self.cells)
        if sum(cell in numbers for cell in self.cells) >= _MOSTLY * filled:
            self._refuse("number")

    def _refuse(self, kind: str | None) -> None:
        fits = _TESTS[kind or "category"]
        strays = (i for i, c in enumerate(self.cells) if c in self.present and not fits(c.strip()))
        row = next(strays)
        cell = self.cells[row]
        remedies: dict[str, Iterable[str]] = {"missing": [cell.strip()]}
        if self.name not in self.layout.fixed:
            remedies["kinds"] = {self.name: "category"}
        raise RemedyError(
            f"{self.layout.name}: column {self.name!r} has {cell!r} in row {self.start + row + 1} "
            f"and a {kind} elsewhere: correct it",
            remedies,
        )


def _narrowest(texts: Iterable[str]) -> str:
    """Return the narrowest type that takes all the texts; `empty` if there are none."""
    texts = list(texts)
    if not texts:
        return "empty"
    return next(kind for kind in KINDS if all(map(_TESTS[kind], texts)))


def _is_number(text: str) -> bool:
    return not _CODE.match(text) and "_" not in text and _converts(float, text)


def _is_date(text: str) -> bool:
    return _ISO_DATE.match(text) is not None and _converts(_date, text)


def _converts(convert: Callable[[str], Any], text: str) -> bool:
    try:
        convert(text)
    except ValueError:
        return False
    return True


def _date(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment.astimezone(UTC).replace(tzinfo=None) if moment.tzinfo else moment


_TESTS: dict[str, Callable[[str], bool]] = {
    "bool": _BOOL.__contains__,
    "number": _is_number,
    "date": _is_date,
    "category": lambda text: True,
}
_READERS: dict[str, tuple[Callable[[str], Any], Any, Any]] = {
    "empty": (float, np.nan, np.float64),
    "bool": (_BOOL.__getitem__, np.nan, np.bool_),
    "number": (float, np.nan, np.float64),
    "date": (_date, None, "datetime64[us]"),
    "category": (str, None, object),
}
