"""The meaning of a rule: its outcome from the outcomes of its literals, and its truth table.

`outcome` works on anything that knows `&`, `|` and `~`: Python integers as packed truth tables,
Boolean arrays, decision diagrams. It is the one place that says what an operator computes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any, Protocol, Self, TypeVar

from boolsmith.errors import BoolsmithError
from boolsmith.operators import Operator
from boolsmith.rules.nodes import Constant, Literal, Node, Rule

MAX_VARIABLES = 20


class Value(Protocol):
    """A value that a rule can be computed on."""

    def __and__(self, other: Any, /) -> Self: ...
    def __or__(self, other: Any, /) -> Self: ...
    def __invert__(self) -> Self: ...


V = TypeVar("V", bound=Value)


def counted(mask: int, arity: int, children: Iterable[V], zero: V, one: V) -> V:
    """Return whether the number of true children is in the mask."""
    if mask == 1 << arity:
        return reduce(lambda a, b: a & b, children)
    if mask == (1 << arity + 1) - 2:
        return reduce(lambda a, b: a | b, children)
    bits: list[V] = []  # the count, in binary
    for number, carry in enumerate(children, 1):
        for i, bit in enumerate(bits):
            both = bit & carry
            bits[i], carry = (bit | carry) & ~both, both  # noqa: PLW2901
        if number.bit_length() > len(bits):
            bits.append(carry)
    return _looked_up(mask, bits, zero, one)


def outcome(
    rule: Rule,
    feature: Callable[[str], V],
    zero: V,
    one: V,
    count: Callable[[int, int, Iterable[V], V, V], V] = counted,
) -> V:
    """Return the outcome of the rule where `feature(name)` gives the value of a feature.

    `count` may be a better way than `counted` for the values at hand.
    """
    if isinstance(rule, Constant):
        return one if rule.value else zero
    if isinstance(rule, Literal):
        value = feature(rule.feature)
    else:
        assert isinstance(rule, Node)
        children = (outcome(child, feature, zero, one, count) for child in rule.children)
        if isinstance(rule.operator, Operator):
            arity = len(rule.children)
            value = count(rule.operator.mask(arity, rule.k), arity, children, zero, one)
        else:
            value = _looked_up(rule.operator.table, list(children), zero, one)
    return ~value if rule.negated else value


def _looked_up(table: int, inputs: Sequence[V], zero: V, one: V) -> V:
    """Return the bit of the table at the number whose bits are the inputs, the lowest first."""
    if table == 0:
        return zero
    if not inputs:
        return one
    *rest, top = inputs
    half = 1 << len(rest)
    low, high = table & (1 << half) - 1, table >> half
    if low == high:
        return _looked_up(low, rest, zero, one)
    if low == 0:
        return top & _looked_up(high, rest, zero, one)
    if high == 0:
        return ~top & _looked_up(low, rest, zero, one)
    return (top & _looked_up(high, rest, zero, one)) | (~top & _looked_up(low, rest, zero, one))


def truth_table(rule: Rule, features: Sequence[str] | None = None) -> int:
    """Return the outcomes for all assignments, as an integer of 2**n bits for n features.

    Bit `i` is the outcome where feature `j` has the value of bit `j` of `i`. The features are those
    of the rule in order of appearance, or those given; at most `MAX_VARIABLES`.
    """
    names = rule.features() if features is None else tuple(features)
    if len(names) > MAX_VARIABLES:
        raise BoolsmithError(
            f"a truth table of {len(names)} features is too large: at most {MAX_VARIABLES}"
        )
    missing = [name for name in rule.features() if name not in names]
    if missing:
        raise BoolsmithError(f"feature {missing[0]!r} of the rule is not among those given")
    columns = {name: variable(i, len(names)) for i, name in enumerate(names)}
    everything = (1 << (1 << len(names))) - 1
    # Negated integers have infinitely many leading ones; the last step cuts them off.
    return outcome(rule, columns.__getitem__, 0, everything) & everything


def variable(index: int, count: int) -> int:
    """Return the truth table, over `count` variables, of the one at `index`."""
    width = 1 << index
    table = ((1 << width) - 1) << width
    while (width := 2 * width) < 1 << count:
        table |= table << width
    return table
