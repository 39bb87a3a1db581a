"""The keys of a configuration as options of a command: one option for each."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Collection, Mapping
from typing import Any

from boolsmith.config.config import Config, Layer, file_layer
from boolsmith.config.fitting import keys
from boolsmith.config.reading import refuse_secrets
from boolsmith.errors import BoolsmithError
from boolsmith.searching.declaring import NONE, Setting

_DEST = "setting_"


def add_search_options(
    parser: argparse.ArgumentParser,
    *,
    defaults: Mapping[str, Any] | None = None,
    without: Collection[str] = (),
) -> None:
    """Add `--config FILE` and one option for every key to a parser.

    `defaults` are those of the command where they differ; keys in `without` get no option.
    """
    parser.add_argument("--config", metavar="FILE", help="TOML file with the settings below")
    group = parser.add_argument_group("settings", "Those given here win over those of the file.")
    for key in keys().values():
        if key.name not in without:
            group.add_argument(
                key.option,
                dest=_DEST + key.name,
                default=argparse.SUPPRESS,
                help=_help(key, (defaults or {}).get(key.name, key.default)),
                **_reading(key),
            )


def _reading(key: Setting) -> dict[str, Any]:
    if bool in key.types:
        return {"action": argparse.BooleanOptionalAction}
    if key.form == "scalar":
        return {"metavar": "TEXT" if key.types == (str,) else "VALUE"}
    shown = {"list": "NAME,...", "table": "NAME=VALUE", "tables": "OWNER.NAME=VALUE"}
    names = f"{shown['list']}|" if key.listed and key.is_table else ""
    return {"action": "append", "metavar": names + shown[key.form]}


def _help(key: Setting, value: Any) -> str:
    shown = key.default_text(value)
    default = f" (default: {shown})" if shown else ""
    more = " (may be repeated)" if key.form != "scalar" else ""
    return (key.help + default + more).replace("%", "%%")


def config_from_args(args: argparse.Namespace, defaults: Mapping[str, Any] | None = None) -> Config:
    """Return the configuration of the options, over the file of `--config`, over the defaults."""
    given = {name: getattr(args, _DEST + name, None) for name in keys()}
    values = {n: _value(keys()[n], text) for n, text in given.items() if text is not None}
    options = Layer(values, places={name: keys()[name].option for name in values})
    below = file_layer(args.config) if args.config is not None else Layer()
    return options.over(below).over(Layer(defaults or {})).complete()


def _value(key: Setting, text: Any) -> Any:
    """Return the value that the text of an option stands for."""
    if isinstance(text, bool):
        return text
    if key.form == "list" or key.listed:
        text = [name.strip() for part in text for name in part.split(",") if name.strip()]
        if key.form == "list" or not any("=" in name for name in text):
            return text
    if key.is_table:
        plain = key.types and "=" not in text[-1]
        return text[-1] if plain else _table(key, text)
    if key.optional and text.lower() == NONE:
        return None
    for kind in (int, float):
        if kind in key.types:
            try:
                return kind(text)
            except ValueError:
                pass
    return text


def _table(key: Setting, parts: list[str]) -> dict[str, Any]:
    """Return the table that options of the form NAME=VALUE, or OWNER.NAME=VALUE, give."""
    table: dict[str, Any] = {}
    for part in parts:
        name, equals, text = part.partition("=")
        owner, dot, inner = name.strip().rpartition(".")
        if not equals or not inner or (dot != "") != (key.form == "tables"):
            refuse_secrets({inner.partition(" ")[0]: text}, key.option)
            shape = "OWNER.NAME=VALUE" if key.form == "tables" else "NAME=VALUE"
            raise BoolsmithError(f"{key.option}: {part!r} is not of the form {shape}")
        home = table.setdefault(owner, {}) if owner else table
        home[inner] = _toml_value(text.strip())
    return table


def _toml_value(text: str) -> Any:
    """Return a value as in a file; text needs no quotes here."""
    try:
        found = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    return found["value"] if list(found) == ["value"] else text
