"""The index of known plugins: what could be installed, and what it would register.

`index.toml` has it all; nothing else in the core names a plugin.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import attrs

from boolsmith.plugins.hooks import HOOKS


@attrs.frozen
class KnownPlugin:
    """A distribution, installed or not, and what it registers: names with their details, by kind.

    `folders` are what to install in a clone of Boolsmith's repository, if it stands there.
    """

    name: str
    summary: str
    home: str
    folders: Sequence[str]
    registers: Mapping[str, Mapping[str, Mapping[str, Any]]]

    @property
    def install(self) -> str:
        """What to type to install it."""
        clone = " ".join(f"-e {folder}" for folder in self.folders)
        return f"pip install {self.name}" + (f", or in a clone: pip install {clone}" * bool(clone))


@cache
def known_plugins() -> tuple[KnownPlugin, ...]:
    """Return every known plugin, sorted by name."""
    text = files("boolsmith.plugins").joinpath("index.toml").read_text("utf-8")
    return tuple(_plugin(name, **entry) for name, entry in sorted(tomllib.loads(text).items()))


def _plugin(
    name: str, summary: str, home: str = "", folders: Sequence[str] = (), **registers: Any
) -> KnownPlugin:
    details = {}
    for plural, entries in registers.items():
        named = entries if isinstance(entries, dict) else {entry: {} for entry in entries}
        details[HOOKS[f"boolsmith_{plural}"][0]] = named
    return KnownPlugin(name, summary, home or f"https://pypi.org/project/{name}/", folders, details)


def provider_of(kind: str, name: str) -> KnownPlugin | None:
    """Return the known plugin that registers a name, as in `("operator", "Xor")`."""
    own = (plugin for plugin in known_plugins() if name in plugin.registers.get(kind, {}))
    return next(own, None)
