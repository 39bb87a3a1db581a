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

DEPRECATIONS: dict[str, Deprecation] = {}
"""Everything that is deprecated, by name."""


@attrs.frozen
class Deprecation:
    """Something public that will go: since which minor version, and what to use instead."""

    name: str
    since: str = attrs.field()
    instead: str

    @since.validator
    def _check_since(self, _: object, value: str) -> None:
        if not re.fullmatch(r"\d+\.\d+", value):
            raise BoolsmithError(f"since={value!r}: give a minor version, as in '0.3'")

    @property
    def removed_in(self) -> str:
        """The version that no longer has it."""
        major, minor = self.since.split(".")
        return f"{major}.{int(minor) + 1}"

    def is_overdue(self, version: str) -> bool:
        """Whether it should be gone from the given version of Boolsmith."""
        return _numbers(version) >= _numbers(self.removed_in)

    def __str__(self) -> str:
        return (
            f"{self.name} is deprecated since {self.since} and will be removed in "
            f"{self.removed_in}: use {self.instead}"
        )


def deprecate(name: str, *, since: str, instead: str) -> Deprecation:
    """Declare that something public is deprecated; `warn` then tells who uses it."""
    DEPRECATIONS[name] = Deprecation(name, since, instead)
    return DEPRECATIONS[name]


def warn(deprecation: Deprecation, stacklevel: int = 2) -> None:
    """Warn the caller of the function that calls this."""
    warnings.warn(str(deprecation), DeprecationWarning, stacklevel=stacklevel + 1)


def deprecated(*, since: str, instead: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator for a deprecated function: it works as before, and warns at every call."""

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        declared = deprecate(f"{function.__qualname__}()", since=since, instead=instead)

        @functools.wraps(function)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
            warn(declared)
            return function(*args, **kwargs)

        return wrapper

    return wrap


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])
