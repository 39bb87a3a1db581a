"""The compiled searches of the exact solver, with one face: And and Or have one of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boolsmith.engine import exact_conjunction, exact_search
from boolsmith.engine.exact_bounds import Columns, OpenClasses
from boolsmith.engine.exact_conjunction import Conjunction
from boolsmith.engine.exact_search import BEST, Search
from boolsmith.subproblems.cases import Case


class CaseSearch:
    """A search for better than `beat` among the rules of one case."""

    def __init__(self, columns: Columns, case: Case, beat: int, least: int) -> None:
        self.columns = columns
        # An Or is false where all of the opposites are true: the And of them, by its misses.
        self._opposite = int(case.is_and_or_or and not case.is_and)
        self._engine: Any = exact_conjunction if case.is_and_or_or else exact_search
        self._state: Any = (
            _conjunction(columns, case, least) if case.is_and_or_or else _counting(columns, case)
        )
        self.numbers = self._state.numbers
        self.best = beat

    def run(self, budget: int) -> bool:
        """Go on until finished (return True) or until the work exceeds the budget (False)."""
        return bool(self._engine.run(self.columns, self._state, budget))

    def remaining(self) -> float:
        """Return an upper bound on what has not been looked at."""
        return float(self._engine.remaining(self._state))

    @property
    def best(self) -> int:
        """The best score so far, which is what was to beat if nothing was found."""
        return int(self.numbers[BEST])

    @best.setter
    def best(self, score: int) -> None:
        self.numbers[BEST] = score

    @property
    def literals(self) -> NDArray[np.int64]:
        """The best literals found."""
        return np.asarray(self._state.best ^ self._opposite)


def _whole(*shape: int) -> NDArray[np.int64]:
    return np.zeros(shape, dtype=np.int64)


def _each(names: str, *shape: int) -> dict[str, Any]:
    return {name: _whole(*shape) for name in names.split()}


def _conjunction(columns: Columns, case: Case, least: int) -> Conjunction:
    num_features, words = columns.by_feature.shape
    literals, size = 2 * num_features, case.size
    parts = (0, columns.num_positive), (columns.num_positive, words)
    inside, outside = parts if case.is_and else parts[::-1]
    weights = _whole(size, 2)
    of_words = np.bitwise_count(columns.valid) * columns.weights
    weights[0] = of_words[slice(*inside)].sum(), of_words[slice(*outside)].sum()
    return Conjunction(
        **_each("sizes places chosen best highest", size),
        **_each("order kept shut", size, literals),
        tops=_whole(size, size, literals + 1),
        numbers=_whole(6),
        rows=np.zeros((size, words), dtype=np.uint64),
        weights=weights,
        counts=_whole(4, literals),
        scratch=_whole(2, num_features),
        size=size,
        least=least,
        inside=inside,
        outside=outside,
    )


def _counting(columns: Columns, case: Case) -> Search:
    num_features, words = columns.by_feature.shape
    literals, size, counts = 2 * num_features, case.size, 2 * (case.size + 1)
    node = OpenClasses(
        lines=np.zeros((counts, 2)),
        best=np.zeros((counts, 2)),
        classes=_whole(counts, 6),
        totals=np.zeros(counts),
        true=np.zeros((counts, literals)),
        gains=np.zeros(literals),
        scratch=_whole(2, num_features),
    )
    return Search(
        **_each("sizes places chosen best top", size),
        size=size,
        accepted=case.accepted,
        # One count that stands alone is settled by poor literals.
        backwards=case.accepted.bit_count() in (1, case.size),
        numbers=_whole(6),
        classes=np.zeros((size + 1, size + 1, words), dtype=np.uint64),
        order=_whole(size, literals),
        gains=np.zeros((size, literals)),
        bases=np.zeros(size),
        node=node,
        pairs=np.zeros((1 + counts, literals)),
        scratch=_whole(3, max(literals, counts)),
    )
