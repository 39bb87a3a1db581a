"""The keys of a configuration: keyword arguments of `boolsmith.search`, and fields of `Fitting`.

They are data, in `keys.toml`, so that `--help` imports no engine; a test compares them with the
signatures and the type hints.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import attrs

from boolsmith.errors import BoolsmithError

Form = Literal["scalar", "list", "table", "tables"]
Group = Literal["search", "fit"]

NONE = "none"
"""What stands for None in files and options, which have no other way to say it."""

_TYPES = {"bool": bool, "int": int, "float": float, "str": str}
_WORDS = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}


@attrs.frozen
class Key:
    """One setting: its name, what it takes, and its default."""

    name: str
    group: Group
    form: Form
    types: tuple[type, ...]
    optional: bool
    default: Any
    help: str = ""

    @property
    def option(self) -> str:
        """The option of the command line: `--max-complexity`, or `--backend-parameter`."""
        name = self.name.removesuffix("s") if self.is_table else self.name
        return "--" + name.replace("_", "-")

    @property
    def is_table(self) -> bool:
        """Whether the key is a table of parameters."""
        return self.form in ("table", "tables")

    @property
    def takes(self) -> str:
        """What a value may be, in words."""
        if self.form == "list":
            return "a list of names"
        if self.form == "tables":
            return f"tables [{self.name}.NAME]"
        if self.form == "table":
            words = [_WORDS[kind] for kind in self.types]
            return " or ".join([*words, f"a table [{self.name}]"])
        kinds = [t for t in self.types if not (t is int and float in self.types)]
        words = [_WORDS[kind] for kind in kinds]
        return " or ".join([*words, f'"{NONE}"'] if self.optional else words)

    def checked(self, value: Any, where: str) -> Any:
        """The value as the search takes it; an error that begins with `where` if it is wrong."""
        if self.optional and (value is None or value == NONE):
            return None
        if not self._right(value):
            raise BoolsmithError(f"{where}: {value!r} is not {self.takes}{self._example(value)}")
        return list(value) if self.form == "list" else value

    def _right(self, value: Any) -> bool:
        if self.form == "scalar":
            return self._right_scalar(value)
        if self.form == "list":
            return isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)
        if not isinstance(value, Mapping):
            return self._right_scalar(value)
        return self.form == "table" or all(isinstance(v, Mapping) for v in value.values())

    def _right_scalar(self, value: Any) -> bool:
        if isinstance(value, bool):
            return bool in self.types
        if isinstance(value, int):
            return int in self.types or float in self.types
        return bool(self.types) and isinstance(value, self.types)

    def _example(self, value: Any) -> str:
        if self.form == "list" and isinstance(value, str):
            return f': write {self.name} = ["{value}"]'
        return ""


@cache
def keys() -> dict[str, Key]:
    """Every key by name: those of the search first, in the order of its signature."""
    text = files("boolsmith.config").joinpath("keys.toml").read_text("utf-8")
    return {name: _key(name, entry) for name, entry in tomllib.loads(text).items()}


def _key(name: str, entry: Mapping[str, Any]) -> Key:
    default = entry.get("default")
    return Key(
        name,
        entry["group"],
        entry.get("form", "scalar"),
        tuple(_TYPES[kind] for kind in entry.get("types", ())),
        entry.get("optional", False),
        tuple(default) if isinstance(default, list) else default,
        entry["help"],
    )
