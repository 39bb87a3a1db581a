"""A subproblem and its solution: the best rule of depth one or two for weighted rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

import attrs

from boolsmith.errors import BoolsmithError
from boolsmith.operators import AND, OR, AnyOperator, Operator
from boolsmith.rules import Literal as RuleLiteral
from boolsmith.rules import Node, Rule

if TYPE_CHECKING:  # numpy is not needed to say what a subproblem is
    from boolsmith.data import PackedData

Shape = Literal["depth-one", "or-of-ands", "and-of-ors"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
OUTER: dict[Shape, Operator] = {"or-of-ands": OR, "and-of-ors": AND}
Status = Literal["optimal", "feasible", "infeasible", "no-incumbent"]
DEMANDS = frozenset({"signs", "constraints"})
Origin = Literal["solver", "repaired", "given"]


@attrs.frozen
class Subproblem:
    """Find the rule T that maximises the weight of rows it gets right, minus `regularization`
    times its complexity.

    For shape `depth-one`, T is `operator` (any parameter; negated if `negated`) over at least
    `min_num_literals` and at most `max_num_literals` different features, each plain or negated.
    A single literal is allowed when `min_num_literals` is 1. For the two shapes of depth two,
    `operator` is the outer one, Or of `or-of-ands` and And of `and-of-ors`. Its children are
    literals and terms; a term is the inner operator over two or more different features, and a
    lone child stands for the rule. `max_num_literals` then bounds the literals in all.

    `data` holds the rows packed, with their labels and weights (see `PackedData`).

    Two fields are provisional. `signs` has a number for each feature that says which literals of
    it T may have: 1 the plain one, 2 the negated one, 3 both, 0 none; None allows both of all.
    `constraints` are further conditions on T. A backend gets a subproblem that has either only if
    its `BackendSpec` says that it honours it.
    """  # noqa: D205

    data: PackedData
    operator: AnyOperator
    negated: bool = attrs.field(default=False, kw_only=True)
    min_num_literals: int = attrs.field(default=2, kw_only=True)
    max_num_literals: int = attrs.field(default=4, kw_only=True)
    regularization: float = attrs.field(default=0.0, kw_only=True)
    shape: Shape = attrs.field(default="depth-one", kw_only=True)
    signs: tuple[int, ...] | None = attrs.field(default=None, kw_only=True)
    constraints: tuple[Any, ...] = attrs.field(default=(), kw_only=True)

    @signs.validator
    def _check_signs(self, _: object, signs: tuple[int, ...] | None) -> None:
        m = self.data.num_features
        if signs is not None and (len(signs) != m or not set(signs) <= {0, 1, 2, 3}):
            raise BoolsmithError(
                f"signs={signs}: give 0, 1, 2 or 3 for each of the {m} features, or None"
            )

    def __attrs_post_init__(self) -> None:
        if not 1 <= self.min_num_literals <= self.max_num_literals:
            raise BoolsmithError(
                f"min_num_literals={self.min_num_literals} and "
                f"max_num_literals={self.max_num_literals}: give 1 <= min <= max"
            )

    @property
    def demands(self) -> frozenset[str]:
        """The provisional fields that are set: a backend must honour them all."""
        return frozenset(name for name in DEMANDS if getattr(self, name))

    def fits(self, rule: Rule) -> bool:
        """Return whether the rule has the form that the subproblem asks for."""
        literals = list(rule.literals())
        enough = self.min_num_literals <= len(literals) <= self.max_num_literals
        if not enough or not all(map(self._allows, literals)):
            return False
        if isinstance(rule, RuleLiteral):
            return True
        depth = 1 if self.shape == "depth-one" else 2
        if not isinstance(rule, Node) or rule.depth > depth or rule.negated != self.negated:
            return False
        inner = [child for child in rule.children if isinstance(child, Node)]
        other = AND if self.operator == OR else OR
        alone = depth == 2 and not inner and rule.operator == other
        proper = all(child.operator == other and not child.negated for child in inner)
        if not alone and (rule.operator != self.operator or not proper):
            return False
        return all(_features_differ(node) for node in (rule, *inner))

    def _allows(self, literal: RuleLiteral) -> bool:
        if self.signs is None:
            return True
        allowed = self.signs[self.data.feature_names.index(literal.feature)]
        return bool(allowed & (2 if literal.negated else 1))

    def objective(self, rule: Rule) -> float:
        """Return the weight of rows that the rule gets right, less what its complexity costs."""
        from boolsmith.subproblems.packed_rules import weight_right

        return weight_right(rule, self.data) - self.regularization * rule.complexity


def _features_differ(node: Node) -> bool:
    features = [child.feature for child in node.children if isinstance(child, RuleLiteral)]
    return len(set(features)) == len(features)


@attrs.frozen
class Solution:
    """What a backend found: a rule, its objective, and what is known about the optimum.

    `objective` and `bound` are in the units of the subproblem: weight of rows got right minus
    regularization. `bound` is an upper bound that the backend proved, or None.

    Two fields are provisional. `origin` says whose the rule is: the solver's own, one that the
    backend made of an answer that was no rule ("repaired"), or the one that the solver was given
    to start from ("given"). `sampleset` is what a sampler returned, if the backend keeps it.
    """

    status: Status
    rule: Rule | None = None
    objective: float | None = None
    bound: float | None = None
    seconds: float = 0.0
    nodes: int = 0
    message: str = ""
    origin: Origin = attrs.field(default="solver", kw_only=True)
    sampleset: Any = attrs.field(default=None, kw_only=True, eq=False, repr=False)

    @property
    def gap(self) -> float | None:
        """How far the objective may be from the optimum; 0 when proven."""
        if self.objective is None or self.bound is None:
            return None
        return max(0.0, self.bound - self.objective)
