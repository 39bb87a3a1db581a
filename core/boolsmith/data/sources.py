"""Where tables are read from: a file, plain or gzip, or standard input, as its content says."""

from __future__ import annotations

import gzip
import io
import shutil
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import attrs

from boolsmith.errors import BoolsmithError, did_you_mean

_GZIP, _PARQUET = b"\x1f\x8b", b"PAR1"
_REFUSED = {
    b"": "empty: give a header line and rows",
    b"PK\x03\x04": "a zip archive or spreadsheet: give CSV, gzip or Parquet",
    b"%PDF": "a PDF: give CSV, gzip or Parquet",
    b"SQLi": "a database: give CSV, gzip or Parquet",
}


@attrs.define
class Source:
    """A file that can be read from the start as often as needed."""

    path: str
    name: str
    head: bytes = b""

    @classmethod
    @contextmanager
    def open(cls, path: str | Path) -> Iterator[Self]:
        """Yield the source at `path`; `-` is standard input, of which a copy is kept meanwhile."""
        if str(path) != "-":
            yield cls(str(path), str(path))._checked()
            return
        with tempfile.TemporaryDirectory(prefix="boolsmith-") as folder:
            copy = Path(folder, "copy")
            with copy.open("wb") as file:
                shutil.copyfileobj(sys.stdin.buffer, file)
            yield cls(str(copy), "standard input")._checked()

    def _checked(self) -> Self:
        try:
            with Path(self.path).open("rb") as file:
                self.head = file.read(4)
        except FileNotFoundError:
            raise BoolsmithError(f"no file {self.name!r}{_nearest_file(Path(self.path))}") from None
        except IsADirectoryError:
            raise BoolsmithError(f"{self.name!r} is a folder: give a file") from None
        except (OSError, ValueError) as error:
            raise BoolsmithError(f"cannot read {self.name!r}: {error}") from None
        if self.head in _REFUSED:
            raise BoolsmithError(f"{self.name} is {_REFUSED[self.head]}")
        return self

    @property
    def parquet(self) -> bool:
        """Whether the content is Parquet."""
        return self.head == _PARQUET

    def lines(self) -> Iterator[str]:
        """Yield the lines of text from the start, decompressed, as UTF-8."""
        opener = gzip.open if self.head.startswith(_GZIP) else open
        try:
            with opener(self.path, "rb") as raw:
                yield from io.TextIOWrapper(raw, encoding="utf-8-sig", newline="")
        except UnicodeDecodeError as error:
            byte = error.object[error.start]
            raise BoolsmithError(
                f"{self.name} is not UTF-8 text (byte 0x{byte:02x}): save it as UTF-8"
            ) from None
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise BoolsmithError(f"{self.name} is damaged gzip: {error}") from None


def _nearest_file(path: Path) -> str:
    folder = path.parent
    names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
    hint = did_you_mean(path.name, names)
    return hint if hint.startswith("; did") else ""
