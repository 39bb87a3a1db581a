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
    if name in BUILTIN:
        return BUILTIN[name]
    # The only look upwards in the package: rules know operators by name, plugins provide them.
    from boolsmith.plugins import registry

    return registry().operators.get(name)


def pickled(operator: AnyOperator) -> tuple[Callable[..., AnyOperator], tuple[Any, ...]]:
    """Return what pickle is to keep of an operator: the name of a built-in, the table of others.

    The functions of an operator stay behind, so that they may be lambdas.
    """
    if BUILTIN.get(operator.name) is operator:
        return find_operator, (operator.name,)
    what = (operator.name, operator.description, *operator._table())
    return _unpickled, (type(operator), _brought_by(operator), what)


def _brought_by(operator: AnyOperator) -> str | None:
    """The distribution that registered the operator; None for one that was not registered."""
    try:
        if find_operator(operator.name) != operator:
            return None
    except BoolsmithError:
        return None
    from boolsmith.plugins import registry

    return str(registry().operators.origin(operator.name))


def _unpickled(kind: type[AnyOperator], origin: str | None, what: tuple[Any, ...]) -> AnyOperator:
    """The operator registered here if it has this table, else one made from the table.

    What two plugins register under one name is refused: a rule would change its meaning.
    """
    name = what[0]
    with attrs.validators.disabled():  # `distribution:name` is not an identifier
        operator: AnyOperator = kind._from_table(*what)
    try:
        known = find_operator(name)
    except BoolsmithError:
        return operator
    if known == operator:
        return known
    if origin is None:
        return operator
    from boolsmith.plugins import registry

    raise BoolsmithError(
        f"operator {name!r} was pickled with the table of {origin}, here it has another, of "
        f"{registry().operators.origin(name)}: install the same version in both places"
    )
