"""Names in rules: which need quotes, and how quotes are written and read."""

from __future__ import annotations

import re

WORD = re.compile(r"\w[\w.\-]*")
"""A feature name that stands without quotes, unless it is one of `CONSTANTS`."""

CONSTANTS = ("Zero", "One")

_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "'": "'"}
_ESCAPED = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", '"': '\\"'}


def quote(name: str) -> str:
    """The name as it stands in a rule: in double quotes if it needs them."""
    if WORD.fullmatch(name) and name not in CONSTANTS:
        return name
    return '"' + "".join(map(_escape, name)) + '"'


def _escape(character: str) -> str:
    if character in _ESCAPED:
        return _ESCAPED[character]
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else _long(code)


def _long(code: int) -> str:
    return f"\\U{code:08x}"


class BadEscape(Exception):  # noqa: N818
    """An escape that means nothing, at `position` of the quoted text."""

    def __init__(self, escape: str, position: int) -> None:
        super().__init__(escape)
        self.escape, self.position = escape, position


def unescape(body: str) -> str:
    """The name between a pair of quotes; `BadEscape` where an escape means nothing."""

    def character(match: re.Match[str]) -> str:
        digits = match[1] or match[2] or match[3]
        if digits is not None and int(digits, 16) < 0x110000:
            return chr(int(digits, 16))
        if match[4] in _LETTERS:
            return _LETTERS[match[4]]
        raise BadEscape(match[0], match.start())

    return _ESCAPE.sub(character, body)
