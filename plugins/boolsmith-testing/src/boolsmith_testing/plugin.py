"""Registers the command `new-plugin`, without importing the kit."""

from boolsmith import hookimpl
from boolsmith.commands import Command

boolsmith_api = 2


@hookimpl
def boolsmith_commands() -> list[Command]:
    """Return the command of this package."""
    return [
        Command(
            "new-plugin",
            "boolsmith_testing.new_plugin:run",
            description="make a repository for a plugin of your own",
        )
    ]
