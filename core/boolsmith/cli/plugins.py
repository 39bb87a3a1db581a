"""`boolsmith plugins`: every plugin, what it registers, and what failed and why."""

from __future__ import annotations

import argparse
from typing import Any

import attrs

from boolsmith.cli.output import add_json_option, print_json, print_line, print_table
from boolsmith.plugins import Plugin, Registry, registry


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the plugins of this environment."""
    found = registry()
    if args.json:
        print_json(_document(found))
        return 0
    print_table(("distribution", "version", "entry point", "registers"), map(_row, found.plugins))
    for problem in found.problems:
        print_line(f"problem: {problem}")
    return 0


def _row(plugin: Plugin) -> tuple[str, str, str, str]:
    kinds = (f"{kind}: {', '.join(names)}" for kind, names in plugin.registers.items() if names)
    registers = "FAILED, see below" if plugin.failure else "\n".join(kinds) or "nothing"
    return plugin.distribution, plugin.version, plugin.entry_point, registers


def _document(found: Registry) -> dict[str, Any]:
    plugins = [
        {
            **attrs.asdict(plugin),
            "registers": {kind: plugin.registers.get(kind, ()) for kind in found.namespaces()},
        }
        for plugin in found.plugins
    ]
    return {"plugins": plugins, "problems": [attrs.asdict(p) for p in found.problems]}
