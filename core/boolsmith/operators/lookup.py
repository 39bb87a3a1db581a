"""Finding an operator by name: the built-in ones first, then those of plugins."""

from __future__ import annotations

from boolsmith.operators.builtin import BUILTIN
from boolsmith.operators.table import AnyOperator


def find_operator(name: str) -> AnyOperator:
    """Give the operator registered as `name`; plugins are loaded only if it is not built in."""
    if name in BUILTIN:
        return BUILTIN[name]
    # The only look upwards in the package: rules know operators by name, plugins provide them.
    from boolsmith.plugins import registry

    return registry().operators.get(name)
