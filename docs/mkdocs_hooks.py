"""What the build of the documents needs: its folder, and what is made from the code."""

import ast
import re
import textwrap
from pathlib import Path

from boolsmith.cli.program import command_parser
from boolsmith.config.fitting import keys
from boolsmith.plugins import registry
from boolsmith.plugins.index import known_plugins
from boolsmith_testing import CATALOGUE, CHECKS
from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]


def on_config(config):
    """Take the pages from the folder of the settings."""
    config.docs_dir = str(Path(config.config_file_path).parent)
    return config


def on_files(files, *, config):
    """Add the pages of every distribution: plugins/NAME/docs/x.md becomes plugins/NAME/x.md."""
    root = Path(config.docs_dir).parent
    for folder in sorted(root.glob("plugins/*/docs")):
        for path in sorted(folder.rglob("*.*")):
            uri = f"plugins/{folder.parent.name}/{path.relative_to(folder).as_posix()}"
            files.append(File.generated(config, uri, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown, **_):
    """Put what is made from the code, or from a data file, where a page asks for it.

    Links between docs/ and the pages of a distribution are those of the repository; in the site
    there is neither a folder above docs/ nor one named docs.
    """
    markdown = re.sub(r"\]\(\.\./\.\./plugins/([\w-]+)/docs/", r"](../plugins/\1/", markdown)
    markdown = re.sub(r"\]\(\.\./plugins/([\w-]+)/docs/", r"](plugins/\1/", markdown)
    markdown = markdown.replace("](../../../docs/", "](../../")
    for marker, made in MARKERS.items():
        if marker in markdown:
            markdown = markdown.replace(marker, made())
    return re.sub(r"<!-- source: (\S+) (\S+) -->", lambda m: _source(m[1], m[2]), markdown)


def _source(file, name):
    """Return a function of a file of the repository as a block; `name` may be `Class.method`."""
    text = (ROOT / file).read_text(encoding="utf-8")
    found = ast.parse(text)
    for part in name.split("."):
        found = next(node for node in found.body if getattr(node, "name", None) == part)
    first = min([found.lineno, *(d.lineno for d in found.decorator_list)])
    lines = textwrap.dedent("\n".join(text.splitlines()[first - 1 : found.end_lineno]))
    return f'```python title="{file}"\n{lines}\n```'


def _help_of_commands():
    parts = (
        f"## {command.name}\n\n```text\n{command_parser(command).format_help()}```\n"
        for command in registry().commands
    )
    return "\n".join(parts)


def _table_of_settings():
    lines = ["| Key | Takes | Default | What it is for | Option |", "|---|---|---|---|---|"]
    for key in keys().values():
        default = key.default_text(key.default)
        cells = (f"`{key.name}`", key.takes, default, key.help, f"`{key.option}`")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _table_of_checks():
    lines = [f"| `{check.name}` | {check.description} |" for check in CHECKS.values()]
    return "\n".join(["| Check | Claim |", "|---|---|", *sorted(lines)])


def _table_of_laws():
    # A bar ends a cell of a table.
    lines = [f"| {law.name} | `{law}` |".replace("|x|", "n") for law in CATALOGUE]
    return "\n".join(["| Law | |", "|---|---|", *lines])


def _directory():
    lines = ["| Plugin | What it is | What it adds |", "|---|---|---|"]
    for plugin in known_plugins():
        added = (
            f"{kind}: {', '.join(f'`{name}`' for name in entries)}"
            for kind, entries in plugin.registers.items()
        )
        name = f"[{plugin.name}]({plugin.home})"
        lines.append(f"| {name} | {plugin.summary} | {'; '.join(added)} |")
    return "\n".join(lines)


MARKERS = {
    "<!-- commands -->": _help_of_commands,
    "<!-- settings -->": _table_of_settings,
    "<!-- checks -->": _table_of_checks,
    "<!-- laws -->": _table_of_laws,
    "<!-- plugins -->": _directory,
}
