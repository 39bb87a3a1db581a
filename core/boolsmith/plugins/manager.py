"""The manager of plugins: that of pluggy, which asks one plugin at a time and checks its answers.

Every error is a `PluginError` of one line; which plugin it is, the loader adds.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pluggy

import boolsmith
from boolsmith.errors import did_you_mean
from boolsmith.plugins import hooks
from boolsmith.plugins.checks import PluginError, calling, checked_entries
from boolsmith.plugins.hooks import API_VERSION, HOOKS, PROJECT

MOVING = f"see 'Moving to version {API_VERSION}' in the documents"

Contribution = dict[str, list[Any]]
"""What a plugin's hooks return, by hook."""


class Manager(pluggy.PluginManager):
    """Every plugin that is registered."""

    def __init__(self) -> None:
        super().__init__(PROJECT)
        self.add_hookspecs(hooks)

    def take(self, plugin: Any, name: str) -> Contribution:
        """Register a plugin and return what its hooks return, by hook, checked.

        Where that fails, the plugin may still be registered.
        """
        if self.is_registered(plugin) or self.has_plugin(name):
            raise PluginError(f"is registered already, as {self.get_name(plugin) or name}")
        _check_version(getattr(plugin, "boolsmith_api", API_VERSION))
        hash(plugin)  # pluggy keeps plugins in sets
        self.register(plugin, name)
        callers = {caller.name for caller in self.get_hookcallers(plugin) or ()}
        if not callers:
            raise PluginError(f"implements no hook; hooks are {', '.join(HOOKS)}")
        return {hook: self._returned(hook, plugin) for hook in HOOKS if hook in callers}

    def parse_hookimpl_opts(self, plugin: Any, name: str) -> pluggy.HookimplOpts | None:
        """Return the options of a function that is marked as a hook; raise if it cannot be one."""
        options = super().parse_hookimpl_opts(plugin, name)
        if options is not None:
            hook = options.get("specname") or name
            if options.get("wrapper") or options.get("hookwrapper"):
                raise PluginError(f"{hook} is a wrapper: hooks only return a list")
            _check_hook(hook, getattr(plugin, name))
        elif name.startswith("boolsmith_") and inspect.isroutine(getattr(plugin, name)):
            _check_hook(name, getattr(plugin, name))
            raise PluginError(f"{name} is not marked: put @boolsmith.hookimpl above it")
        return options

    def _returned(self, hook: str, plugin: Any) -> list[Any]:
        implementations = getattr(self.hook, hook).get_hookimpls()
        others = [other.plugin for other in implementations if other.plugin is not plugin]
        with calling(f"{hook}()"):
            returned = self.subset_hook_caller(hook, others)()
        if len(returned) < len(implementations) - len(others):
            returned.append(None)  # a forgotten `return`, which pluggy leaves out
        return checked_entries(hook, returned)


def collect(plugin: Any) -> Contribution:
    """Return what the hooks of a plugin return, by hook, checked, without registering it."""
    return Manager().take(plugin, "plugin")


def _check_version(version: object) -> None:
    if version != API_VERSION:
        remedy = f"{MOVING}, then set boolsmith_api = {API_VERSION}"
        if isinstance(version, int) and version > API_VERSION:
            remedy = f"upgrade boolsmith, {boolsmith.__version__} is installed"
        raise PluginError(
            f"written for version {version!r} of the plugin interface, this is {API_VERSION}: "
            + remedy
        )


def _check_hook(name: str, function: Callable[..., Any]) -> None:
    if name not in HOOKS:
        raise PluginError(
            f"unknown hook {name!r}{did_you_mean(name, HOOKS)} (one of a later version needs that "
            f"boolsmith, {boolsmith.__version__} is installed)"
        )
    signature = inspect.signature(function)
    try:
        signature.bind()
    except TypeError as error:
        raise PluginError(f"{name}{signature} has a wrong signature: it takes nothing") from error
