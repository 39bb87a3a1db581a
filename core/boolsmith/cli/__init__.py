"""The command line: `commands.py` lists the commands, each lives in a module of its own."""

from boolsmith.cli.program import main

__all__ = ["main"]
