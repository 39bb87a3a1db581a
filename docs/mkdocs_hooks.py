"""What the build of the documents needs beyond settings: its folder, and the help of commands."""

from pathlib import Path

from boolsmith.cli.commands import COMMANDS
from boolsmith.cli.program import command_parser

MARKER = "<!-- commands -->"


def on_config(config):
    """Take the pages from the folder of the settings."""
    config.docs_dir = str(Path(config.config_file_path).parent)
    return config


def on_page_markdown(markdown, **_):
    """Put the help of every command where a page asks for it."""
    return markdown.replace(MARKER, _help_of_commands()) if MARKER in markdown else markdown


def _help_of_commands():
    parts = (
        f"## {name}\n\n```text\n{command_parser(name).format_help()}```\n" for name in COMMANDS
    )
    return "\n".join(parts)
