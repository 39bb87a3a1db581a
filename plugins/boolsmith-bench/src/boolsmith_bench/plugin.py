"""Registers the command `bench`, without importing a benchmark."""

from boolsmith import hookimpl
from boolsmith.commands import Command

boolsmith_api = 2


@hookimpl
def boolsmith_commands() -> list[Command]:
    """Return the command of this package."""
    return [
        Command(
            "bench",
            "boolsmith_bench.command:run",
            description="measure the engine and the backends, run the paper's experiments",
        )
    ]
