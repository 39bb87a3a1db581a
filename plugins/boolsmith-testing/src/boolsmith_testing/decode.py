"""Rules from bytes: how strategies and checks draw them. Zeros give the simplest rule.

The shape of the rule is read from the front, its operators from the back, the deepest first. So
a smaller shape keeps the operators that stood deepest, which is what shrinking needs: it finds
that the part below was enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boolsmith.operators import AnyOperator
from boolsmith.rules import Literal, Node, Rule

MAX_ARITY = 6


def num_bytes(max_complexity: int) -> int:
    """About how many bytes a rule of that size takes; a missing byte counts as zero."""
    return 4 + 3 * max_complexity // 2


class Decoder:
    """Makes a rule from bytes."""

    def __init__(
        self,
        operators: Sequence[AnyOperator],
        features: Sequence[str],
        min_complexity: int,
        max_complexity: int,
    ) -> None:
        self.features = features
        self.least, self.span = min_complexity, max_complexity - min_complexity + 1
        arities = range(2, MAX_ARITY + 1)
        taking = {arity: [f for f in operators if f.takes(arity)] for arity in arities}
        self.choices = {  # for each number of children the operators with all their parameters
            arity: [(f, f.parameter_values(arity)) for f in fitting]
            for arity, fitting in taking.items()
            if fitting
        }
        self.arities = [[n for n in self.choices if n < budget] for budget in range(MAX_ARITY + 2)]

    def __call__(self, data: bytes) -> Rule:
        """Return the rule in the bytes."""
        shape = iter(data)
        return self._rule(shape, reversed(data), self.least + next(shape) * self.span // 256)

    def _rule(self, shape: Iterator[int], operators: Iterator[int], budget: int) -> Rule:
        """Return a rule of at most `budget` nodes."""
        byte = next(shape, 0)
        arities = self.arities[min(budget, MAX_ARITY + 1)]
        if not arities:
            return Literal(self.features[(byte >> 1) % len(self.features)], bool(byte & 1))
        arity = arities[byte % len(arities)]
        shares = _shares(shape, budget - 1, arity)
        children = tuple([self._rule(shape, operators, share) for share in shares])
        byte = next(operators, 0)
        fitting = self.choices[arity]
        operator, values = fitting[(byte >> 1) % len(fitting)]
        k = values[next(operators, 0) % len(values)] if len(values) > 1 else values[0]
        return Node(operator, children, k, bool(byte & 1))


def _shares(shape: Iterator[int], total: int, arity: int) -> list[int]:
    """How many nodes each child may have: at least one, the rest as the bytes say."""
    shares = [1] * arity
    spare = total - arity
    while spare > 1:
        part = max(2, spare // 2)
        shares[next(shape, 0) % arity] += part
        spare -= part
    return shares
