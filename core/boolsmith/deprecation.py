"""How something public goes away: it warns for one minor version, then it is removed.

What is deprecated in 0.3 works and warns in every 0.3 release and is gone in 0.4. `DEPRECATIONS`
lists them all; a test fails when one is overdue.
"""

from __future__ import annotations

import functools
import re
import warnings
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import attrs

from boolsmith.errors import BoolsmithError

P = ParamSpec("P")
R = TypeVar("R")

DEPRECATIONS: list[Deprecation] = []


@attrs.frozen
class Deprecation:
    """Something public that will go: since which minor version, and what to use instead."""

    name: str
    since: str
    instead: str

    def __attrs_post_init__(self) -> None:
        if not re.fullmatch(r"\d+\.\d+", self.since):
            raise BoolsmithError(f"since={self.since!r}: give a minor version, as in '0.3'")
        DEPRECATIONS.append(self)

    def is_overdue(self, version: str) -> bool:
        """Return whether it should be gone from the given version of Boolsmith."""
        return [int(n) for n in version.split(".")[:2]] > [int(n) for n in self.since.split(".")]

    def __str__(self) -> str:
        major, minor = self.since.split(".")
        return (
            f"{self.name} is deprecated since {self.since} and will be removed in "
            f"{major}.{int(minor) + 1}: use {self.instead}"
        )

    def warn(self) -> None:
        """Warn the caller of the function that calls this."""
        warnings.warn(str(self), DeprecationWarning, stacklevel=3)

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """Return the deprecated function as it was, but for a warning at every call."""

        @functools.wraps(function)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
            self.warn()
            return function(*args, **kwargs)

        return wrapper
