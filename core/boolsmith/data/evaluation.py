"""Evaluating rules on data as people have it: a matrix, a DataFrame, or one row as a dict.

This is the convenient way. The search evaluates rules on packed words in compiled code instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boolsmith.data.inputs import binary_source
from boolsmith.errors import UnknownNameError
from boolsmith.rules import Rule
from boolsmith.rules.nodes import flip
from boolsmith.rules.truth import outcome


def evaluate(
    rule: Rule, data: Any, feature_names: Sequence[str] | None = None
) -> NDArray[np.bool_] | bool:
    """Return the outcome of the rule for every row of `data`; a bool for one row given as a dict.

    The columns of a matrix are named by `feature_names`, or x0, x1, ... A DataFrame brings its own
    names. Every value that the rule reads must be a bool, 0 or 1. A column may be present in
    either spelling of a comparison: `a <= 3` serves a rule that reads `a > 3`.
    """
    source = binary_source(data, feature_names)
    place = {name: j for j, name in enumerate(source.feature_names)}

    def column(name: str) -> NDArray[np.bool_]:
        opposite = flip(name)
        if name not in place and opposite in place:
            return ~source.column(place[opposite])
        if name not in place:
            raise UnknownNameError("column", name, place)
        return source.column(place[name])

    false = np.zeros(source.num_rows, dtype=bool)
    result = outcome(rule, column, false, ~false)
    if isinstance(data, Mapping):
        return bool(result[0])
    return result.copy()  # a rule of one literal must not hand out the column of the data itself
