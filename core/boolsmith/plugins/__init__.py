"""Plugins: the hooks they implement, how they are loaded, and the registry of what they bring.

A plugin is a light module named by an entry point of the group `boolsmith`. Its hooks return data
(`hooks.py`), every plugin is checked on its own (`checks.py`, `loader.py`), and everything is found
by name afterwards (`registry.py`). The built-ins come the same way (`builtin.py`).
"""

from boolsmith.plugins.checks import PluginError, collect
from boolsmith.plugins.hooks import API_VERSION, HOOKS, hookimpl
from boolsmith.plugins.loader import Carried, load_plugin, load_registry, registry, unload_plugin
from boolsmith.plugins.registry import Namespace, Origin, Plugin, Problem, Registry

__all__ = [
    "API_VERSION",
    "HOOKS",
    "Carried",
    "Namespace",
    "Origin",
    "Plugin",
    "PluginError",
    "Problem",
    "Registry",
    "collect",
    "hookimpl",
    "load_plugin",
    "load_registry",
    "registry",
    "unload_plugin",
]
