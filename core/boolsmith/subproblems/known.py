"""First-party backends, installed or not: what to install for a name that is not registered."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

import attrs

from boolsmith.subproblems.backend import BackendSpec


@attrs.frozen
class KnownBackend:
    """A backend as its distribution registers it, as far as it can be told without it."""

    distribution: str
    spec: BackendSpec


@cache
def known_backends() -> dict[str, KnownBackend]:
    """Every first-party backend outside the core, by name."""
    text = files("boolsmith.subproblems").joinpath("known_backends.json").read_text("utf-8")
    document: dict[str, dict[str, Any]] = json.loads(text)
    return {
        name: KnownBackend(distribution, _spec(name, distribution, **told))
        for distribution, backends in document.items()
        for name, told in backends.items()
    }


def _spec(name: str, distribution: str, **told: Any) -> BackendSpec:
    if "shapes" in told:
        told["shapes"] = tuple(told["shapes"])
    return BackendSpec(name, "none:none", install=f"pip install {distribution}", **told)


def provider_of(name: str) -> str | None:
    """The distribution that brings a backend, if it is a first-party one."""
    known = known_backends().get(name)
    return None if known is None else known.distribution
