"""Layers of settings: what one file, the options or Python says, with keys and types checked."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from boolsmith.config.keys import Key, keys
from boolsmith.config.reading import read_toml, refuse_secrets
from boolsmith.errors import BoolsmithError, UnknownNameError

_PARAMETERS = "_parameters"


@attrs.frozen
class Layer:
    """Values by key, and the place where each was given: a file or an option; none for Python."""

    values: dict[str, Any] = attrs.field(factory=dict)
    places: dict[str, str] = attrs.field(factory=dict)

    def where(self, name: str) -> str:
        """The place of a key and its name, for errors."""
        place = self.places.get(name, "")
        return place if place.startswith("--") else f"{place}: {name}" if place else name

    def over(self, below: Layer) -> Layer:
        """Both layers in one: this one wins, and parameters are joined.

        Parameters go with what they belong to: naming another backend drops those of the first,
        and naming none also what has no effect without one.
        """
        values = {**below.values, **self.values}
        places = {name: p for name, p in below.places.items() if name not in self.values}
        places |= self.places
        for name in below.values:
            if not name.endswith(_PARAMETERS):
                continue
            kept = self._kept(name, below)
            if name in self.values and kept:
                values[name] = _joined(kept, self.values[name] or {})
                both = [layer.places[name] for layer in (below, self) if name in layer.places]
                places[name] = " and ".join(dict.fromkeys(both))
            elif name not in self.values:
                values[name] = kept
        for name in below.values.keys() - self.values.keys():
            needs = keys()[name].about.needs
            if any(n in self.values for n in needs) and not any(values.get(n) for n in needs):
                del values[name]
        return Layer({name: v for name, v in values.items() if v != {}}, places)

    def _kept(self, name: str, below: Layer) -> dict[str, Any]:
        """The parameters of the layer below that still have an owner."""
        own: Mapping[str, Any] = below.values[name] or {}
        owner = name.removesuffix(_PARAMETERS)
        if owner in self.values and self.values[owner] != below.values.get(owner):
            return {}
        several = self.values.get(f"{owner}s")
        return {key: v for key, v in own.items() if several is None or key in several}


def file_layer(path: str | os.PathLike[str]) -> Layer:
    """What a TOML file says."""
    values = read_toml(Path(path))
    return checked_layer(values, dict.fromkeys(values, os.fspath(path)))


def checked_layer(values: Mapping[str, Any], places: Mapping[str, str]) -> Layer:
    """A layer of values whose keys are known and whose types are right; an error if not."""
    layer = Layer(copy.deepcopy(dict(values)), dict(places))
    for name, value in layer.values.items():
        refuse_secrets({name: value}, layer.places.get(name, ""))
        layer.values[name] = _known(name, value, layer).checked(value, layer.where(name))
    return layer


def _known(name: str, value: Any, layer: Layer) -> Key:
    if name in keys():
        return keys()[name]
    place = layer.places.get(name, "")
    inside = isinstance(value, Mapping) and any(key in keys() for key in value)
    hint = f"; the keys in [{name}] stand at the top level, without a table" if inside else ""
    error = UnknownNameError("key", name, () if inside else keys(), hint)
    raise BoolsmithError(f"{place}: {error}" if place else str(error))


def _joined(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    found = {**below, **above}
    for name in below.keys() & above.keys():
        if isinstance(below[name], Mapping) and isinstance(above[name], Mapping):
            found[name] = {**below[name], **above[name]}
    return found
