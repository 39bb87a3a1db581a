"""Running the checks of a plugin, and what came of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, Literal

import attrs
from boolsmith.errors import BoolsmithError, did_you_mean
from boolsmith.plugins import HOOKS

from boolsmith_testing.checks import CHECKS, Check, CheckFailed, CheckSkipped
from boolsmith_testing.laws import Law
from boolsmith_testing.subject import Subject, find_subject, registered

KINDS = ("plugin", *(kind for kind, _ in HOOKS.values()))
Status = Literal["passed", "failed", "skipped", "expected failure", "unexpected pass"]


@attrs.frozen
class CheckResult:
    """What came of one check of one entry of a plugin."""

    check: str
    entry: str
    status: Status
    message: str = ""
    seconds: float = 0.0

    @property
    def name(self) -> str:
        """The check and what it was run on, as in `operator.pure[Xor]`."""
        return f"{self.check}[{self.entry}]"

    @property
    def ok(self) -> bool:
        """Whether nothing has to be done about it."""
        return self.status not in ("failed", "unexpected pass")

    def __str__(self) -> str:
        return f"{self.name} {self.status}" + (f": {self.message}" if self.message else "")


class PluginCheckError(AssertionError):
    """The checks that a plugin did not pass, one line each."""

    def __init__(self, plugin: str, results: Sequence[CheckResult]) -> None:
        self.results = tuple(results)
        wrong = [result for result in results if not result.ok]
        lines = "\n".join(f"  {result}" for result in wrong)
        super().__init__(f"{plugin} failed {len(wrong)} of {len(results)} checks:\n{lines}")


@attrs.frozen
class BoundCheck:
    """A check together with what it is run on; calling it runs it."""

    check: Check
    entry: Any
    subject: Subject
    expected_failure: str | None = None

    @property
    def name(self) -> str:
        """The check and what it is run on, as in `operator.pure[Xor]`."""
        return f"{self.check.name}[{_label(self.entry, self.subject)}]"

    def result(self) -> CheckResult:
        """Run the check."""
        start = time.perf_counter()
        status, message = self._outcome()
        label = _label(self.entry, self.subject)
        return CheckResult(self.check.name, label, status, message, time.perf_counter() - start)

    def _outcome(self) -> tuple[Status, str]:
        try:
            with registered(self.subject):
                self.check.run(self.entry, self.subject)
        except CheckSkipped as skipped:
            return "skipped", str(skipped)
        except CheckFailed as failed:
            return self._failure(str(failed))
        except Exception as error:  # the plugin's, or the core's on meeting it
            return self._failure(f"{type(error).__name__}: {error}")
        if self.expected_failure is not None:
            return "unexpected pass", f"expected to fail ({self.expected_failure}), but it passed"
        return "passed", ""

    def _failure(self, message: str) -> tuple[Status, str]:
        if self.expected_failure is not None:
            return "expected failure", f"{self.expected_failure} ({message})"
        return "failed", message

    def __call__(self) -> None:
        """Run the check in a pytest test: raise, skip or xfail as it comes."""
        import pytest

        result = self.result()
        if result.status == "skipped":
            pytest.skip(result.message)
        if result.status == "expected failure":
            pytest.xfail(result.message)
        if not result.ok:
            raise CheckFailed(str(result))


def _label(entry: Any, subject: Subject) -> str:
    return subject.name if entry is None else str(entry.name)


def plugin_checks(
    target: ModuleType | str,
    *,
    expected_failures: Mapping[str, str] | None = None,
    parameters: Mapping[str, Mapping[str, Any]] | None = None,
    laws: Sequence[Law] = (),
) -> list[BoundCheck]:
    """Every check that applies to a plugin, not run yet.

    `target` is a module, a file, or the name of an installed distribution. `expected_failures`
    maps the name of a check (`operator.pure`, or `operator.pure[Xor]` for one entry) to the
    reason why it fails. `parameters` gives those to test an entry with, by name of the entry.
    """
    subject = find_subject(target, parameters, laws)
    expected = dict(expected_failures or {})
    bound = [
        BoundCheck(check, entry, subject, None)
        for check in sorted(CHECKS.values(), key=lambda check: KINDS.index(check.kind))
        for entry in ([None] if check.kind == "plugin" else subject.entries[check.kind])
    ]
    known = {name for one in bound for name in (one.name, one.check.name)}
    for name in expected:
        if name not in known:
            raise BoolsmithError(
                f"expected_failures names {name!r}, which is no check of {subject.name}"
                f"{did_you_mean(name, known)}"
            )
    return [
        attrs.evolve(one, expected_failure=expected.get(one.name, expected.get(one.check.name)))
        for one in bound
    ]


def check_plugin(
    target: ModuleType | str,
    *,
    expected_failures: Mapping[str, str] | None = None,
    parameters: Mapping[str, Mapping[str, Any]] | None = None,
    laws: Sequence[Law] = (),
    raise_on_failure: bool = True,
) -> tuple[CheckResult, ...]:
    """Return the results of every check of a plugin; an error that lists what failed, unless told.

    The arguments are those of `plugin_checks`.
    """
    checks = plugin_checks(
        target, expected_failures=expected_failures, parameters=parameters, laws=laws
    )
    results = tuple(check.result() for check in checks)
    name = checks[0].subject.name
    print(summary(name, results))  # noqa: T201 (part of what it is for)
    if raise_on_failure and not all(result.ok for result in results):
        raise PluginCheckError(name, results)
    return results


def summary(name: str, results: Sequence[CheckResult]) -> str:
    """How many checks ran and what came of them, in one line."""
    counts = dict.fromkeys(("passed", "failed", "skipped", "expected failure"), 0)
    for result in results:
        counts["failed" if not result.ok else result.status] += 1
    told = ", ".join(f"{count} {status}" for status, count in counts.items() if count)
    return f"{name}: {len(results)} checks ran: {told}"


def parametrize_with_checks(
    target: ModuleType | str, **options: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that runs a pytest test once for each check of a plugin.

        @parametrize_with_checks("boolsmith-parity")
        def test_conforms(check):
            check()

    The options are those of `plugin_checks`.
    """
    import pytest

    checks = plugin_checks(target, **options)
    return pytest.mark.parametrize("check", checks, ids=[check.name for check in checks])
