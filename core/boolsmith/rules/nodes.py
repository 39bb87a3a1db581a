"""The nodes that rules are made of: literals, operator nodes, and the constants Zero and One.

Rules are immutable values: equal if structurally equal, hashable, and cheap to change into others
because unchanged parts are shared. A rule is at most `MAX_DEPTH` levels deep and has at most
`MAX_COMPLEXITY` literals and operators: nobody could read a larger one, and so plain recursion
ends, with an error of one line for hostile input.
"""

from __future__ import annotations

import operator as operators
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Self

import attrs

from boolsmith import rules  # what rules can do, which is written in terms of these nodes
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AnyOperator
from boolsmith.operators.counting import check_use

if TYPE_CHECKING:
    import numpy as np

Path = tuple[int, ...]
"""Where a node stands in a rule: the position of the child to take at each level."""

WORD = re.compile(r"\w[\w.\-]*")
"""A feature name that stands without quotes, unless it is one of `CONSTANTS`."""

CONSTANTS = ("Zero", "One")
MAX_DEPTH = 100
MAX_COMPLEXITY = 10_000

_COMPARISON = re.compile(r"^(?P<left>.*?\S) (?P<sign><=|>=|!=|=|<|>) (?P<right>\S.*)$", re.DOTALL)
_FLIPPED = {">": "<=", "<=": ">", ">=": "<", "<": ">=", "=": "!=", "!=": "="}
_MISSING, _PRESENT = " is missing", " is not missing"


def flip(condition: str) -> str | None:
    """Return the opposite of a comparison (`a > 3`, `a <= 3`), or None for another name."""
    if condition.endswith(_PRESENT):
        return condition.removesuffix(_PRESENT) + _MISSING
    if condition.endswith(_MISSING):
        return condition.removesuffix(_MISSING) + _PRESENT
    match = _COMPARISON.match(condition)
    if match is None:
        return None
    return f"{match['left']} {_FLIPPED[match['sign']]} {match['right']}"


def is_negative(condition: str) -> bool:
    """Return whether a comparison is the negative of its pair: with <=, <, != or `is not`."""
    if condition.endswith((_MISSING, _PRESENT)):
        return condition.endswith(_PRESENT)
    match = _COMPARISON.match(condition)
    return match is not None and match["sign"] in ("<=", "<", "!=")


def quote(name: str) -> str:
    """Return the name as it stands in a rule: in double quotes if it needs them."""
    if WORD.fullmatch(name) and name not in CONSTANTS:
        return name
    return '"' + "".join(map(_escape, name)) + '"'


def _escape(character: str) -> str:
    if character == '"':
        return '\\"'
    if character.isprintable() and character != "\\":
        return character
    return character.encode("unicode_escape").decode("ascii")


class Rule:
    """A rule: a Boolean formula over named features."""

    __slots__ = ()

    negated: bool

    @property
    def children(self) -> tuple[Rule, ...]:
        """The rules directly below this one; none for a literal or a constant."""
        return ()

    @property
    def depth(self) -> int:
        """The longest path from the root to a literal: 0 for a literal."""
        return 0

    @property
    def complexity(self) -> int:
        """The number of literals and operators in the rule; a constant has none."""
        return 1

    def __invert__(self) -> Rule:
        raise NotImplementedError

    def flatten(self) -> Iterator[tuple[Path, Rule]]:
        """Return every node with its path, the root first, each before its children."""
        stack: list[tuple[Path, Rule]] = [((), self)]
        while stack:
            path, node = stack.pop()
            yield path, node
            stack.extend(
                ((*path, i), child) for i, child in reversed(list(enumerate(node.children)))
            )

    def literals(self) -> Iterator[Literal]:
        """Return every literal, from left to right, repetitions included."""
        return (node for _, node in self.flatten() if isinstance(node, Literal))

    def features(self) -> tuple[str, ...]:
        """Return the names of the features that the rule reads, in order, each once."""
        return tuple(dict.fromkeys(literal.feature for literal in self.literals()))

    def at(self, path: Path) -> Rule:
        """Return the node at `path`."""
        node = self
        for step in path:
            if not 0 <= step < len(node.children):
                raise BoolsmithError(f"no node at path {path} of {self}")
            node = node.children[step]
        return node

    def replace(self, path: Path, subtree: Rule) -> Rule:
        """Return the rule with the node at `path` replaced by `subtree`."""
        spine = [self.at(path[:length]) for length in range(len(path) + 1)]
        for node, step in zip(reversed(spine[:-1]), reversed(path), strict=True):
            children = (*node.children[:step], subtree, *node.children[step + 1 :])
            subtree = attrs.evolve(node, children=children)  # type: ignore[misc]
        return subtree

    @classmethod
    def parse(cls, text: str) -> Rule:
        """Return the rule written as `text`, as in `And(Choose2(a, b, c, d), ~e, f)`."""
        return rules.parse(text)

    def __repr__(self) -> str:
        return f"Rule.parse({str(self)!r})"

    def _repr_html_(self) -> str:
        """Return the rule as a tree, for notebooks."""
        from boolsmith.learn.pictures.svg import rule_svg

        return rule_svg(self)

    def evaluate(self, data: Any, feature_names: Any = None) -> np.ndarray | bool:
        """Return the outcome of each row of a matrix or DataFrame, or of one row as a dict."""
        from boolsmith.data.evaluation import evaluate

        return evaluate(self, data, feature_names)

    def simplify(self) -> Rule:
        """Return an equivalent rule of the same or lower complexity."""
        return rules.simplify(self)

    def equivalent(self, other: Rule) -> bool:
        """Return whether both rules have the same outcome for all values of their features."""
        return rules.equivalent(self, other)

    def to_json(self) -> dict[str, Any]:
        """Return the rule as plain data for a JSON file."""
        return rules.to_json(self)

    @classmethod
    def from_json(cls, document: Any) -> Rule:
        """Return the rule in a document that `to_json` made."""
        return rules.from_json(document)


