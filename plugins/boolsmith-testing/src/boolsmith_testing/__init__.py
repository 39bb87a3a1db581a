"""The kit that third parties run: strategies, laws, and the checks of a plugin.

Names are imported when they are first used.
"""

from __future__ import annotations

import importlib
from typing import Any

_HOME = {
    "CATALOGUE": "catalogue",
    "CHECKS": "checks",
    "CheckResult": "conformance",
    "Counterexample": "laws",
    "Dataset": "strategies",
    "Law": "laws",
    "LawRefuted": "laws",
    "PluginCheckError": "conformance",
    "check_law": "laws",
    "check_plugin": "conformance",
    "child": "patterns",
    "children": "patterns",
    "complement": "patterns",
    "datasets": "strategies",
    "dual": "patterns",
    "each": "patterns",
    "equivalent_rules": "strategies",
    "literals": "strategies",
    "mirror": "patterns",
    "of": "patterns",
    "operator": "patterns",
    "operators": "strategies",
    "parameter": "patterns",
    "parametrize_with_checks": "conformance",
    "plugin_checks": "conformance",
    "rules": "strategies",
    "subproblems": "strategies",
}

__all__ = [*_HOME]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'boolsmith_testing' has no attribute {name!r}")
    return getattr(importlib.import_module(f"boolsmith_testing.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
