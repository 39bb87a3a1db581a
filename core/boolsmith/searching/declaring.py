"""How a setting is declared: once, with its default, its help text, and what checks it.

Options, TOML keys, the reference page and the signatures that `tests/signatures.py` writes come
from these declarations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import attrs

Group = Literal["search", "fit", "python", "classifier"]
Check = Callable[[str, Any, Any], Any]

_ABOUT = "boolsmith.setting"


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
class About:
    """What a declaration says beside type and default.

    `check(name, given, settings)` gives the value that the search uses, or raises; settings that
    are declared before this one are resolved by then. `given` is the type of what a user gives
    where that is more than the type of the resolved value. A setting with `by_strategy` is one
    that only some strategies use; its default is theirs. `needs` names settings of which one must
    be given for this one to have an effect. Settings of the group `python` are no keys of files
    and no options, and those of `classifier` are for the classifier alone. `described` says
    whether it is part of what a result tells of its settings.
    """

    help: str
    check: Check | None = None
    given: str = ""
    group: Group = "search"
    by_strategy: bool = False
    needs: tuple[str, ...] = ()
    described: bool = True
    classifier: Parameter | None = None


def setting(default: Any, help: str, check: Check | None = None, **further: Any) -> Any:
    """Return the attrs field of a setting; `further` are fields of `About`."""
    about = About(help, check, **further)
    return attrs.field(default=default, metadata={_ABOUT: about})


def about(field: attrs.Attribute[Any]) -> About:
    """Return what the declaration of a field says."""
    found: About = field.metadata[_ABOUT]
    return found


def declared(settings: type) -> dict[str, attrs.Attribute[Any]]:
    """Return the settings of a class by name."""
    return {field.name: field for field in attrs.fields(settings) if _ABOUT in field.metadata}


def given_type(field: attrs.Attribute[Any]) -> str:
    """Return the type of what a user gives, as Python writes it."""
    text = about(field).given or str(field.type)
    left_out = about(field).by_strategy and field.default is None
    return f"{text} | None" if left_out and not text.endswith("None") else text


def owner(name: str, names: Any) -> str:
    """Return what a setting belongs to: `moves` for `move_parameters`, `patience` for itself."""
    first = name.removesuffix("_parameters")
    return next((one for one in (first, f"{first}s") if one in names), name)
