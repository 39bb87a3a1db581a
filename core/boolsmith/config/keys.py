"""The keys of a configuration, taken from the signatures of what they configure.

A key is a keyword argument of `boolsmith.search`, or a field of `Fitting`. Its type hint says what
a file or an option may give; nothing is listed a second time.
"""

from __future__ import annotations

import inspect
import tomllib
from collections import abc
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from boolsmith.errors import BoolsmithError

Form = Literal["scalar", "list", "table", "tables"]
Group = Literal["search", "fit"]

NONE = "none"
"""What stands for None in files and options, which have no other way to say it."""

_OF_THE_DATA = {"X", "y", "sample_weight", "feature_names", "warm_start"}
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
    def help(self) -> str:
        """What the setting is for, in a line."""
        return _help().get(self.name, "")

    @property
    def takes(self) -> str:
        """What a value may be, in words."""
        if self.form == "list":
            return "a list of names"
        if self.form == "tables":
            return f"tables [{self.name}.NAME]"
        if self.form == "table":
            return f"a table [{self.name}]"
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
            return False
        return self.form == "table" or all(isinstance(v, Mapping) for v in value.values())

    def _right_scalar(self, value: Any) -> bool:
        if isinstance(value, bool):
            return bool in self.types
        if isinstance(value, int):
            return int in self.types or float in self.types
        return isinstance(value, self.types)

    def _example(self, value: Any) -> str:
        if self.form == "list" and isinstance(value, str):
            return f': write {self.name} = ["{value}"]'
        return ""


@cache
def keys() -> dict[str, Key]:
    """Every key by name: those of the search first, in the order of its signature."""
    from boolsmith.config.fitting import Fitting
    from boolsmith.search import search

    found = {}
    groups: tuple[tuple[Group, Any, Any], ...] = (
        ("search", search, search),
        ("fit", Fitting, Fitting.__init__),
    )
    for group, owner, hinted in groups:
        hints = get_type_hints(hinted)
        for name, parameter in inspect.signature(owner).parameters.items():
            if name not in _OF_THE_DATA:
                found[name] = _key(name, group, hints[name], parameter.default)
    return found


def _key(name: str, group: Group, hint: Any, default: Any) -> Key:
    members = _members(hint)
    types = tuple(kind for kind in (bool, int, float, str) if kind in members)
    form: Form = "scalar"
    for member in members:
        origin = get_origin(member)
        if origin is abc.Mapping:
            nested = get_origin(get_args(member)[1]) is abc.Mapping
            form = "tables" if nested else "table"
        elif origin in (abc.Sequence, abc.Iterable):
            form = "list"
    return Key(name, group, form, types, NoneType in members, default)


def _members(hint: Any) -> list[Any]:
    """What a union is made of; a list of the hint alone for anything else."""
    if get_origin(hint) in (Union, UnionType):
        return [member for part in get_args(hint) for member in _members(part)]
    return [hint]


@cache
def _help() -> dict[str, str]:
    text = files("boolsmith.config").joinpath("help.toml").read_text("utf-8")
    return tomllib.loads(text)
