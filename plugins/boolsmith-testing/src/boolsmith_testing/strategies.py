"""Hypothesis strategies for rules, data and subproblems.

They shrink to small, readable cases: fewer nodes, the first operator and feature, no negation.
A rule is decoded from one string of bytes rather than drawn node by node, which is what makes
them fast; smaller bytes are simpler rules, and that is how Hypothesis shrinks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import attrs
from boolsmith.operators import AnyOperator
from boolsmith.rules import Literal, Rule

from boolsmith_testing.catalogue import CATALOGUE
from boolsmith_testing.decode import MAX_ARITY, Decoder, num_bytes
from boolsmith_testing.rewriting import for_rewriting, rewritings

try:
    from hypothesis import strategies as st
except ImportError as error:
    raise ImportError(
        "boolsmith_testing.strategies needs Hypothesis: pip install 'boolsmith[testing]'"
    ) from error

if TYPE_CHECKING:
    import numpy as np
    from boolsmith.data import PackedData
    from boolsmith.subproblems import Subproblem

FEATURES = tuple("abcdefgh")


def operators(among: Iterable[AnyOperator | str] | None = None) -> st.SearchStrategy[AnyOperator]:
    """Operators: all that are registered, or those given as objects or names."""
    return st.deferred(lambda: st.sampled_from(_operators(among)))


def literals(features: Sequence[str] = FEATURES) -> st.SearchStrategy[Rule]:
    """Literals over the given features, plain and negated."""
    return st.builds(Literal, st.sampled_from(list(features)), st.booleans())


def rules(
    max_complexity: int = 20,
    operators: Iterable[AnyOperator | str] | None = None,
    *,
    features: Sequence[str] = FEATURES,
    min_complexity: int = 1,
) -> st.SearchStrategy[Rule]:
    """Rules of up to `max_complexity` nodes; at least 3 for `min_complexity` excludes literals."""
    if not 1 <= min_complexity <= max_complexity:
        raise ValueError(
            f"min_complexity={min_complexity} and max_complexity={max_complexity}: "
            "give 1 <= min <= max"
        )
    return st.deferred(
        lambda: _bytes(num_bytes(max_complexity)).map(
            Decoder(_operators(operators), features, min_complexity, max_complexity)
        )
    )


def _operators(among: Iterable[AnyOperator | str] | None) -> tuple[AnyOperator, ...]:
    from boolsmith.operators import find_operator
    from boolsmith.plugins import registry

    if among is None:
        return tuple(registry().operators)
    return tuple(find_operator(f) if isinstance(f, str) else f for f in among)


@attrs.frozen(eq=False)
class Dataset:
    """A small Boolean matrix with labels of both classes and weights, or None for no weights."""

    X: np.ndarray
    y: np.ndarray
    sample_weight: np.ndarray | None
    feature_names: tuple[str, ...]

    def packed(self) -> PackedData:
        """Return the data as the search takes it."""
        from boolsmith.data import pack

        return pack(
            self.X, self.y, sample_weight=self.sample_weight, feature_names=self.feature_names
        )


@st.composite
def datasets(
    draw: st.DrawFn,
    max_rows: int = 40,
    max_features: int = 6,
    *,
    min_features: int = 1,
    weights: bool = True,
) -> Dataset:
    """Return data of up to so many rows and features, with rows of both classes."""
    import numpy as np

    rows = draw(st.integers(2, max_rows), label="rows")
    columns = draw(st.integers(min_features, max_features), label="features")
    bits = np.frombuffer(draw(_bytes(rows * (columns + 1)), label="bits"), dtype=np.uint8) & 1
    table = bits.astype(bool).reshape(rows, columns + 1)
    y = table[:, -1].copy()
    y[:2] = (True, False)
    sample_weight = None
    if weights and draw(st.booleans(), label="weighted"):
        drawn = np.frombuffer(draw(_bytes(rows), label="weights"), dtype=np.uint8)
        sample_weight = 1.0 + (drawn % 8) / 4.0
    names = FEATURES[:columns] if columns <= len(FEATURES) else _many_names(columns)
    return Dataset(table[:, :-1].copy(), y, sample_weight, names)


@st.composite
def subproblems(
    draw: st.DrawFn,
    operators: Iterable[AnyOperator | str] | None = None,
    *,
    max_rows: int = 12,
    max_features: int = 5,
    max_num_literals: int = 4,
) -> Subproblem:
    """Subproblems of depth one, small enough to be solved by trying every rule."""
    from boolsmith.subproblems import Subproblem

    operator = draw(st.sampled_from(_operators(operators)), label="operator")
    least = next(n for n in range(2, MAX_ARITY + 1) if operator.takes(n))
    most = max(least, max_num_literals)
    data = draw(datasets(max_rows, max(most, max_features), min_features=least))
    return Subproblem(
        data.packed(),
        operator,
        negated=draw(st.booleans(), label="negated"),
        min_num_literals=draw(st.integers(1, 2), label="min_num_literals"),
        max_num_literals=draw(st.integers(least, most), label="max_num_literals"),
        regularization=draw(st.sampled_from([0.0, 0.125, 1.0]), label="regularization"),
    )


@st.composite
def equivalent_rules(
    draw: st.DrawFn,
    max_complexity: int = 12,
    operators: Iterable[AnyOperator | str] | None = None,
    *,
    max_steps: int = 3,
) -> tuple[Rule, Rule]:
    """Return a rule and a rewriting of it by laws, which must mean the same."""
    known = _operators(operators)
    laws = for_rewriting(CATALOGUE, known)
    rule = rewritten = draw(rules(max_complexity, known))
    for _ in range(draw(st.integers(0, max_steps), label="steps")):
        options = rewritings(rewritten, laws)
        if not options:
            break
        _, _, rewritten = options[draw(st.integers(0, len(options) - 1), label="step")]
    return rule, rewritten


def _bytes(size: int) -> st.SearchStrategy[bytes]:
    return st.binary(min_size=size, max_size=size)


def _many_names(count: int) -> tuple[str, ...]:
    return tuple(f"x{i}" for i in range(count))
