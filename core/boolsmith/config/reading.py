"""Reading a configuration file: TOML into plain values, and errors that say where and what to do.

Nothing is evaluated. Secrets are refused by the name of their key, and never printed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from boolsmith.errors import BoolsmithError

_SECRET = re.compile(r"(^|[_-])(token|password|passwd|secret|api[_-]?key)s?($|[_-])", re.IGNORECASE)
_PLACE = re.compile(r"^(.*) \(at (?:line (\d+), column \d+|end of document)\)$", re.DOTALL)
_ADVICE = {
    "Invalid value": 'put text in double quotes, as in metric = "accuracy"; true and false as such',
    "Cannot overwrite": "the key stands there twice, keep one",
    "Cannot declare": "the table stands there twice, put its keys together",
    "Expected ']'": "close the bracket",
    "Unclosed": "close the bracket",
    "Unterminated": "close the quotes",
    "Expected '\"'": "close the quotes on the same line",
    "Illegal character": "close the quotes on the same line",
    "Unescaped": r"write a backslash twice, or put the text in single quotes",
}


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file; an error names the file, the line, and what to do."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise BoolsmithError(f"configuration file {str(path)!r} does not exist") from None
    except IsADirectoryError:
        raise BoolsmithError(f"{str(path)!r} is a folder: give a TOML file") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BoolsmithError(f"{path}, line {line}: not UTF-8: save the file as UTF-8") from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BoolsmithError(f"{path}, {_explained(str(error), text)}") from None


def _explained(message: str, text: str) -> str:
    found = _PLACE.match(message)
    problem, line = (found[1], found[2]) if found else (message, None)
    fitting = (say for start, say in _ADVICE.items() if problem.startswith(start))
    advice = next(fitting, "write key = value")
    number = int(line) if line else max(1, len(text.splitlines()))
    return f"line {number}: {problem[0].lower() + problem[1:]}: {advice}"


def refuse_secrets(values: Mapping[str, Any], place: str) -> None:
    """Raise if a key, however deep, names something secret; the value is not shown."""
    for path in _paths(values):
        if _SECRET.search(path[-1]):
            where = f"{place}: " if place else ""
            raise BoolsmithError(
                f"{where}{'.'.join(path)} looks like a secret and has no place here: keep it in "
                "the configuration of its own service or in an environment variable"
            )


def _paths(value: Any) -> Iterator[tuple[str, ...]]:
    """Yield the path of every key."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield (str(name),)
            yield from ((str(name), *path) for path in _paths(inner))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _paths(inner)
