"""The table of commands. A command is a module with `configure(parser)` and `run(args) -> int`.

It is imported only when it is invoked, so that `boolsmith --help` stays fast.
"""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str]] = {
    "bench": ("boolsmith.cli.bench", "measure the search engine, or the backends"),
    "fit": ("boolsmith.cli.fit", "find a rule for a dataset"),
    "new-plugin": ("boolsmith.cli.new_plugin", "make a repository for a plugin of your own"),
    "plugins": ("boolsmith.cli.plugins", "list plugins, what they register and what failed"),
}
"""For each command the module it lives in, and its line in the help."""
