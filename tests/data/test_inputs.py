"""What users hand in is read whatever its form, and refused in one line where it is wrong."""

import numpy as np
import pytest
from boolsmith import BoolsmithError, pack
from numpy.lib.stride_tricks import as_strided
from scipy import sparse

X = np.array([[0, 1], [1, 1], [1, 0]])
Y = [1, 0, 1]


def refuse(*arguments, match, **settings):
    with pytest.raises(BoolsmithError, match=match) as caught:
        pack(*arguments, **settings)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("dtype", [np.int8, np.uint64, np.float16, float, complex, object])
def test_values_that_are_neither_0_nor_1_are_named_with_their_column(dtype):
    wrong = X.astype(dtype)
    wrong[1, 1] = 2
    refuse(wrong, Y, match=r"X has the value .*2.* in column 'x1': every value must be 0 or 1")


@pytest.mark.parametrize(
    ("value", "shown"), [(float("nan"), "nan"), (None, "None"), ("yes", "'yes'"), (0.5, "0.5")]
)
def test_missing_values_and_text_are_refused_as_python_writes_them(value, shown):
    wrong = X.astype(object)
    wrong[2, 0] = value
    refuse(wrong, Y, match=rf"^X has the value {shown} in column 'x0'")


def test_nan_is_refused_in_every_container():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    wrong = X.astype(float)
    wrong[0, 1] = np.nan
    for given in (
        wrong,
        np.asfortranarray(wrong),
        sparse.csr_matrix(wrong),
        sparse.csc_array(wrong),
        pandas.DataFrame(wrong, columns=["a", "x1"]),
        polars.DataFrame(wrong, schema=["a", "x1"]),
    ):
        refuse(given, Y, match=r"X has the value nan in column 'x1'")


def test_missing_booleans_of_frames_are_refused():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    values = [True, None, False]
    refuse(pandas.DataFrame({"a": pandas.array(values, "boolean")}), Y, match="in column 'a'")
    refuse(polars.DataFrame({"a": values}), Y, match="in column 'a'")


def test_labels_are_read_from_anything_with_0_and_1():
    pandas = pytest.importorskip("pandas")
    for y in (Y, np.array(Y, float), np.array([Y]).T, pandas.Series(Y, index=[7, 8, 9])):
        assert pack(X, y).labels.tolist() == [True, False, True]
    assert pack(X, pandas.Series([True, False, True], dtype="boolean")).num_positive == 2


@pytest.mark.parametrize(
    ("y", "match"),
    [
        ([0, 1, 2], "y has the value 2: every label must be 0 or 1"),
        ([0, 1, float("nan")], "y has the value nan"),
        (["no", "yes", "no"], "y has the value 'no'"),
        ([None, True, False], "y has the value None"),
        ([0, 0, 0], r"y has one class only \(0\): give rows of both"),
        ([True] * 3, r"y has one class only \(1\)"),
        ([0, 1], "y has 2 labels for the 3 rows of X"),
        ([0, 1, 0, 1], "y has 4 labels for the 3 rows of X"),
        (np.zeros((3, 2)), "y has 2 dimensions"),
        (1, "y has 0 dimensions"),
    ],
)
def test_labels_that_will_not_do_are_refused(y, match):
    refuse(X, y, match=match)


@pytest.mark.parametrize(
    ("shape", "match"),
    [
        ((0, 3), "X has no rows"),
        ((3, 0), "X has no columns"),
        ((3,), r"X has 1 dimension\(s\): give a matrix"),
        ((3, 2, 2), r"X has 3 dimension\(s\)"),
    ],
)
def test_shapes_that_will_not_do_are_refused(shape, match):
    refuse(np.zeros(shape), np.resize([0, 1], shape[0]), match=match)


def test_more_rows_than_fit_are_refused_without_reading_any():
    huge = as_strided(np.zeros(1, bool), (2**31, 4), (0, 0))
    refuse(huge, [0, 1], match="X has 2147483648 rows: at most 2147483647 fit, take a sample")
    refuse(huge.astype, [0, 1], match="X has 0 dimension")
    refuse(sparse.coo_array((2**31, 4), dtype=bool), [0, 1], match="X has 2147483648 rows")


@pytest.mark.parametrize(
    ("weights", "match"),
    [
        ([1, 1], r"sample_weight has shape \(2,\) for 3 rows"),
        ([[1], [1], [1]], r"sample_weight has shape \(3, 1\)"),
        ([1, -1, 1], "sample_weight must be finite, not negative"),
        ([1, float("nan"), 1], "sample_weight must be finite"),
        ([1, float("inf"), 1], "sample_weight must be finite"),
        ([0, 0, 0], "not all zero"),
        (["heavy", 1, 1], "sample_weight holds more than numbers"),
        ([0, 1, 0], "sample_weight is 0 on every row of class 1"),
        ([1, 0, 1], "sample_weight is 0 on every row of class 0"),
    ],
)
def test_weights_that_will_not_do_are_refused(weights, match):
    refuse(X, Y, sample_weight=weights, match=match)


@pytest.mark.parametrize(
    ("names", "match"),
    [
        (["a"], "feature_names has 1 names for the 2 columns"),
        (["a", "a"], r"X has two columns named 'a' \(1 and 2\): rename one"),
    ],
)
def test_names_that_will_not_do_are_refused(names, match):
    refuse(X, Y, feature_names=names, match=match)


def test_names_come_from_the_user_then_the_frame_then_x0_x1():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=["a", "b"])
    assert pack(X, Y).feature_names == ("x0", "x1")
    assert pack(frame, Y).feature_names == ("a", "b")
    assert pack(frame, Y, feature_names=["c", "d"]).feature_names == ("c", "d")
