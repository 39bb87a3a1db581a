"""Other packages on the same rows and columns, each in an environment of its own.

`peers.json` says which there are, what they need and how their complexity is counted. `worker.py`
is run by a peer's interpreter and holds one small adapter for each.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import attrs

_CATALOGUE = Path(__file__).with_name("peers.json")


@attrs.frozen
class Environment:
    """What is installed for some peers, and the last Python that can have it."""

    name: str
    requires: list[str]
    last_python: str | None = None


@attrs.frozen
class Peer:
    """Another package, used in one way; without an environment it runs with this interpreter."""

    name: str
    title: str
    adapter: str
    counts: str
    bound: str
    environment: Environment | None = None
    options: dict[str, Any] = attrs.field(factory=dict)
    input: str = "binarized"
    complexities: list[int | None] | None = None  # those of all peers; [None]: nothing bounds it
    time_limit: float | None = None  # that of all peers


@cache
def peers() -> dict[str, Peer]:
    """All peers by name, in the order of the page."""
    catalogue = json.loads(_CATALOGUE.read_text(encoding="utf-8"))
    environments = {n: Environment(n, **entry) for n, entry in catalogue["environments"].items()}
    return {
        name: Peer(name, **{**entry, "environment": environments.get(entry.get("environment"))})
        for name, entry in catalogue["peers"].items()
    }
