"""What all extension points share: a name, a description, and parameters as an attrs class.

A metric, a schedule or a move is an `Extension`; what is heavy to import is a `Reference`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from typing import Any, Self

import attrs

from boolsmith.errors import BoolsmithError, did_you_mean

_WORDS = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def build_parameters(parameters: type | None, given: Mapping[str, Any] | None, where: str) -> Any:
    """Return an instance of the attrs class `parameters` from `given`; None if there is no class.

    `where` names the owner in errors, as in `schedule 'geometric'`.
    """
    given = dict(given or {})
    fields = {} if parameters is None else {f.name: f for f in attrs.fields(parameters) if f.init}
    for name in given:
        if name not in fields:
            hint = did_you_mean(name, fields) if fields else "; it takes none"
            raise BoolsmithError(f"{where} has no parameter {name!r}{hint}")
    if parameters is None:
        return None
    needed = (name for name, field in fields.items() if field.default is attrs.NOTHING)
    missing = ", ".join(repr(name) for name in needed if name not in given)
    if missing:
        raise BoolsmithError(f"{where} needs a value for {missing}")
    try:
        return parameters(**given)
    except BoolsmithError:
        raise
    except (TypeError, ValueError) as error:
        raise BoolsmithError(f"{where}: {error}") from error


def check_name(kind: str, name: object) -> None:
    """Raise unless `name` is an identifier of ASCII letters, digits and _."""
    if not isinstance(name, str) or not name.isidentifier() or not name.isascii():
        raise BoolsmithError(
            f"{kind} name {name!r} is not an identifier of ASCII letters, digits and _"
        )


@attrs.frozen
class Extension:
    """A named function that a search uses.

    With `parameters`, an attrs class, the function gets their values after its own arguments, in
    the order of the fields; `with_parameters` sets them.
    """

    name: str = attrs.field()
    parameters: type | None = attrs.field(default=None, kw_only=True)
    description: str = attrs.field(default="", kw_only=True)
    values: tuple[Any, ...] = attrs.field(default=(), kw_only=True)

    @name.validator
    def _check_name(self, _: object, value: object) -> None:
        check_name(self.kind, value)

    @property
    def kind(self) -> str:
        """What it is, as in `metric`."""
        return type(self).__name__.lower()

    def with_parameters(self, given: Mapping[str, Any] | None = None) -> Self:
        """Return the same with its parameters set; without any, those set before stay."""
        if self.values and not given:
            return self
        built = build_parameters(self.parameters, given, f"{self.kind} {self.name!r}")
        return attrs.evolve(
            self, values=() if built is None else attrs.astuple(built, recurse=False)
        )


@attrs.frozen
class Reference:
    """Something that is named by an import string, `module:name`, and imported when it is used."""

    name: str = attrs.field()
    target: str = attrs.field()
    description: str = attrs.field(default="", kw_only=True)

    @name.validator
    def _check_name(self, _: object, value: object) -> None:
        if not isinstance(value, str) or not _WORDS.fullmatch(value):
            raise BoolsmithError(
                f"{self.kind} name {value!r} is not lower-case words joined by '-', as in 'mip-cbc'"
            )

    @target.validator
    def _check_target(self, _: object, value: object) -> None:
        if not isinstance(value, str) or value.count(":") != 1:
            raise BoolsmithError(
                f"{self.kind} {self.name!r}: target {value!r} is not 'module:name'"
            )

    @property
    def kind(self) -> str:
        """What it is, as in `command`."""
        return type(self).__name__.removesuffix("Spec").lower()

    def load(self) -> Any:
        """Import what the target names."""
        module, _, name = self.target.partition(":")
        try:
            return getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError) as error:
            raise BoolsmithError(f"{self.kind} {self.name!r} is not available: {error}") from error
