"""`boolsmith new-plugin`: a repository with a plugin that installs and passes the kit."""

from __future__ import annotations

import argparse
import datetime
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import boolsmith
from boolsmith.cli.output import add_json_option, print_json, print_line
from boolsmith.errors import BoolsmithError
from boolsmith.plugins import API_VERSION, HOOKS

KINDS = tuple(kind for kind, _ in HOOKS.values())

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*")
_PLACEHOLDER = re.compile(r"@(\w+)@")
_SUFFIX = ".tmpl"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("name", help="name of the distribution, as in boolsmith-cardiology")
    parser.add_argument("--kind", choices=KINDS, required=True, help="what the plugin adds")
    parser.add_argument("--directory", help="where to put it (default: a new directory NAME)")
    parser.add_argument("--author", default="the authors", help="who holds the copyright")
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Write the repository and say what to do next."""
    folder = Path(args.directory or args.name)
    written = new_plugin(args.name, args.kind, folder, author=args.author)
    if args.json:
        names = [file.relative_to(folder).as_posix() for file in written]
        print_json({"name": args.name, "kind": args.kind, "directory": str(folder), "files": names})
        return 0
    print_line(f"{len(written)} files in {folder}")
    print_line(f"next: cd {folder} && pip install -e '.[test]' && pytest")
    return 0


def new_plugin(name: str, kind: str, folder: Path, *, author: str = "the authors") -> list[Path]:
    """Write the repository of a plugin into a folder and return its files."""
    if not _NAME.fullmatch(name):
        raise BoolsmithError(
            f"{name!r} is not a name for a distribution: give lower-case words joined by '-', each "
            "beginning with a letter, as in 'boolsmith-cardiology'"
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BoolsmithError(f"{str(folder)!r} exists and is not empty: give another --directory")
    values = _values(name, kind, author)
    written = []
    for template, target in _templates(kind, values["package"]):
        file = folder / target
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_filled(template.read_text("utf-8"), values), encoding="utf-8")
        written.append(file)
    typed = folder / "src" / values["package"] / "py.typed"
    typed.touch()
    return sorted([*written, typed])


def _values(name: str, kind: str, author: str) -> dict[str, str]:
    """Return what the placeholders stand for."""
    texts: dict[str, Any] = tomllib.loads(_home().joinpath("kinds.toml").read_text("utf-8"))[kind]
    words = name.removeprefix("boolsmith-").split("-")
    entry = "_".join(words)
    major, minor = boolsmith.__version__.split(".")[:2]
    bounds = f">={major}.{minor},<{major}.{int(minor) + 1}"
    needs = sorted([f"boolsmith{bounds}", *texts["dependencies"]])
    # The name of an operator does not end in a digit: that would be its parameter.
    camel = "".join(word.capitalize() for word in words)
    values = {
        "distribution": name,
        "package": name.replace("-", "_"),
        "entry_point": entry,
        "entry": entry,
        "Entry": camel + "Op" if camel[-1].isdigit() else camel,
        "CONSTANT": entry.upper(),
        "dashed": "-".join(words),
        "description": texts["description"],
        "dependencies": ", ".join(f'"{need}"' for need in needs),
        "bounds": bounds,
        "api": str(API_VERSION),
        "author": author,
        "year": str(datetime.date.today().year),
    }
    return {**values, "usage": _filled(texts["usage"].strip(), values)}


def _filled(text: str, values: dict[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: values[match[1]], text)


def _home() -> Traversable:
    return files("boolsmith_testing.templates")


def _templates(kind: str, package: str) -> Iterator[tuple[Traversable, str]]:
    """Yield every template of a kind, with the name of the file that it becomes."""
    for group in ("common", kind):
        for parts, template in _walk(_home().joinpath(group), ()):
            place = ("src", package, *parts[1:]) if parts[0] == "src" else parts
            yield template, "/".join(place).removesuffix(_SUFFIX)


def _walk(
    folder: Traversable, parts: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _walk(entry, (*parts, entry.name))
        elif entry.name.endswith(_SUFFIX):
            yield (*parts, entry.name), entry
