"""The strategy extension point, and the built-in strategies by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from boolsmith.extensions import Reference


@attrs.frozen
class Strategy(Reference):
    """How a start searches, by import string: listing strategies imports no engine.

    `target` is `module:Class`, a subclass of `boolsmith.searching.Start`. `settings` has the
    settings that only some strategies use, as far as this one uses them, each with its default; a
    search that is given another one refuses it. `parameters` is an attrs class of what the
    strategy has beyond them. With `until_time_limit`, a start goes on until the time limit if
    there is one, so that one start for each thread or process is enough then.
    """

    settings: Mapping[str, Any] = attrs.field(factory=dict, kw_only=True, hash=False)
    num_starts: int = attrs.field(default=4, kw_only=True)
    until_time_limit: bool = attrs.field(default=False, kw_only=True)
    parameters: type | None = attrs.field(default=None, kw_only=True)


_PROPOSALS = {
    "acceptance": "metropolis",
    "local_moves": None,
    "moves": (),
    "backend": None,
    "max_samples": "auto",
    "timeout": 1.0,
    "subtree_depth": 1,
    "patience": 10,
    "warm_start": (),
}
_ANNEALING = {"schedule": "geometric", "num_iterations": 2000, "num_iterations_burn_in": None}
SWEEP = Strategy(
    "sweep",
    "boolsmith.searching.sweep:SweepStart",
    settings={**_PROPOSALS, "num_iterations": None, "effort": 1.0},
    until_time_limit=True,
    description="descends by scoring all literals at a place at once",
)
PAPER = Strategy(
    "paper",
    "boolsmith.searching.paper:PaperStart",
    settings={**_PROPOSALS, **_ANNEALING},
    num_starts=20,
    description="the published algorithm: annealing over random local moves",
)

BUILTIN = (SWEEP, PAPER)
BY_STRATEGY = SWEEP.settings.keys() | PAPER.settings.keys()
"""The settings that only some strategies use."""
