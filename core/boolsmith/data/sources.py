"""Where tables are read from: a file, plain or gzip, or standard input; told apart by content."""

from __future__ import annotations

import gzip
import io
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Self

import attrs

from boolsmith.errors import BoolsmithError, did_you_mean

_GZIP, _PARQUET = b"\x1f\x8b", b"PAR1"
_REFUSED = {b"PK\x03\x04": "a zip archive or spreadsheet", b"%PDF": "a PDF", b"SQLi": "a database"}


@attrs.define
class Source:
    """A file that can be read from the start as often as needed."""

    path: str
    name: str
    head: bytes
    temporary: bool = False

    @classmethod
    def open(cls, path: str | Path, stream: IO[bytes] | None = None) -> Self:
        """The source at `path`, or a temporary copy of `stream`; what cannot be read is refused."""
        if stream is not None:
            return cls._spooled(stream)
        name = str(path)
        try:
            with Path(path).open("rb") as file:
                head = file.read(4)
        except FileNotFoundError:
            raise BoolsmithError(f"no file {name!r}{_nearest_file(Path(path))}") from None
        except IsADirectoryError:
            raise BoolsmithError(f"{name!r} is a folder: give a file") from None
        except (OSError, ValueError) as error:
            raise BoolsmithError(f"cannot read {name!r}: {error}") from None
        return cls(name, name, head)._checked()

    @classmethod
    def _spooled(cls, stream: IO[bytes]) -> Self:
        handle, copy = tempfile.mkstemp(prefix="boolsmith-")
        with os.fdopen(handle, "wb") as file:
            shutil.copyfileobj(stream, file)
        with Path(copy).open("rb") as file:
            return cls(copy, "standard input", file.read(4), temporary=True)._checked()

    def _checked(self) -> Self:
        if not self.head:
            self.close()
            raise BoolsmithError(f"{self.name} is empty: give a header line and rows")
        if self.head in _REFUSED:
            self.close()
            raise BoolsmithError(f"{self.name} is {_REFUSED[self.head]}: give CSV, gzip or Parquet")
        return self

    @property
    def parquet(self) -> bool:
        """Whether the content is Parquet."""
        return self.head == _PARQUET

    def lines(self) -> Iterator[str]:
        """The lines of text from the start, decompressed, as UTF-8."""
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
        """Remove the temporary copy, if this is one."""
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
