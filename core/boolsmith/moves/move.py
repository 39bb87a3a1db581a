"""The move extension point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from boolsmith.operators.counting import check_name
from boolsmith.parameters import build_parameters, parameter_values
from boolsmith.rules import Rule

if TYPE_CHECKING:
    import numpy as np

    from boolsmith.operators import AnyOperator


@attrs.frozen
class MoveContext:
    """What a move may use to make its proposal.

    `rng` is the only source of randomness. `score(rule)` gives the objective of a rule on the
    full data. `archive` holds the best rule of each complexity found so far. A proposal beyond
    `max_complexity` or `max_depth` (None: no bound) is not used.
    """

    rng: np.random.Generator
    feature_names: Sequence[str]
    operators: Sequence[AnyOperator]
    max_complexity: int | None
    max_depth: int | None
    archive: Mapping[int, Rule]
    score: Callable[[Rule], float]


@attrs.frozen
class Move:
    """A named move generator: `propose(rule, context)` gives another rule, or None.

    A move with `parameters`, an attrs class, gets their values after the context, in the order
    of the fields.
    """

    name: str = attrs.field()
    propose: Callable[..., Rule | None] = attrs.field()
    parameters: type | None = attrs.field(default=None, kw_only=True)
    description: str = attrs.field(default="", kw_only=True)
    values: tuple[Any, ...] = attrs.field(default=(), kw_only=True)

    @name.validator
    def _check_name(self, _: object, value: object) -> None:
        check_name("move", value)

    def with_parameters(self, given: Mapping[str, Any] | None = None) -> Move:
        """The move with its parameters set; unknown ones are refused."""
        built = build_parameters(self.parameters, given, f"move {self.name!r}")
        return attrs.evolve(self, values=parameter_values(built))

    def __call__(self, rule: Rule, context: MoveContext) -> Rule | None:
        """The proposal of the move for `rule`, or None if it has none."""
        return self.propose(rule, context, *self.values)
