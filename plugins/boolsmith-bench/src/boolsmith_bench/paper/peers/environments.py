"""The virtual environments of peers: made where they are absent, and what became of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import attrs

from boolsmith_bench.paper.peers import Environment

_READY = "boolsmith-peer.txt"  # what was asked for; written last, so a half-made one has none
_INSTALL_SECONDS = 1800


@attrs.frozen
class Interpreter:
    """The Python of an environment, or why there is none."""

    python: str = ""
    why: str = ""


def interpreter(
    environment: Environment | None, folder: Path, pip: tuple[str, ...] = ()
) -> Interpreter:
    """Return the Python of an environment below a folder, which is made if it is not there."""
    if environment is None:
        return Interpreter(sys.executable)
    return _made(environment.name, tuple(environment.requires), environment.last_python,
                 folder.absolute(), pip)  # fmt: skip


@cache  # one that does not install is not tried again in the same run
def _made(
    name: str, requires: tuple[str, ...], last: str | None, folder: Path, pip: tuple[str, ...]
) -> Interpreter:
    place, asked = folder / name, "\n".join(requires) + "\n"
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ready = place / _READY
    if ready.exists() and ready.read_text(encoding="utf-8") == asked:
        return Interpreter(str(python))
    _tell(f"making the environment {name} in {str(folder)!r}")
    shutil.rmtree(place, ignore_errors=True)
    try:
        for command in _commands(place, python, last, (*pip, *requires)):
            subprocess.run(  # noqa: S603
                command, check=True, capture_output=True, text=True, timeout=_INSTALL_SECONDS
            )
    except (OSError, subprocess.SubprocessError) as error:
        why = _last_line(getattr(error, "stderr", None)) or _last_line(str(error))
        _tell(f"{name} does not install: {why}")
        return Interpreter(why=why)
    ready.write_text(asked, encoding="utf-8")
    return Interpreter(str(python))


def _commands(
    place: Path, python: Path, last: str | None, wanted: tuple[str, ...]
) -> list[list[str]]:
    too_new = last is not None and sys.version_info[:2] > tuple(map(int, last.split(".")))
    base = last if too_new and last is not None else sys.executable
    if uv := shutil.which("uv"):
        return [
            [uv, "venv", "--quiet", "--python", base, str(place)],
            [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", str(python),
             *wanted],
        ]  # fmt: skip
    if too_new:
        base = shutil.which(f"python{last}") or f"python{last}"
    return [
        [base, "-m", "venv", str(place)],
        [str(python), "-m", "pip", "install", "--quiet", *wanted],
    ]


def _last_line(text: str | bytes | None) -> str:
    text = text.decode(errors="replace") if isinstance(text, bytes) else text or ""
    return (text.strip().splitlines() or [""])[-1].strip()


def _tell(text: str) -> None:
    print(f"boolsmith: {text}", file=sys.stderr, flush=True)  # noqa: T201
