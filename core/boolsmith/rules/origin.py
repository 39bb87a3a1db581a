"""Operators by name, with a hint at the plugin that would provide a missing one."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files

from boolsmith.errors import UnknownNameError
from boolsmith.operators import AnyOperator


def operator_named(name: str, operators: Callable[[str], AnyOperator]) -> AnyOperator:
    """The operator that `operators` knows by this name; the error says what to install."""
    try:
        return operators(name)
    except UnknownNameError as error:
        distribution = _distribution_of(name)
        if distribution is None:
            raise
        # The hint of the registry may say that this very distribution failed to load.
        hint = f"; {distribution} provides it: pip install {distribution}{error.hint}"
        raise UnknownNameError("operator", name, (), hint) from error


def _distribution_of(name: str) -> str | None:
    known = files("boolsmith.rules").joinpath("operator_origins.json").read_text("utf-8")
    for distribution, names in json.loads(known).items():
        if name in names:
            return str(distribution)
    return None
