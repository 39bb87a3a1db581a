"""A part of a rule goes under a new operator, or an operator gives way to one of its children."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boolsmith import Literal, Move, Node

from boolsmith_moves.choice import draw, usable

if TYPE_CHECKING:
    from boolsmith import Rule
    from boolsmith.moves import MoveContext


def _wrap(rule: Rule, context: MoveContext) -> Rule | None:
    path, inner = draw(context, list(rule.flatten()))
    operator = draw(context, context.operators)
    arity = next(n for n in range(2, 7) if operator.takes(n))
    if arity > len(context.feature_names) + 1:
        return None
    drawn = context.rng.choice(len(context.feature_names), arity - 1, replace=False)
    children: list[Rule] = [
        Literal(context.feature_names[i], negated=bool(context.rng.integers(2))) for i in drawn
    ]
    children.insert(int(context.rng.integers(arity)), inner)
    k = draw(context, operator.parameter_values(arity))
    wrapped = Node(operator, tuple(children), k, negated=bool(context.rng.integers(2)))
    return usable(rule, rule.replace(path, wrapped), context)


def _unwrap(rule: Rule, context: MoveContext) -> Rule | None:
    path, node = draw(context, [(p, n) for p, n in rule.flatten() if n.children])
    return usable(rule, rule.replace(path, draw(context, node.children)), context)


WRAP = Move("wrap", _wrap, description="a part of the rule goes under a new operator")
UNWRAP = Move("unwrap", _unwrap, description="an operator is replaced by one of its children")