@attrs.frozen(repr=False, str=False)
class Literal(Rule):
    """A feature, or its negation.

    The two spellings of a comparison are one literal: `Literal("a <= 3")` is `~Literal("a > 3")`,
    so that contradictions are seen and a rule prints in the way people read it.
    """

    feature: str = attrs.field()
    negated: bool = attrs.field(default=False)

    @feature.validator
    def _check_feature(self, _: object, value: object) -> None:
        if not isinstance(value, str) or not value:
            raise BoolsmithError(f"feature {value!r} is not a name: give a non-empty string")

    def __attrs_post_init__(self) -> None:
        if is_negative(self.feature):
            object.__setattr__(self, "feature", flip(self.feature))
            object.__setattr__(self, "negated", not self.negated)

    def __invert__(self) -> Literal:
        return Literal(self.feature, not self.negated)

    def __str__(self) -> str:
        opposite = flip(self.feature) if self.negated else None
        sign = "~" if self.negated and opposite is None else ""
        return sign + quote(opposite or self.feature)

    def with_feature(self, feature: str) -> Self:
        """Return the literal of another feature with the same negation."""
        return attrs.evolve(self, feature=feature)


def _as_tuple(children: Iterable[Rule]) -> tuple[Rule, ...]:
    return tuple(children)


def _parameter(k: object) -> int | None:
    if k is None:
        return None
    if isinstance(k, bool) or not hasattr(k, "__index__"):
        raise BoolsmithError(f"parameter {k!r} of an operator is not a whole number")
    return operators.index(k)


@attrs.frozen(repr=False, str=False, cache_hash=True)
class Node(Rule):
    """An operator over two or more rules, with its parameter if it has one."""

    operator: AnyOperator = attrs.field()
    children: tuple[Rule, ...] = attrs.field(converter=_as_tuple)
    k: int | None = attrs.field(default=None, converter=_parameter)
    negated: bool = attrs.field(default=False)
    depth: int = attrs.field(init=False, eq=False)
    complexity: int = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        for child in self.children:
            if not isinstance(child, Rule):
                raise BoolsmithError(
                    f"child {child!r} of {self.operator.name} is not a rule: "
                    "give Literal(...), Node(...), Zero or One"
                )
        arity = len(self.children)
        check_use(self.operator, arity, self.k)
        depth = 1 + max(child.depth for child in self.children)
        complexity = 1 + sum(child.complexity for child in self.children)
        if depth > MAX_DEPTH:
            raise BoolsmithError(f"a rule is at most {MAX_DEPTH} levels deep, this one is {depth}")
        if max(complexity, arity) > MAX_COMPLEXITY:
            raise BoolsmithError(
                f"a rule has at most {MAX_COMPLEXITY} literals and operators, "
                f"this one has {max(complexity, arity)}"
            )
        object.__setattr__(self, "depth", depth)
        object.__setattr__(self, "complexity", complexity)

    def __invert__(self) -> Node:
        return Node(self.operator, self.children, self.k, not self.negated)

    def __str__(self) -> str:
        sign, k = "~" if self.negated else "", "" if self.k is None else self.k
        return f"{sign}{self.operator.name}{k}({', '.join(map(str, self.children))})"


@attrs.frozen(repr=False, str=False)
class Constant(Rule):
    """A trivial rule: `Zero` is always false, `One` always true."""

    value: bool = attrs.field(converter=bool)

    @property
    def negated(self) -> bool:  # type: ignore[override]
        """Never: the negation of One is Zero."""
        return False

    @property
    def complexity(self) -> int:
        """0: a trivial rule has neither literals nor operators."""
        return 0

    def __invert__(self) -> Constant:
        return Constant(not self.value)

    def __str__(self) -> str:
        return CONSTANTS[self.value]


Zero = Constant(False)
One = Constant(True)
