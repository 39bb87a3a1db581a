"""Finding an operator by name, and taking operators to other processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from boolsmith.errors import BoolsmithError
from boolsmith.operators.builtin import BUILTIN
from boolsmith.operators.table import AnyOperator


def find_operator(name: str) -> AnyOperator:
    """Return the operator registered as `name`; plugins are loaded only if it is not built in."""
    return BUILTIN[name] if name in BUILTIN else _plugins().get(name)


def pickled(operator: AnyOperator) -> tuple[Callable[..., AnyOperator], tuple[Any, ...]]:
    """Return what pickle is to keep of an operator: the name of a built-in, the table of others.

    The functions of an operator stay behind, so that they may be lambdas.
    """
    name = operator.name
    if BUILTIN.get(name) is operator:
        return find_operator, (name,)
    origin = str(_plugins().origin(name)) if _registered(name) == operator else None
    return _unpickled, (type(operator), origin, (name, operator.description, *operator._table()))


def _unpickled(kind: type[AnyOperator], origin: str | None, what: tuple[Any, ...]) -> AnyOperator:
    """Return the operator registered here if it has this table, else one made from the table.

    What two plugins register under one name is refused: a rule would change its meaning.
    """
    with attrs.validators.disabled():  # `distribution:name` is not an identifier
        operator: AnyOperator = kind._from_table(*what)
    known = _registered(operator.name)
    if known == operator:
        return known
    if known is None or origin is None:
        return operator
    raise BoolsmithError(
        f"operator {operator.name!r} was pickled with the table of {origin}, here it has another, "
        f"of {_plugins().origin(operator.name)}: install the same version in both places"
    )


def _registered(name: str) -> AnyOperator | None:
    try:
        return find_operator(name)
    except BoolsmithError:
        return None


def _plugins() -> Any:
    # The only look upwards in the package: rules know operators by name, plugins provide them.
    from boolsmith.plugins import registry

    return registry().operators
