"""The metric extension point."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from boolsmith.operators.counting import check_name
from boolsmith.parameters import build_parameters, parameter_values


@attrs.frozen
class Metric:
    """A named score of the counts of true and false positives and negatives.

    `score(tp, fp, fn, tn)` is compiled into the search when numba can compile it; otherwise it is
    called, which is slower. `affine=True` promises that for fixed class totals the score is a
    constant plus a multiple of `tp` plus a multiple of `fp`, as accuracy and balanced accuracy
    are: the search then scores hundreds of rules at once. A metric with `parameters`, an attrs
    class, gets their values after the counts, in the order of the fields.
    """

    name: str = attrs.field()
    score: Callable[..., float] = attrs.field()
    affine: bool = attrs.field(default=False, kw_only=True)
    parameters: type | None = attrs.field(default=None, kw_only=True)
    description: str = attrs.field(default="", kw_only=True)
    values: tuple[Any, ...] = attrs.field(default=(), kw_only=True)

    @name.validator
    def _check_name(self, _: object, value: object) -> None:
        check_name("metric", value)

    def with_parameters(self, given: Mapping[str, Any] | None = None) -> Metric:
        """The metric with its parameters set; unknown ones are refused."""
        built = build_parameters(self.parameters, given, f"metric {self.name!r}")
        return attrs.evolve(self, values=parameter_values(built))

    def __call__(self, tp: float, fp: float, fn: float, tn: float) -> float:
        """The score of the given counts."""
        return float(self.score(float(tp), float(fp), float(fn), float(tn), *self.values))
