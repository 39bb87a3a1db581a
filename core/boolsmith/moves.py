"""The move extension point, and the names of the six local moves.

The local moves of the paper are compiled and live in `engine`. The moves of plugins are functions
of Python that are asked now and then: they take the current rule and return another, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from boolsmith.errors import BoolsmithError, UnknownNameError
from boolsmith.extensions import Extension
from boolsmith.rules import Literal, Node, Rule

if TYPE_CHECKING:
    import numpy as np

    from boolsmith.operators import AnyOperator


@attrs.frozen
class MoveContext:
    """What a move may use to make its proposal.

    `rng` is the only source of randomness. `score(rule)` returns the objective of a rule on the
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
        """Return None if the search would take the rule as a proposal, else the reason why not."""
        if not isinstance(rule, Node):
            return "it is not an operator over two or more rules"
        if self.max_complexity is not None and rule.complexity > self.max_complexity:
            return f"its complexity {rule.complexity} is above {self.max_complexity}"
        if self.max_depth is not None and rule.depth > self.max_depth:
            return f"its depth {rule.depth} is above {self.max_depth}"
        return next(filter(None, (self._why_not_node(node) for _, node in rule.flatten())), None)

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
    """A named move generator: `propose(rule, context)` returns another rule, or None.

    `local` is the number of a compiled local move; only the built-in six have one.
    """

    propose: Callable[..., Rule | None] = attrs.field()
    local: int | None = attrs.field(default=None, kw_only=True)

    def __call__(self, rule: Rule, context: MoveContext) -> Rule | None:
        """Return the proposal of the move for `rule`, or None if it has none."""
        return self.propose(rule, context, *self.values)


def _refuse(rule: Rule, context: MoveContext) -> Rule | None:
    raise BoolsmithError("a local move is compiled into the search: Python cannot call it")


_LOCAL = {
    "remove_literal": "remove a literal, if two children remain beside it",
    "expand_literal": "put an operator in the place of a literal, over it and a sibling literal",
    "swap_literal": "replace a literal by its negation or by one of another feature",
    "remove_operator": "remove an operator with all below it, if two siblings remain",
    "add_literal": "add a literal to an operator",
    "swap_operator": "give a node another operator or parameter",
}
BUILTIN = tuple(
    Move(name, _refuse, local=code, description=text)
    for code, (name, text) in enumerate(_LOCAL.items())
)
LITERAL_MOVES, OPERATOR_MOVES = (0, 1, 2), (3, 4, 5)


def turns_of_moves(
    chosen: Mapping[str, int] | Iterable[str] | None = None,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the local moves in the order they take turns: those of literals, of operators.

    `chosen` names the moves that take part, with how many turns each has in a round; a list of
    names gives each one turn, None all six. Moves that are not named take no part.
    """
    if isinstance(chosen, str):
        raise BoolsmithError(f"local moves {chosen!r} must be a list of names, as in [{chosen!r}]")
    chosen = tuple(_LOCAL) if chosen is None else chosen
    weights = dict(chosen) if isinstance(chosen, Mapping) else dict.fromkeys(chosen, 1)
    for name, weight in weights.items():
        if name not in _LOCAL:
            raise UnknownNameError("local move", name, _LOCAL)
        if isinstance(weight, bool) or not isinstance(weight, int) or weight < 0:
            raise BoolsmithError(
                f"local move {name!r} has {weight!r} turns in a round: "
                "it must be a whole number of 0 or more"
            )
    turns = [
        (turn, code) for code, name in enumerate(_LOCAL) for turn in range(weights.get(name, 0))
    ]
    if not turns:
        raise BoolsmithError(f"no local move takes part: name one or more of {', '.join(_LOCAL)}")
    order = [code for _, code in sorted(turns)]
    literals, operators = (
        tuple(code for code in order if code in kind) for kind in (LITERAL_MOVES, OPERATOR_MOVES)
    )
    return literals, operators
