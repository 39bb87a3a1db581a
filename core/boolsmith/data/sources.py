"""Where tables are read from: a file, plain or gzip, or standard input, as its content says."""

from __future__ import annotations

import gzip
import io
import shutil
import sys
import tempfile
import zlib
from collections.abc import Iterator
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
    temporary: bool = False

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Return the source at `path` (`-`: a copy of standard input), if it can be a table."""
        source = cls(str(path), str(path))
        if source.path == "-":
            with tempfile.NamedTemporaryFile(prefix="boolsmith-", delete=False) as copy:
                source = cls(copy.name, "standard input", temporary=True)
                shutil.copyfileobj(sys.stdin.buffer, copy)
        try:
            with Path(source.path).open("rb") as file:
                source.head = file.read(4)
        except FileNotFoundError:
            raise BoolsmithError(f"no file {source.name!r}{_nearest_file(Path(path))}") from None
        except IsADirectoryError:
            raise BoolsmithError(f"{source.name!r} is a folder: give a file") from None
        except (OSError, ValueError) as error:
            raise BoolsmithError(f"cannot read {source.name!r}: {error}") from None
        if source.head in _REFUSED:
            source.close()
            raise BoolsmithError(f"{source.name} is {_REFUSED[source.head]}")
        return source

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

    def close(self) -> None:
        """Remove the copy of standard input, if this is one."""
        if self.temporary:
            Path(self.path).unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _nearest_file(path: Path) -> str:
    folder = path.parent
    names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
    hint = did_you_mean(path.name, names)
    return hint if hint.startswith("; did") else ""
