"""Parameters of extension points: attrs classes, with unknown names refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from boolsmith.errors import BoolsmithError, did_you_mean


def build_parameters(parameters: type | None, given: Mapping[str, Any] | None, where: str) -> Any:
    """An instance of the attrs class `parameters` from `given`; None where there is no class.

    `where` names the owner in errors, as in `schedule 'geometric'`.
    """
    given = dict(given or {})
    known = [] if parameters is None else [f.name for f in attrs.fields(parameters) if f.init]
    for name in given:
        if name not in known:
            hint = did_you_mean(name, known) if known else "; it takes none"
            raise BoolsmithError(f"{where} has no parameter {name!r}{hint}")
    if parameters is None:
        return None
    missing = [
        field.name
        for field in attrs.fields(parameters)
        if field.init and field.default is attrs.NOTHING and field.name not in given
    ]
    if missing:
        raise BoolsmithError(f"{where} needs a value for {', '.join(map(repr, missing))}")
    try:
        return parameters(**given)
    except BoolsmithError:
        raise
    except (TypeError, ValueError) as error:
        raise BoolsmithError(f"{where}: {error}") from error


def parameter_values(parameters: Any) -> tuple[Any, ...]:
    """The values of an instance of a parameter class in the order of its fields; () for None."""
    if parameters is None:
        return ()
    return tuple(getattr(parameters, field.name) for field in attrs.fields(type(parameters)))
