"""Configurations: what files, options and Python say, one over the other, checked as a whole."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from boolsmith.config.fitting import Fitting, keys, make_binarizer
from boolsmith.config.reading import read_toml, refuse_secrets
from boolsmith.errors import BoolsmithError, UnknownNameError
from boolsmith.searching.declaring import owner

_PARAMETERS = "_parameters"


@attrs.frozen
class Layer:
    """Values by key, and the place where each was given: a file or an option; none for Python.

    Keys are those of `boolsmith.search`, and of fitting. Unknown keys are refused, and values of
    a wrong type.
    """

    values: Mapping[str, Any] = attrs.field(factory=dict)
    places: Mapping[str, str] = attrs.field(factory=dict, kw_only=True, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        values = copy.deepcopy(dict(self.values))
        for name, value in values.items():
            refuse_secrets({name: value}, self.places.get(name, ""))
            self._check_known(name, value)
            values[name] = keys()[name].checked(value, self._where(name))
        object.__setattr__(self, "values", values)

    def over(self, below: Layer) -> Layer:
        """Return both layers in one: this one wins, and parameters are joined.

        Parameters go with what they belong to: naming another backend drops those of the first,
        and naming none also what has no effect without one.
        """
        values = {**below.values, **self.values}
        places = {name: place for name, place in below.places.items() if name not in self.values}
        places |= self.places
        for name in below.values:
            if name.endswith(_PARAMETERS):
                kept = self._kept(name, below)
                values[name] = _joined(kept, self.values.get(name) or {})
                if kept and name in self.values:
                    both = (layer.places.get(name, "") for layer in (below, self))
                    places[name] = " and ".join(dict.fromkeys(filter(None, both)))
        for name in below.values.keys() - self.values.keys():
            needs = keys()[name].needs
            if any(n in self.values for n in needs) and not any(values.get(n) for n in needs):
                del values[name]
        return Layer({name: v for name, v in values.items() if v != {}}, places=places)

    def complete(self) -> Config:
        """Return the configuration that the layer gives."""
        return Config(self.values, places=self.places)

    def _kept(self, name: str, below: Layer) -> dict[str, Any]:
        """Return the parameters of the layer below that still have an owner."""
        own: Mapping[str, Any] = below.values[name] or {}
        first = name.removesuffix(_PARAMETERS)
        if first in self.values and self.values[first] != below.values.get(first):
            return {}
        several = self.values.get(f"{first}s")
        return {key: v for key, v in own.items() if several is None or key in several}

    def _where(self, name: str) -> str:
        """Return the place of a key and its name, for errors."""
        place = self.places.get(name, "")
        return place if place.startswith("--") else f"{place}: {name}" if place else name

    def _check_known(self, name: str, value: Any) -> None:
        if name in keys():
            return
        place = self.places.get(name, "")
        inside = isinstance(value, Mapping) and any(key in keys() for key in value)
        hint = f"; the keys in [{name}] stand at the top level, without a table" if inside else ""
        error = UnknownNameError("key", name, () if inside else keys(), hint)
        raise BoolsmithError(f"{place}: {error}" if place else str(error))


@attrs.frozen
class Config(Layer):
    """The settings of a search and of fitting: `values` by key; what is not given is the default.

    Keys are those of `boolsmith.search`, and of fitting. Unknown keys, names and values are
    refused. `places` says in errors where a key was given.
    """

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        try:
            Fitting(**self.values)
        except BoolsmithError as error:
            raise BoolsmithError(self._located(error.setting, str(error))) from error

    def __getitem__(self, name: str) -> Any:
        """Return the value of a key, or its default."""
        return self.values[name] if name in self.values else keys()[name].default

    def merge(self, options: Mapping[str, Any]) -> Config:
        """Return this configuration with the options in place of what it says.

        Parameters are joined. They go with what they belong to: naming another backend drops
        those of the first.
        """
        return Layer(options).over(self).complete()

    def search_arguments(self) -> dict[str, Any]:
        """Return the keyword arguments for `boolsmith.search`."""
        search = {name: v for name, v in self.values.items() if keys()[name].group == "search"}
        return copy.deepcopy(search)

    def classifier_arguments(self) -> dict[str, Any]:
        """Return the keyword arguments for `RuleClassifier`."""
        arguments: dict[str, Any] = {}
        further: dict[str, Any] = {}
        for name, value in copy.deepcopy(dict(self.values)).items():
            said = keys()[name]
            if said.classifier is not None:
                arguments[said.classifier.name or name] = value
            elif said.group == "search":
                further[name] = value
        if self["binarizer_parameters"]:
            arguments["binarizer"] = make_binarizer(self["binarizer_parameters"])
        return {**arguments, "search_options": further} if further else arguments

    def _located(self, name: str, message: str) -> str:
        """Return the message after the place of the key, with a hint at the usual slip in TOML."""
        if name not in self.values:  # parameters that are missing: say so of what needs them
            name = owner(name, self.values)
        where, value = self._where(name), self.values.get(name)
        if message.startswith(f"{name}="):
            return where + message.removeprefix(name)
        stray = [key for key in value if key in keys()] if isinstance(value, Mapping) else []
        hint = f" ({stray[0]} is a key of the top level: put it above the tables)" if stray else ""
        return f"{where}: {message}{hint}"


def file_layer(path: str | os.PathLike[str]) -> Layer:
    """Return what a TOML file says."""
    values = read_toml(Path(path))
    return Layer(values, places=dict.fromkeys(values, os.fspath(path)))


def load_config(path: str | os.PathLike[str]) -> Config:
    """Return the configuration in a TOML file; an error in it has the file and the key."""
    return file_layer(path).complete()


def _joined(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    found = {**below, **above}
    for name in below.keys() & above.keys():
        if isinstance(below[name], Mapping) and isinstance(above[name], Mapping):
            found[name] = {**below[name], **above[name]}
    return found
