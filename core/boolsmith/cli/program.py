"""The program `boolsmith`: global options, running one command, and how errors end it.

Exit status: 0 for success, 2 for bad input, 130 after Ctrl-C, 1 for a fault of ours. An error is
one line on stderr; `--debug` shows the traceback.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import os
import shlex
import sys
from collections.abc import Sequence
from typing import NoReturn

import boolsmith
from boolsmith.cli.output import note
from boolsmith.commands import BUILTIN, Command
from boolsmith.errors import BoolsmithError, RemedyError

BAD_INPUT, INTERNAL, INTERRUPTED, BROKEN_PIPE = 2, 1, 130, 141
_OPTIONS = {"missing": "--missing-value", "kinds": "--category"}  # for the arguments of `data`


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line like all others."""

    def error(self, message: str) -> NoReturn:
        """Raise the error that `main` prints; an unknown option comes with the nearest known."""
        unknown = message.partition("unrecognized arguments: --")[2].partition(" ")[0]
        near = difflib.get_close_matches(f"--{unknown}", self._option_string_actions, n=1)
        hint = f"; did you mean {near[0]}?" if unknown and near else ""
        raise BoolsmithError(f"{message}{hint} (see `{self.prog} --help`)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    argv = list(sys.argv[1:] if argv is None else argv)
    try:
        status = _run(argv)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader left, as `head` does; there is nobody to tell
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except SystemExit as done:  # argparse, after --help or --version
        return done.code if isinstance(done.code, int) else 0
    except KeyboardInterrupt:
        note("interrupted")
        return INTERRUPTED
    except Exception as error:
        if "--debug" in argv:
            raise
        if isinstance(error, BoolsmithError | OSError):
            note(f"error: {_with_options(error)}")
            return BAD_INPUT
        note(f"internal error: {type(error).__name__}: {error} (--debug shows where)")
        return INTERNAL
    return status


def _with_options(error: Exception) -> str:
    """Return the message of an error, with options where Python would be given arguments."""
    if not isinstance(error, RemedyError):
        return str(error)
    ways = (
        f"{_OPTIONS[argument]}={shlex.quote(value)}"
        for argument, values in error.remedies.items()
        for value in values
    )
    return f"{error.problem}, or give {' or '.join(ways)}"


def _run(argv: Sequence[str]) -> int:
    parser = _global_parser()
    given = parser.parse_args(argv)
    if given.command is None:
        parser.print_help()
        return 0
    _load_files(given.plugin)
    command = find_command(given.command)
    args = command_parser(command).parse_args(given.arguments)
    _load_files(args.plugin)
    status: int = command.load()(args)
    return status


def find_command(name: str) -> Command:
    """Return the command of that name; plugins are loaded only if it is not built in."""
    own = {command.name: command for command in BUILTIN}
    if name in own:
        return own[name]
    from boolsmith.plugins import registry

    return registry().commands.get(name)


def command_parser(command: Command) -> Parser:
    """Return the parser of one command, which is imported for it."""
    description = command.description[:1].upper() + command.description[1:] + "."
    parser = Parser(prog=f"boolsmith {command.name}", description=description, allow_abbrev=False)
    _add_global_options(parser)
    module = importlib.import_module(command.target.partition(":")[0])
    module.configure(parser)
    return parser


class _GlobalParser(Parser):
    """The parser of what stands before the command."""

    def format_help(self) -> str:
        """Return the help with the commands of plugins; nothing else needs them all."""
        from boolsmith.plugins import registry

        commands = list(registry().commands)
        width = max(len(command.name) for command in commands)
        lines = "\n".join(f"  {c.name:<{width}}  {c.description}" for c in commands)
        more = "`boolsmith COMMAND --help` says what a command takes."
        return f"{super().format_help()}\ncommands:\n{lines}\n\n{more}\n"


def _global_parser() -> Parser:
    description = "Finds classification rules that people can read."
    parser = _GlobalParser(prog="boolsmith", description=description, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"boolsmith {boolsmith.__version__}")
    _add_global_options(parser)
    parser.add_argument("command", nargs="?", metavar="COMMAND", help="one of those below")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    return parser


def _add_global_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that may stand before the command as well as after it."""
    parser.add_argument("--plugin", action="append", default=[], metavar="FILE",
                        help="load a Python file as a plugin (repeatable)")  # fmt: skip
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")


def _load_files(files: Sequence[str]) -> None:
    if files:
        from boolsmith.plugins import load_plugin

        for file in files:
            load_plugin(file)
