"""Rules evaluated on packed words with numpy alone: one outcome bit per row.

For a handful of rules; the search evaluates its millions in `engine`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from boolsmith.data.packed import PackedData, Words
from boolsmith.errors import UnknownNameError
from boolsmith.operators import TableOperator
from boolsmith.rules import Constant, Literal, Node, Path, Rule

_ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


@lru_cache(maxsize=16)
def _columns(names: tuple[str, ...]) -> dict[str, tuple[int, bool]]:
    """The column of every feature a literal can name, and whether it holds the opposite.

    A literal of the column `a <= 3` is spelled as the negation of `a > 3`.
    """
    literals = [Literal(name) for name in names]
    return {literal.feature: (i, literal.negated) for i, literal in enumerate(literals)}


def outcomes(rule: Rule, data: PackedData) -> Words:
    """The outcome of the rule for every row; bits of padding mean nothing."""
    return _outcomes(rule, data, _columns(data.feature_names))


def outcomes_either_way(rule: Rule, target: Path, data: PackedData) -> tuple[Words, Words]:
    """The outcomes of the rule if the node at `target` were false, and if it were true."""
    columns = _columns(data.feature_names)
    false, true = _constant(False, data), _constant(True, data)
    for depth in reversed(range(len(target))):
        parent, step = rule.at(target[:depth]), target[depth]
        assert isinstance(parent, Node)
        others = [
            None if i == step else _outcomes(child, data, columns)
            for i, child in enumerate(parent.children)
        ]
        false = _apply(parent, [false if words is None else words for words in others])
        true = _apply(parent, [true if words is None else words for words in others])
    return false, true


def _outcomes(rule: Rule, data: PackedData, columns: Mapping[str, tuple[int, bool]]) -> Words:
    if isinstance(rule, Constant):
        return _constant(rule.value, data)
    if isinstance(rule, Literal):
        if rule.feature not in columns:
            raise UnknownNameError("feature", rule.feature, data.feature_names)
        place, opposite = columns[rule.feature]
        words: Words = data.words[place]
        return ~words if rule.negated != opposite else words
    assert isinstance(rule, Node)
    return _apply(rule, [_outcomes(child, data, columns) for child in rule.children])


def _constant(value: bool, data: PackedData) -> Words:
    return np.full(data.num_words, _ALL if value else 0, dtype=np.uint64)


def _apply(node: Node, children: Sequence[Words]) -> Words:
    if isinstance(node.operator, TableOperator):
        words = _from_table(node.operator, children)
    else:
        words = _from_mask(node.operator.mask(len(children), node.k), children)
    return ~words if node.negated else words


def _from_table(operator: TableOperator, children: Sequence[Words]) -> Words:
    words = np.zeros_like(children[0])
    for i in range(1 << operator.arity):
        if operator.table >> i & 1:
            words |= _minterm(i, children)
    return words


def _from_mask(mask: int, children: Sequence[Words]) -> Words:
    """Add the children up in bit-sliced counters, then look for each accepted count."""
    words = np.zeros_like(children[0])
    counter: list[Words] = []
    for child in children:
        carry = child
        for b, bit in enumerate(counter):
            counter[b], carry = bit ^ carry, bit & carry
        if len(counter) < len(children).bit_length():
            counter.append(carry)
    for count in range(len(children) + 1):
        if mask >> count & 1:
            words |= _minterm(count, counter)
    return words


def _minterm(value: int, bits: Sequence[Words]) -> Words:
    """Where the bits spell `value`."""
    words = np.full_like(bits[0], _ALL)
    for b, bit in enumerate(bits):
        words &= bit if value >> b & 1 else ~bit
    return words


def weight_right(rule: Rule, data: PackedData) -> float:
    """The weight of the rows that the rule gets right."""
    words, split = outcomes(rule, data), data.num_positive_words
    return sum(data.units(np.concatenate([words[:split], ~words[split:]]))) * data.unit
