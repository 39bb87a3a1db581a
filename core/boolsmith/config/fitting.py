"""The settings of fitting that are not settings of the search."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import attrs

from boolsmith.errors import BoolsmithError, UnknownNameError, did_you_mean

CHOICES = ("best", "one_se")
TEACHERS = ("forest",)


@attrs.frozen
class Fitting:
    """How a classifier is fitted; every field is a key of the configuration."""

    test_size: float = attrs.field(default=0.25)
    choice: str | int = attrs.field(default="best")
    cv: int = attrs.field(default=5)
    teacher: str | None = attrs.field(default=None)
    teacher_rows: int = attrs.field(default=1000)
    class_weight: str | Mapping[str, float] | None = attrs.field(default=None)
    binarizer_parameters: Mapping[str, Any] | None = attrs.field(default=None)

    @test_size.validator
    def _check_share(self, _: object, value: float) -> None:
        if not 0 <= value < 1:
            raise BoolsmithError(f"test_size={value!r}: give a share from 0 to below 1")

    @choice.validator
    def _check_choice(self, _: object, value: str | int) -> None:
        if isinstance(value, str) and value not in CHOICES:
            raise UnknownNameError("choice", value, CHOICES)

    @cv.validator
    def _check_folds(self, _: object, value: int) -> None:
        if value < 2:
            raise BoolsmithError(f"cv={value!r}: give a whole number of at least 2")

    @teacher.validator
    def _check_teacher(self, _: object, value: str | None) -> None:
        if value not in (None, *TEACHERS):
            raise UnknownNameError("teacher", str(value), TEACHERS)

    @teacher_rows.validator
    def _check_teacher_rows(self, _: object, value: int) -> None:
        if value < 1:
            raise BoolsmithError(f"teacher_rows={value!r}: give a whole number of 1 or more")

    @class_weight.validator
    def _check_weight(self, _: object, value: str | Mapping[str, float] | None) -> None:
        if isinstance(value, Mapping):
            for label, weight in value.items():
                number = isinstance(weight, int | float) and not isinstance(weight, bool)
                if not (number and 0 < weight < math.inf):
                    raise BoolsmithError(
                        f"class_weight of {label!r} is {weight!r}: give a positive number"
                    )
        elif value not in (None, "balanced"):
            raise UnknownNameError("class_weight", str(value), ("balanced",))

    @binarizer_parameters.validator
    def _check_binarizer(self, _: object, value: Mapping[str, Any] | None) -> None:
        if value:
            make_binarizer(value)


def make_binarizer(parameters: Mapping[str, Any]) -> Any:
    """A `Binarizer` with the given parameters; unknown ones and wrong values are refused."""
    from boolsmith.data.binarizer import Binarizer
    from boolsmith.data.binarizer.settings import check_settings

    known = Binarizer().get_params()
    for name in parameters:
        if name not in known:
            hint = did_you_mean(name, known)
            raise BoolsmithError(f"the binarizer has no parameter {name!r}{hint}")
    check_settings({**known, **parameters})
    return Binarizer(**parameters)
