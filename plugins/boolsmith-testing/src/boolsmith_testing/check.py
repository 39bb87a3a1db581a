"""What a check is. The checks themselves are in `checks`, a module for each extension point."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

if TYPE_CHECKING:
    from boolsmith_testing.subject import Subject

Run = Callable[[Any, "Subject"], None]
R = TypeVar("R", bound=Run)


class CheckFailed(AssertionError):  # noqa: N818 (it says what happened)
    """What a check found wrong, in one line that says what would be right."""


class CheckSkipped(Exception):  # noqa: N818 (it is no error)
    """Why a check does not apply here."""


@attrs.frozen
class Check:
    """A named claim about every entry of one kind, or about the plugin as a whole.

    Its name starts with the kind, as in `operator.pure`, and does not change between releases.
    """

    name: str
    run: Run

    @property
    def kind(self) -> str:
        """What the check is about: `plugin`, `operator`, `metric` and so on."""
        return self.name.partition(".")[0]

    @property
    def description(self) -> str:
        """The claim in one line."""
        return (self.run.__doc__ or "").strip().splitlines()[0]


CHECKS: dict[str, Check] = {}


def check(name: str) -> Callable[[R], R]:
    """Register the function below as the check `name`; its docstring is the claim."""

    def register(run: R) -> R:
        CHECKS[name] = Check(name, run)
        return run

    return register


def require(claim: bool, message: str) -> None:
    """Fail the check with `message` unless the claim holds."""
    if not claim:
        raise CheckFailed(message)
