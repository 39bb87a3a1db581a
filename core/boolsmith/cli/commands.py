"""The table of commands. A command is a module with `configure(parser)` and `run(args) -> int`.

It is imported only when it is invoked, so that `boolsmith --help` stays fast.
"""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str]] = {
    "backends": ("boolsmith.cli.backends", "list the solvers of subproblems, installed or not"),
    "bench": ("boolsmith.cli.bench", "measure the search engine, or the backends"),
    "fit": ("boolsmith.cli.fit", "find a rule for a dataset"),
    "pareto": ("boolsmith.cli.pareto", "show score against complexity"),
    "predict": ("boolsmith.cli.predict", "give the labels of the rows of a file"),
    "explain": ("boolsmith.cli.explain", "say why a row got its label, or report on a file"),
    "export": ("boolsmith.cli.export", "write a rule as text, Python, SQL, LaTeX, dot or SVG"),
    "new-plugin": ("boolsmith.cli.new_plugin", "make a repository for a plugin of your own"),
    "plugins": ("boolsmith.cli.plugins", "list plugins, what they register and what failed"),
}
"""For each command the module it lives in, and its line in the help."""
