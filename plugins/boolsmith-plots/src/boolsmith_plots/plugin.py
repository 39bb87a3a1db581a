"""Registers the command `plot`, without importing matplotlib."""

from boolsmith import hookimpl
from boolsmith.commands import Command

boolsmith_api = 2


@hookimpl
def boolsmith_commands() -> list[Command]:
    """Return the command of this package."""
    return [
        Command("plot", "boolsmith_plots.command:run", description="draw score against complexity")
    ]
