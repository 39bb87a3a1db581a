"""Errors that a user can act on, and the nearest valid name for a wrong one.

Every error that Boolsmith raises on bad input is a `BoolsmithError`: one line that says what was
wrong, with the value, and what would be right. The command line prints just that line.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

_LISTED = 20  # names at most, so that an error stays one readable line


class BoolsmithError(ValueError):
    """Bad input, said in one line."""

    setting: str = ""
    """The setting that is wrong, where it is known."""


class RemedyError(BoolsmithError):
    """Bad input that arguments would make right; the command line names its options instead."""

    def __init__(self, problem: str, remedies: Mapping[str, Iterable[str]]) -> None:
        self.problem, self.remedies = problem, remedies
        ways = " or ".join(f"{argument}={value!r}" for argument, value in remedies.items())
        super().__init__(f"{problem}, or give {ways}")


class BoolsmithWarning(UserWarning):
    """Something to know that does not stop the work, said in one line."""


class UnknownNameError(BoolsmithError):
    """A name that nothing is registered under."""

    def __init__(self, kind: str, name: str, known: Iterable[str], hint: str = "") -> None:
        self.kind, self.name, self.known, self.hint = kind, name, sorted(known), hint
        super().__init__(f"unknown {kind} {name!r}{did_you_mean(name, self.known)}{hint}")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` for the nearest known name, or the first of them all."""
    known = sorted(known)
    lowered = {candidate.lower(): candidate for candidate in known}
    near = difflib.get_close_matches(name.lower(), lowered, n=1, cutoff=0.6)
    if near:
        return f"; did you mean {lowered[near[0]]!r}?"
    more = f" and {len(known) - _LISTED} more" if len(known) > _LISTED else ""
    return f"; known: {', '.join(known[:_LISTED])}{more}" if known else ""
