"""The settings of fitting, declared beside those of the search."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import attrs

from boolsmith.errors import BoolsmithError, UnknownNameError, did_you_mean
from boolsmith.searching.checks import number, positive, whole
from boolsmith.searching.declaring import SAME, Check, Parameter, Setting, declared, setting
from boolsmith.searching.settings import Settings

_share = number("a share from 0 to below 1", lambda value: 0 <= value < 1)


def _one_of(*known: str) -> Check:
    """Return the check of a text, which must be a known one."""

    def check(name: str, given: Any, _: Settings) -> Any:
        if isinstance(given, str) and given not in known:
            raise UnknownNameError(name, given, known)
        return given

    return check


def _class_weight(name: str, given: Any, settings: Settings) -> Any:
    if not isinstance(given, Mapping):
        return _one_of("balanced")(name, given, settings)
    for label, weight in given.items():
        positive(f"{name}[{label!r}]", weight, settings)
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
        _one_of("best", "one_se"), group="fit", classifier=SAME,
    )  # fmt: skip
    cv: int = setting(
        5, "folds of the cross-validation for the choice `one_se`", whole(2), group="fit",
        classifier=Parameter(type="Any", help="folds or splitter for the choice `one_se`"),
    )  # fmt: skip
    teacher: str | None = setting(
        None,
        "`forest`: for few rows, the rule must also suit a forest's view of rows mixed from yours",
        _one_of("forest"), group="fit",
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
        None, "further settings of `boolsmith.search`, by name", group="classifier", classifier=SAME
    )


@cache
def keys() -> dict[str, Setting]:
    """Return every key of a configuration by name: those of the search, then those of fitting."""
    return {n: said for n, said in declared(Fitting).items() if said.group in ("search", "fit")}
