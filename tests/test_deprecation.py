"""What is deprecated warns for one minor version, and is not kept longer."""

import importlib
import pkgutil
import warnings

import boolsmith
import pytest
from boolsmith import BoolsmithError
from boolsmith.deprecation import DEPRECATIONS, Deprecation


@pytest.fixture(autouse=True)
def _forget():
    before = list(DEPRECATIONS)
    yield
    DEPRECATIONS[:] = before


def test_a_deprecated_function_works_and_says_what_to_use():
    @Deprecation("old()", since="0.3", instead="new()")
    def old(value):
        return value + 1

    message = r"old\(\) is deprecated since 0\.3 and will be removed in 0\.4: use new\(\)$"
    with pytest.warns(DeprecationWarning, match=message) as warned:
        assert old(2) == 3
    assert warned[0].filename == __file__


def test_a_deprecated_argument_warns_the_caller():
    declared = Deprecation("search(steps=...)", since="1.9", instead="num_iterations")

    def search(steps=None):
        if steps is not None:
            declared.warn()

    with pytest.warns(DeprecationWarning, match=r"removed in 1\.10: use num_iterations") as warned:
        search(steps=3)
    assert warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        search()


@pytest.mark.parametrize(
    ("version", "overdue"),
    [("0.3.0", False), ("0.3.9", False), ("0.4.0", True), ("0.10.0", True), ("1.0.0", True)],
)
def test_it_is_overdue_one_minor_version_later(version, overdue):
    assert Deprecation("old()", "0.3", "new()").is_overdue(version) is overdue


def test_a_version_that_is_none_is_refused():
    with pytest.raises(BoolsmithError, match="give a minor version"):
        Deprecation("old()", "next", "new()")


def test_nothing_in_boolsmith_is_overdue():
    for module in pkgutil.walk_packages(boolsmith.__path__, "boolsmith."):
        if not module.name.endswith(("__main__", ".bench", ".testing")):
            importlib.import_module(module.name)
    assert [str(d) for d in DEPRECATIONS if d.is_overdue(boolsmith.__version__)] == []
