"""A configuration: values for some keys, checked as the search would check them."""

from __future__ import annotations

import copy
import inspect
import os
from collections.abc import Mapping
from typing import Any

import attrs

from boolsmith.config.fitting import Fitting, make_binarizer
from boolsmith.config.keys import keys
from boolsmith.config.layers import Layer, checked_layer, file_layer
from boolsmith.errors import BoolsmithError

_OWNERS = {"metric": "metrics", "schedule": "schedules", "moves": "moves"}
_CLASSIFIER_NAMES = {"seed": "random_state", "num_threads": "n_jobs"}


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
        for name in layer.values:
            try:
                _try(name, layer.values)
            except BoolsmithError as error:
                raise BoolsmithError(_located(name, str(error), layer)) from error

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
        """The keyword arguments for `boolsmith.search`."""
        return self._of_group("search")

    def classifier_arguments(self) -> dict[str, Any]:
        """The keyword arguments for `RuleClassifier`."""
        from boolsmith.learn import RuleClassifier

        known = inspect.signature(RuleClassifier).parameters
        arguments = {name: v for name, v in self._of_group("fit").items() if name in known}
        further: dict[str, Any] = {}
        for name, value in self.search_arguments().items():
            own = _CLASSIFIER_NAMES.get(name, name)
            (arguments if own in known else further)[own] = value
        if self["binarizer_parameters"]:
            arguments["binarizer"] = make_binarizer(self["binarizer_parameters"])
        return {**arguments, "search_options": further} if further else arguments

    def _of_group(self, group: str) -> dict[str, Any]:
        found = {name: v for name, v in self.values.items() if keys()[name].group == group}
        return copy.deepcopy(found)


def load_config(path: str | os.PathLike[str]) -> Config:
    """The configuration in a TOML file; what is wrong in it is an error with the file and key."""
    return Config.of(file_layer(path))


def _try(name: str, values: Mapping[str, Any]) -> None:
    """Check one key, with the owner of its parameters, as those that use it do."""
    from boolsmith.plugins import registry
    from boolsmith.searching import search
    from boolsmith.searching.settings import resolve

    if keys()[name].group == "fit":
        Fitting(**{name: values[name]})
        return
    if name in _OWNERS and f"{name.removesuffix('s')}_parameters" in values:
        # The parameters have their own turn, and their own place in errors.
        named = values[name] if isinstance(values[name], list) else [values[name]]
        for one in named:
            registry().namespace(_OWNERS[name]).get(one)
        return
    owner = name.removesuffix("_parameters")
    tried = {key: values[key] for key in (name, owner, f"{owner}s") if key in values}
    defaults = inspect.signature(search).parameters
    asked = {key: defaults[key].default for key in inspect.signature(resolve).parameters}
    if name in asked:
        resolve(**{**asked, **tried})
    if name == "backend_parameters" and tried.get("backend"):
        registry().backends.get(tried["backend"]).build_parameters(values[name])


def _located(name: str, message: str, layer: Layer) -> str:
    """The message with the place of the key before it, and a hint at the usual slip in TOML."""
    where, value = layer.where(name), layer.values[name]
    if message.startswith(f"{name}="):
        return where + message.removeprefix(name)
    stray = [key for key in value if key in keys()] if isinstance(value, Mapping) else []
    hint = f" ({stray[0]} is a key of the top level: put it above the tables)" if stray else ""
    return f"{where}: {message}{hint}"
