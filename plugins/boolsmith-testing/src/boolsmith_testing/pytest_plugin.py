"""`pytest --boolsmith-plugin NAME` runs the conformance kit on a plugin, with no test written.

pytest loads this module in every session, so it imports nothing of Boolsmith until it is asked.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from boolsmith_testing.conformance import BoundCheck

OPTION = "--boolsmith-plugin"
EXPECTED = "--boolsmith-expected-failure"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options of the kit."""
    group = parser.getgroup("boolsmith")
    group.addoption(
        OPTION,
        action="append",
        default=[],
        metavar="NAME",
        help="check the plugin NAME (a distribution, or a Python file); may be repeated",
    )
    group.addoption(
        EXPECTED,
        action="append",
        default=[],
        metavar="CHECK=REASON",
        help="a check of the plugin that is known to fail, and why; may be repeated",
    )


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Look for no other tests, unless the command names some."""
    return True if _only_kit(config) else None


def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add a test for every check."""
    names = config.getoption(OPTION)
    if not names:
        return
    from boolsmith.errors import BoolsmithError

    from boolsmith_testing.conformance import plugin_checks

    expected = dict(_expected(text) for text in config.getoption(EXPECTED))
    for name in names:
        try:
            checks = plugin_checks(name, expected_failures=expected)
        except BoolsmithError as error:
            raise pytest.UsageError(f"{OPTION} {name}: {error}") from error
        items.extend(
            CheckItem.from_parent(session, name=f"{name}::{check.name}", check=check)
            for check in checks
        )


def _only_kit(config: pytest.Config) -> bool:
    named = config.args_source is config.ArgsSource.ARGS
    return bool(config.getoption(OPTION)) and not named


def _expected(text: str) -> tuple[str, str]:
    name, sign, reason = text.partition("=")
    if not sign or not reason:
        raise pytest.UsageError(f"{EXPECTED} {text}: give the name of a check, '=' and the reason")
    return name, reason


class CheckItem(pytest.Item):
    """One check of a plugin as a test."""

    def __init__(self, *, check: BoundCheck, **others: Any) -> None:
        super().__init__(**others)
        self.check = check

    def runtest(self) -> None:
        """Run the check."""
        self.check()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """Return what was wrong, in the one line of the check."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the test comes from: the name of the check says it all."""
        return Path(self.check.subject.target or "."), None, self.name
