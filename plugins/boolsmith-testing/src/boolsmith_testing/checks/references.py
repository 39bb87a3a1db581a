"""Checks of what is named by an import string: exporters and commands."""

from __future__ import annotations

import argparse
import contextlib
import copy
import importlib
import io
from typing import Any

import attrs
from boolsmith.commands import Command
from boolsmith.errors import BoolsmithError
from boolsmith.exporters import Exporter
from boolsmith.extensions import Reference

from boolsmith_testing.check import CheckFailed, CheckSkipped, check, require
from boolsmith_testing.material import decisions
from boolsmith_testing.subject import Subject


def loaded(entry: Reference) -> Any:
    """What the target names, or a failed check if it cannot be imported or called."""
    try:
        found = entry.load()
    except Exception as error:
        raise CheckFailed(f"{entry.name}: {error}") from error
    require(callable(found), f"{entry.name}: {entry.target} is {found!r}, not a function")
    return found


def imported_early(entry: Reference, subject: Subject) -> bool:
    """Return whether importing the plugin imports the module of the target as well."""
    module = entry.target.partition(":")[0]
    if module in {plugin.__name__ for plugin in subject.modules}:
        raise CheckSkipped("the target stands in the module of the plugin")
    return module in subject.elsewhere["modules"]


@check("exporter.lazy")
def exporter_lazy(entry: Exporter, subject: Subject) -> None:
    """Registering the exporter does not import what writes the format."""
    loaded(entry)
    require(
        not imported_early(entry, subject),
        f"importing the plugin imports {entry.target.partition(':')[0]}: name it only",
    )


@check("exporter.writes")
def exporter_writes(entry: Exporter, subject: Subject) -> None:
    """Rules over numbers, categories and dates, with missing values, become text or bytes."""
    for decision in decisions():
        written = exported(entry, decision)
        require(
            isinstance(written, str | bytes) and len(written) > 0,
            f"{entry.name} gave {written!r} for {decision}, not text or bytes",
        )


def exported(entry: Exporter, decision: Any) -> Any:
    """The decision in the format, or a failed check if the exporter raises.

    A format for one rule may refuse a decision of several, with a reason.
    """
    try:
        return entry(decision)
    except Exception as error:
        if isinstance(error, BoolsmithError) and len(decision.branches) > 1:
            return f"refused: {error}"
        raise CheckFailed(
            f"{entry.name} raised {type(error).__name__} for {decision}: {error}"
        ) from error


@check("exporter.pure")
def exporter_pure(entry: Exporter, subject: Subject) -> None:
    """The same decision is written the same every time, and stays as it was."""
    for decision in decisions():
        before = copy.deepcopy(decision)
        first = exported(entry, decision)
        require(decision == before, f"{entry.name} changed the decision that it was given")
        require(
            exported(entry, decision) == first,
            f"{entry.name} writes {decision} in another way when asked again",
        )


@check("exporter.options")
def exporter_options(entry: Exporter, subject: Subject) -> None:
    """Every parameter has a default and a help text, since it is an option of the command line."""
    for field in () if entry.parameters is None else attrs.fields(entry.parameters):
        where = f"{entry.name}: parameter {field.name!r}"
        require(field.default is not attrs.NOTHING, f"{where} has no default")
        require(bool(field.metadata.get("help")), f"{where} has no metadata={{'help': ...}}")


@check("command.complete")
def command_complete(entry: Command, subject: Subject) -> None:
    """The module of the command has `configure` beside the function that runs it."""
    loaded(entry)
    module = importlib.import_module(entry.target.partition(":")[0])
    require(
        callable(getattr(module, "configure", None)),
        f"{entry.name}: {module.__name__} has no configure(parser) that declares the arguments",
    )


@check("command.help")
def command_help(entry: Command, subject: Subject) -> None:
    """`--help` says what the command takes, and ends with status 0."""
    parser, text = argparse.ArgumentParser(prog=f"boolsmith {entry.name}"), io.StringIO()
    try:
        importlib.import_module(entry.target.partition(":")[0]).configure(parser)
        with contextlib.redirect_stdout(text):
            parser.parse_args(["--help"])
    except SystemExit as done:
        require(not done.code, f"{entry.name} --help ends with status {done.code}")
    except Exception as error:
        raise CheckFailed(f"{entry.name} --help raised {type(error).__name__}: {error}") from error
    require(entry.name in text.getvalue(), f"{entry.name} --help prints nothing of the command")


@check("command.lazy")
def command_lazy(entry: Command, subject: Subject) -> None:
    """Registering the command does not import what it runs: `boolsmith --help` lists them all."""
    require(
        not imported_early(entry, subject),
        f"importing the plugin imports {entry.target.partition(':')[0]}: name it only",
    )
