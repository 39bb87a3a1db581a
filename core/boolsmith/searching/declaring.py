"""How a setting is declared: once, with its default, its help text, and what checks it.

Options, TOML keys, the reference page and the signatures that `tests/signatures.py` writes come
from these declarations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

import attrs

from boolsmith.errors import BoolsmithError
from boolsmith.strategies import BUILTIN as STRATEGIES
from boolsmith.strategies import BY_STRATEGY

Group = Literal["search", "fit", "python", "classifier"]
Form = Literal["scalar", "list", "table", "tables"]
Check = Callable[[str, Any, Any], Any]

NONE = "none"
"""What stands for None in files and options, which have no other way to say it."""

_DECLARED = "boolsmith.setting"
_TYPES = {"bool": bool, "int": int, "float": float, "str": str}
_FORMS: tuple[Form, ...] = ("scalar", "list", "table", "tables")
_WORDS = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}


@attrs.frozen
class Parameter:
    """A setting as `RuleClassifier` takes it, as far as it differs there."""

    name: str = ""
    type: str = ""
    default: Any = ...  # as for the search
    help: str = ""


SAME = Parameter()
"""The classifier takes the setting as the search does."""


@attrs.frozen
class Setting:
    """What a declaration says, and how files and options give the setting.

    `check(name, given, settings)` gives the value that the search uses, or raises; settings that
    are declared before this one are resolved by then. `given` is the type of what a user gives
    where that is more than the type of the resolved value. `needs` names settings of which one
    must be given for this one to have an effect. Settings of the group `python` are no keys of
    files and no options, and those of `classifier` are for the classifier alone. `described` says
    whether it is among the settings that a result describes.
    """

    help: str
    check: Check | None = None
    given: str = ""
    group: Group = "search"
    needs: tuple[str, ...] = ()
    described: bool = True
    classifier: Parameter | None = None
    name: str = ""
    default: Any = None

    @property
    def by_strategy(self) -> bool:
        """Whether only some strategies use the setting, whose default is theirs."""
        return owner(self.name, BY_STRATEGY) in BY_STRATEGY

    @property
    def annotation(self) -> str:
        """The type of what a user gives, as Python writes it."""
        left_out = self.by_strategy and self.default is None
        return f"{self.given} | None" if left_out and not self.optional else self.given

    @property
    def members(self) -> list[str]:
        """The types that `given` joins."""
        return re.split(r" \| (?![^\[]*\])", self.given)

    @property
    def optional(self) -> bool:
        """Whether None is a value that a user may give."""
        return "None" in self.members

    @property
    def types(self) -> tuple[type, ...]:
        """The types of single values that a file may give."""
        return tuple(kind for name, kind in _TYPES.items() if name in self.members)

    @property
    def form(self) -> Form:
        """How a file writes the setting, in the longest way it may."""
        return max(map(_form, self.members), key=_FORMS.index)

    @property
    def listed(self) -> bool:
        """Whether a list of names will do."""
        return "list" in map(_form, self.members)

    @property
    def is_table(self) -> bool:
        """Whether it is a table of parameters."""
        return self.form in ("table", "tables")

    @property
    def option(self) -> str:
        """The option of the command line: `--max-complexity`, or `--backend-parameter`."""
        return "--" + re.sub("_parameters$", "_parameter", self.name).replace("_", "-")

    @property
    def takes(self) -> str:
        """What a value may be, in words."""
        if self.form == "tables":
            return f"tables [{self.name}.NAME]"
        kinds = [t for t in self.types if not (t is int and float in self.types)]
        words = [_WORDS[kind] for kind in kinds] + ["a list of names"] * self.listed
        if self.form == "table":
            words.append(f"a table [{self.name}]")
        elif self.form == "scalar" and self.optional:
            words.append(f'"{NONE}"')
        return " or ".join(words)

    def default_text(self, value: Any) -> str:
        """Return a default in words: where strategies have their own, those of the built-in."""
        if value is None and self.by_strategy:
            own = {s.name: s.settings.get(self.name) for s in STRATEGIES}
            own = {name: default for name, default in own.items() if default not in (None, ())}
            if len(own) == len(STRATEGIES) and len(set(own.values())) == 1:
                return str(next(iter(own.values())))
            return ", ".join(f"{default} for {name}" for name, default in own.items())
        return "" if value is None or value in ((), False) else str(value)

    def checked(self, value: Any, where: str) -> Any:
        """Return the value as the search takes it; raise an error that begins with `where`."""
        if self.optional and (value is None or value == NONE):
            return None
        if not self._takes(value):
            hint = ""
            if self.form == "list" and isinstance(value, str):
                hint = f': write {self.name} = ["{value}"]'
            raise BoolsmithError(f"{where}: {value!r} is not {self.takes}{hint}")
        return list(value) if isinstance(value, tuple) else value

    def _takes(self, value: Any) -> bool:
        if self.listed and isinstance(value, list | tuple):
            return all(isinstance(v, str) for v in value)
        if self.is_table and isinstance(value, Mapping):
            return self.form == "table" or all(isinstance(v, Mapping) for v in value.values())
        if isinstance(value, bool):
            return bool in self.types
        return isinstance(value, (*self.types, int) if float in self.types else self.types)


def setting(default: Any, help: str, check: Check | None = None, **further: Any) -> Any:
    """Return the attrs field of a setting; `further` are fields of `Setting`."""
    return attrs.field(default=default, metadata={_DECLARED: Setting(help, check, **further)})


def declared(settings: type) -> dict[str, Setting]:
    """Return the settings of a class by name."""
    found = {}
    for field in attrs.fields(settings):
        if (said := field.metadata.get(_DECLARED)) is not None:
            found[field.name] = attrs.evolve(
                said, name=field.name, default=field.default, given=said.given or str(field.type)
            )
    return found


def owner(name: str, names: Any) -> str:
    """Return what a setting belongs to: `moves` for `move_parameters`, `patience` for itself."""
    first = name.removesuffix("_parameters")
    return next((one for one in (first, f"{first}s") if one in names), name)


def _form(member: str) -> Form:
    """Return how a file writes a value of a type."""
    if member.startswith("Mapping["):
        return "tables" if "Mapping[" in member[1:] else "table"
    return "list" if member.startswith(("Sequence[", "Iterable[")) else "scalar"
