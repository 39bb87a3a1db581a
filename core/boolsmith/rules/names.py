"""Names in rules: which need quotes, and how quotes are written and read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn

WORD = re.compile(r"\w[\w.\-]*")
"""A feature name that stands without quotes, unless it is one of `CONSTANTS`."""

CONSTANTS = ("Zero", "One")

_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "'": "'"}


def quote(name: str) -> str:
    """Return the name as it stands in a rule: in double quotes if it needs them."""
    if WORD.fullmatch(name) and name not in CONSTANTS:
        return name
    return '"' + "".join(map(_escape, name)) + '"'


def _escape(character: str) -> str:
    if character == '"':
        return '\\"'
    if character.isprintable() and character != "\\":
        return character
    return character.encode("unicode_escape").decode("ascii")


def unescape(body: str, fail: Callable[[str, int], NoReturn]) -> str:
    """Return the name between a pair of quotes; `fail` is called for an escape that means nothing.

    It gets the escape and its position.
    """

    def character(match: re.Match[str]) -> str:
        digits = match[1] or match[2] or match[3]
        if digits is not None and int(digits, 16) < 0x110000:
            return chr(int(digits, 16))
        return _LETTERS.get(match[4]) or fail(match[0], match.start())

    return _ESCAPE.sub(character, body)
