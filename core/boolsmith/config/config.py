"""A configuration: values for some keys, checked as the search would check them."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping
from typing import Any

import attrs

from boolsmith.config.fitting import Fitting, make_binarizer
from boolsmith.config.keys import keys
from boolsmith.config.layers import Layer, checked_layer, file_layer
from boolsmith.errors import BoolsmithError
from boolsmith.searching.declaring import owner


@attrs.frozen
class Config:
    """The settings of a search and of fitting: `values` by key; what is not given is the default.

    Keys are those of `boolsmith.search`, and of fitting. Unknown keys, names and values are
    refused. `places` says in errors where a key was given.
    """

    values: Mapping[str, Any] = attrs.field(factory=dict)
    places: Mapping[str, str] = attrs.field(factory=dict, kw_only=True, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        layer = checked_layer(self.values, self.places)
        object.__setattr__(self, "values", layer.values)
        try:
            Fitting(**layer.values)
        except BoolsmithError as error:
            raise BoolsmithError(_located(error.setting, str(error), layer)) from error

    @classmethod
    def of(cls, layer: Layer) -> Config:
        """The configuration that a layer gives."""
        return cls(layer.values, places=layer.places)

    def __getitem__(self, name: str) -> Any:
        """The value of a key, or its default."""
        return self.values[name] if name in self.values else keys()[name].default

    def merge(self, options: Mapping[str, Any]) -> Config:
        """This configuration with the options in place of what it says.

        Parameters are joined. They go with what they belong to: naming another backend drops
        those of the first.
        """
        below = Layer(dict(self.values), dict(self.places))
        return Config.of(checked_layer(options, {}).over(below))

    def search_arguments(self) -> dict[str, Any]:
        """Return the keyword arguments for `boolsmith.search`."""
        found = {name: v for name, v in self.values.items() if keys()[name].group == "search"}
        return copy.deepcopy(found)

    def classifier_arguments(self) -> dict[str, Any]:
        """Return the keyword arguments for `RuleClassifier`."""
        arguments: dict[str, Any] = {}
        further: dict[str, Any] = {}
        for name, value in copy.deepcopy(dict(self.values)).items():
            said = keys()[name].about
            if said.classifier is not None:
                arguments[said.classifier.name or name] = value
            elif said.group == "search":
                further[name] = value
        if self["binarizer_parameters"]:
            arguments["binarizer"] = make_binarizer(self["binarizer_parameters"])
        return {**arguments, "search_options": further} if further else arguments


def load_config(path: str | os.PathLike[str]) -> Config:
    """The configuration in a TOML file; what is wrong in it is an error with the file and key."""
    return Config.of(file_layer(path))


def _located(name: str, message: str, layer: Layer) -> str:
    """The message with the place of the key before it, and a hint at the usual slip in TOML."""
    if name not in layer.values:  # parameters that are missing: say so of what needs them
        name = owner(name, layer.values)
    where, value = layer.where(name), layer.values.get(name)
    if message.startswith(f"{name}="):
        return where + message.removeprefix(name)
    stray = [key for key in value if key in keys()] if isinstance(value, Mapping) else []
    hint = f" ({stray[0]} is a key of the top level: put it above the tables)" if stray else ""
    return f"{where}: {message}{hint}"
