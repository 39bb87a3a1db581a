"""Rules from bytes: how strategies and checks draw them. Zeros give the simplest rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boolsmith.operators import AnyOperator
from boolsmith.rules import Literal, Node, Rule

MAX_ARITY = 6


def num_bytes(max_complexity: int) -> int:
    """About how many bytes a rule of that size takes; a missing byte counts as zero."""
    return 4 + 2 * max_complexity


class Decoder:
    """Makes a rule from bytes; zeros give the simplest one."""

    def __init__(
        self,
        operators: Sequence[AnyOperator],
        features: Sequence[str],
        min_complexity: int,
        max_complexity: int,
    ) -> None:
        self.operators, self.features = operators, features
        self.least, self.span = min_complexity, max_complexity - min_complexity + 1
        self.choices: dict[int, list[tuple[AnyOperator, list[int]]]] = {}

    def __call__(self, data: bytes) -> Rule:
        """The rule in the bytes."""
        source = iter(data)
        return self._rule(source, self.least + _next(source) * self.span // 256)

    def _rule(self, source: Iterator[int], budget: int) -> Rule:
        """A rule of at most `budget` nodes."""
        byte = _next(source)
        fitting = self._fitting(budget)
        if not fitting:
            return Literal(self.features[(byte >> 1) % len(self.features)], bool(byte & 1))
        operator, arities = fitting[(byte >> 1) % len(fitting)]
        arity = arities[_next(source) % len(arities)]
        shares = _shares(source, budget - 1, arity)
        children = tuple(self._rule(source, share) for share in shares)
        values = operator.parameter_values(arity)
        k = values[_next(source) % len(values)] if len(values) > 1 else values[0]
        return Node(operator, children, k, bool(byte & 1))

    def _fitting(self, budget: int) -> list[tuple[AnyOperator, list[int]]]:
        """The operators that fit into so many nodes, each with the numbers of children it takes."""
        if budget not in self.choices:
            arities = range(2, min(budget, MAX_ARITY + 1))
            taken = [(f, [n for n in arities if f.takes(n)]) for f in self.operators]
            self.choices[budget] = [(f, numbers) for f, numbers in taken if numbers]
        return self.choices[budget]


def _shares(source: Iterator[int], total: int, arity: int) -> list[int]:
    """How many nodes each child may have: at least one, the rest as the bytes say."""
    shares = [1] * arity
    spare = total - arity
    while spare > 1:
        part = max(2, spare // 2)
        shares[_next(source) % arity] += part
        spare -= part
    return shares


def _next(source: Iterator[int]) -> int:
    return next(source, 0)
