"""JSON documents that have a format and a version: read in whole, or refused in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from boolsmith.errors import BoolsmithError

VERSION = 1
T = TypeVar("T")


def heading(kind: str) -> dict[str, Any]:
    """Return how a document of a kind begins: with its format and its version."""
    return {"format": f"boolsmith-{kind}", "version": VERSION}


def read_document(text: str, kind: str, build: Callable[[dict[str, Any]], T]) -> T:
    """Return what `build` makes of a document of a kind; refuse any other text."""
    try:
        document = json.loads(text, parse_constant=_refuse_constant)
        _check_heading(document, kind)
        return build(document)
    except BoolsmithError:
        raise
    except RecursionError:
        reason = "it is nested too deeply"
    except json.JSONDecodeError as error:
        ended = error.pos >= len(text.rstrip()) - 1 or error.msg.startswith("Unterminated")
        reason = "it is cut off" if ended else str(error)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        what = str(error.args[0]) if error.args else type(error).__name__
        reason = f"{what[:120]!r} is missing or wrong"
    raise BoolsmithError(f"not a {kind}: {reason}")


def _check_heading(document: Any, kind: str) -> None:
    wanted = heading(kind)["format"]
    if not isinstance(document, dict) or document.get("format") != wanted:
        raise BoolsmithError(f"not a {kind}: its format is not {wanted!r}")
    version = document.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BoolsmithError(f"not a {kind}: its version is {version!r}")
    if version > VERSION:
        raise BoolsmithError(
            f"a {kind} of version {version}, newer than this program reads ({VERSION}): "
            "pip install --upgrade boolsmith"
        )


def _refuse_constant(name: str) -> Any:
    raise BoolsmithError(f"the number {name} has no place in a document")
