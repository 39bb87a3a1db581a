"""The settings of fitting, declared beside those of the search."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import attrs

from boolsmith.errors import BoolsmithError, UnknownNameError, did_you_mean
from boolsmith.searching.checks import whole
from boolsmith.searching.declaring import SAME, Parameter, setting
from boolsmith.searching.settings import Settings

CHOICES = ("best", "one_se")
TEACHERS = ("forest",)


def _share(name: str, given: float, _: Settings) -> float:
    if not 0 <= given < 1:
        raise BoolsmithError(f"{name}={given!r}: give a share from 0 to below 1")
    return given


def _choice(name: str, given: str | int, _: Settings) -> str | int:
    if isinstance(given, str) and given not in CHOICES:
        raise UnknownNameError(name, given, CHOICES)
    return given


def _teacher(name: str, given: str | None, _: Settings) -> str | None:
    if given not in (None, *TEACHERS):
        raise UnknownNameError(name, str(given), TEACHERS)
    return given


def _class_weight(name: str, given: Any, _: Settings) -> Any:
    if not isinstance(given, Mapping):
        if given not in (None, "balanced"):
            raise UnknownNameError(name, str(given), ("balanced",))
        return given
    for label, weight in given.items():
        number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not (number and 0 < weight < math.inf):
            raise BoolsmithError(f"{name} of {label!r} is {weight!r}: give a positive number")
    return given


def make_binarizer(parameters: Mapping[str, Any]) -> Any:
    """Return a `Binarizer` with the parameters; unknown ones and wrong values are refused."""
    from boolsmith.data.binarizer import Binarizer
    from boolsmith.data.binarizer.settings import check_settings

    known = Binarizer().get_params()
    for name in parameters:
        if name not in known:
            hint = did_you_mean(name, known)
            raise BoolsmithError(f"the binarizer has no parameter {name!r}{hint}")
    binarizer = Binarizer(**parameters)
    check_settings(binarizer)
    return binarizer


def _binarizer_parameters(_: str, given: Any, __: Settings) -> Any:
    if given:
        make_binarizer(given)
    return given


@attrs.frozen(kw_only=True)
class Fitting(Settings):
    """The settings of a search and of fitting a classifier by it, as a file gives them.

    Those of the group `classifier` are what `RuleClassifier` has beyond them.
    """

    test_size: float = setting(
        0.25, "share of rows held out to test the rule, 0 for none", _share, group="fit"
    )
    choice: str | int = setting(
        "best",
        "rule to use: `best` on the training rows, the best up to a complexity, or `one_se`, the "
        "simplest whose cross-validated balanced accuracy is within one standard error of the best",
        _choice, group="fit", classifier=SAME,
    )  # fmt: skip
    cv: int = setting(
        5, "folds of the cross-validation for the choice `one_se`", whole(2), group="fit",
        classifier=Parameter(type="Any", help="folds or splitter for the choice `one_se`"),
    )  # fmt: skip
    teacher: str | None = setting(
        None,
        "`forest`: for few rows, the rule must also suit a forest's view of rows mixed from yours",
        _teacher, group="fit",
        classifier=Parameter(type="Any", help=(
            'None, "forest" or a classifier with `predict_proba`, for few rows: it is fitted to '
            "them first, and the rule must also suit its view of rows that are mixed from yours"
        )),
    )  # fmt: skip
    teacher_rows: int = setting(
        1000, "how many mixed rows the teacher looks at, each of the weight of one of yours",
        whole(1), group="fit", classifier=SAME,
    )  # fmt: skip
    class_weight: Any = setting(
        None, "`balanced` gives all classes the same weight; or the weight of each label",
        _class_weight, given="str | Mapping[str, float] | None", group="fit",
        classifier=Parameter(type="Any", help="weights of classes, as in scikit-learn"),
    )  # fmt: skip
    binarizer_parameters: Mapping[str, Any] | None = setting(
        None, "parameters of the binarizer, such as num_thresholds", _binarizer_parameters,
        group="fit",
    )  # fmt: skip
    binarizer: Any = setting(
        "auto",
        'a `Binarizer`, "auto" for the default one, None for data that is Boolean already',
        group="classifier", classifier=SAME,
    )  # fmt: skip
    positive: Any = setting(
        None, "which of two classes the rule is for; without it, the second in order",
        group="classifier", classifier=SAME,
    )  # fmt: skip
    search_options: Mapping[str, Any] | None = setting(
        None, "further settings of `boolsmith.search`, by name", group="classifier",
        classifier=SAME,
    )  # fmt: skip
