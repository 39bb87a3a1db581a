"""The move extension point.

The six local moves of the paper are compiled and live in `engine`. A move here is proposed now
and then by Python code: it takes the current rule and gives another, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from boolsmith.extensions import Extension
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
class Move(Extension):
    """A named move generator: `propose(rule, context)` gives another rule, or None."""

    propose: Callable[..., Rule | None] = attrs.field()

    def __call__(self, rule: Rule, context: MoveContext) -> Rule | None:
        """Return the proposal of the move for `rule`, or None if it has none."""
        return self.propose(rule, context, *self.values)
