"""Files written in whole or not at all; for commands and exporters, of plugins too."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boolsmith.errors import BoolsmithError


def check_writable(path: str | Path) -> None:
    """Raise if no file can be written at `path`: to be known before long work, not after it."""
    path = Path(path)
    if path.exists() and not path.is_file():
        what = "folder" if path.is_dir() else "device"  # which moving a file there would replace
        raise BoolsmithError(f"cannot write {str(path)!r}: it is a {what}, name a file")
    if not path.parent.is_dir():
        raise BoolsmithError(f"cannot write {str(path)!r}: no folder {str(path.parent)!r}")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise BoolsmithError(
            f"cannot write {str(path)!r}: the folder {str(path.parent)!r} is not open for writing"
        )


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write a file, in whole or not at all; text ends with a line end."""
    if isinstance(content, str):
        content = (content if content.endswith("\n") else content + "\n").encode()
    with replacing(path) as part:
        part.write_bytes(content)


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """Open a file to write that is then moved to `path`: no half of it is ever seen there."""
    path = Path(path)
    check_writable(path)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise BoolsmithError(f"cannot write {str(path)!r}: {error.strerror}") from None
    os.close(handle)
    part = Path(name)
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        part.chmod(0o666 & ~umask)  # as any new file: temporary ones are private
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
