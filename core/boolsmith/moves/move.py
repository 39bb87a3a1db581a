"""The move extension point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from boolsmith.operators.counting import check_name
from boolsmith.parameters import build_parameters, parameter_values
from boolsmith.rules import Literal, Node, Rule

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

    def why_not(self, rule: Rule) -> str | None:
        """None if the search would take the rule as a proposal, else the reason why not."""
        if not isinstance(rule, Node):
            return "it is not an operator over two or more rules"
        if self.max_complexity is not None and rule.complexity > self.max_complexity:
            return f"its complexity {rule.complexity} is above {self.max_complexity}"
        if self.max_depth is not None and rule.depth > self.max_depth:
            return f"its depth {rule.depth} is above {self.max_depth}"
        for _, node in rule.flatten():
            reason = self._why_not_node(node)
            if reason is not None:
                return reason
        return None

    def _why_not_node(self, node: Rule) -> str | None:
        if isinstance(node, Literal):
            known = node.feature in self.feature_names
            return None if known else f"the data has no feature {node.feature!r}"
        if not isinstance(node, Node):
            return "it has a constant inside"
        if node.operator not in self.operators:
            return f"operator {node.operator.name} is not among those of the search"
        features = [child.feature for child in node.children if isinstance(child, Literal)]
        if len(set(features)) < len(features):
            return f"a feature stands twice under one {node.operator.name}"
        return None


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
