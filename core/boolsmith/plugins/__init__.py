"""Plugins: the hooks they implement, how they are loaded, and the registry of what they bring.

A plugin is a light module named by an entry point of the group `boolsmith`. Its hooks return data
(`hooks.py`), which pluggy asks for one plugin at a time (`manager.py`); what they return is checked
(`checks.py`) and found by name afterwards (`registry.py`). The built-ins come the same way
(`builtin.py`). `loader.py` finds and loads what is installed; `index.py` knows what could be.
"""

from boolsmith.plugins.checks import PluginError
from boolsmith.plugins.hooks import API_VERSION, HOOKS, hookimpl
from boolsmith.plugins.loader import load_plugin, load_registry, registry, unload_plugin
from boolsmith.plugins.manager import collect
from boolsmith.plugins.parcel import Parcel
from boolsmith.plugins.registry import Plugin, Registry

__all__ = [
    "API_VERSION",
    "HOOKS",
    "Parcel",
    "Plugin",
    "PluginError",
    "Registry",
    "collect",
    "hookimpl",
    "load_plugin",
    "load_registry",
    "registry",
    "unload_plugin",
]
