"""The keys of a configuration, made from the declarations of the settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import attrs

from boolsmith.config.fitting import Fitting
from boolsmith.errors import BoolsmithError
from boolsmith.searching.declaring import About, about, declared
from boolsmith.strategies import BUILTIN as STRATEGIES

Form = Literal["scalar", "list", "table", "tables"]

NONE = "none"
"""What stands for None in files and options, which have no other way to say it."""

_TYPES = {"bool": bool, "int": int, "float": float, "str": str}
_FORMS: tuple[Form, ...] = ("scalar", "list", "table", "tables")
_WORDS = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}


@attrs.frozen
class Key:
    """One setting: its name, what it takes, and its default."""

    name: str
    about: About
    form: Form
    types: tuple[type, ...]
    listed: bool
    optional: bool
    default: Any

    @property
    def group(self) -> str:
        """Whether it is a setting of the search or of fitting."""
        return self.about.group

    @property
    def help(self) -> str:
        """What the setting is for."""
        return self.about.help

    @property
    def option(self) -> str:
        """The option of the command line: `--max-complexity`, or `--backend-parameter`."""
        return "--" + re.sub("_parameters$", "_parameter", self.name).replace("_", "-")

    def default_text(self, value: Any) -> str:
        """Return a default in words: where strategies have their own, those of the built-in."""
        if value is None and self.about.by_strategy:
            own = {s.name: s.settings.get(self.name) for s in STRATEGIES}
            own = {name: default for name, default in own.items() if default not in (None, ())}
            if len(own) == len(STRATEGIES) and len(set(own.values())) == 1:
                return str(next(iter(own.values())))
            return ", ".join(f"{default} for {name}" for name, default in own.items())
        return "" if value is None or value in ((), False) else str(value)

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
            words = [_WORDS[kind] for kind in self.types] + ["a list of names"] * self.listed
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
        return list(value) if isinstance(value, tuple) else value

    def _right(self, value: Any) -> bool:
        if self.form == "scalar":
            return self._right_scalar(value)
        if self.listed and isinstance(value, list | tuple):
            return all(isinstance(v, str) for v in value)
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
    """Return every key by name: those of the search first, then those of fitting."""
    fields = declared(Fitting).items()
    return {name: _key(field) for name, field in fields if about(field).group in ("search", "fit")}


def _key(field: attrs.Attribute[Any]) -> Key:
    said = about(field)
    members = re.split(r" \| (?![^\[]*\])", said.given or str(field.type))
    forms = [_form(member) for member in members]
    return Key(
        field.name,
        said,
        max(forms, key=_FORMS.index),
        tuple(kind for name, kind in _TYPES.items() if name in members),
        "list" in forms,
        "None" in members,
        field.default,
    )


def _form(member: str) -> Form:
    """Return how a file writes a value of a type."""
    if member.startswith("Mapping["):
        return "tables" if "Mapping[" in member[1:] else "table"
    return "list" if member.startswith(("Sequence[", "Iterable[")) else "scalar"
