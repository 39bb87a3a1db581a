"""Rules evaluated on packed words with numpy alone: one outcome bit per row.

For a handful of rules; the search evaluates its millions in `engine`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import count

import numpy as np

from boolsmith.data.packed import PackedData, Words
from boolsmith.errors import UnknownNameError
from boolsmith.rules import Literal, Path, Rule
from boolsmith.rules.truth import outcome


@lru_cache(maxsize=16)
def _columns(names: tuple[str, ...]) -> dict[str, tuple[int, bool]]:
    """Return the column of every feature a literal can name, and whether it holds the opposite.

    A literal of the column `a <= 3` is spelled as the negation of `a > 3`.
    """
    literals = [Literal(name) for name in names]
    return {literal.feature: (i, literal.negated) for i, literal in enumerate(literals)}


def outcomes(rule: Rule, data: PackedData, open_to: Mapping[str, Words] | None = None) -> Words:
    """Return the outcome of the rule for every row; bits of padding mean nothing.

    `open_to` has the words of features that are not columns of the data.
    """
    columns, others = _columns(data.feature_names), open_to or {}

    def feature(name: str) -> Words:
        if name in others:
            return others[name]
        if name not in columns:
            raise UnknownNameError("feature", name, data.feature_names)
        place, opposite = columns[name]
        words: Words = data.words[place]
        return ~words if opposite else words

    zero = np.zeros(data.num_words, dtype=np.uint64)
    return outcome(rule, feature, zero, ~zero)


def outcomes_either_way(rule: Rule, target: Path, data: PackedData) -> tuple[Words, Words]:
    """Return the outcomes of the rule if the node at `target` were false, and if it were true."""
    either = np.zeros((2, data.num_words), dtype=np.uint64)
    either[1] = ~either[1]
    columns = _columns(data.feature_names)
    free = next(name for name in map("open {}".format, count()) if name not in columns)
    # What stands beside the path to the target has one outcome, which is computed once.
    words = outcomes(rule.replace(target, Literal(free)), data, {free: either})
    false, true = np.broadcast_to(words, either.shape)
    return false, true


def weight_right(rule: Rule, data: PackedData) -> float:
    """Return the weight of the rows that the rule gets right."""
    words, split = outcomes(rule, data), data.num_positive_words
    return sum(data.units(np.concatenate([words[:split], ~words[split:]]))) * data.unit
