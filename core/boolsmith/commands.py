"""The command extension point: what `boolsmith NAME` runs."""

from __future__ import annotations

import attrs

from boolsmith.extensions import Reference


@attrs.frozen
class Command(Reference):
    """A command of the command line, by import string: `boolsmith --help` imports none of them.

    `target` is `module:run`. `run(args)` gives the exit status; beside it in the module,
    `configure(parser)` declares the arguments. `description` is the line in the help.
    """


def _own(name: str, description: str) -> Command:
    return Command(name, f"boolsmith.cli.{name}:run", description=description)


BUILTIN = (
    _own("fit", "find a rule for a dataset"),
    _own("pareto", "show score against complexity"),
    _own("predict", "give the labels of the rows of a file"),
    _own("explain", "say why a row got its label, or report on a file"),
    _own("export", "write a rule as text, code, SQL or a picture"),
    _own("backends", "list the solvers of subproblems, installed or not"),
    _own("plugins", "list plugins, what they register and what failed"),
)
