import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from boolsmith.errors import BoolsmithError
from boolsmith.rules import Literal, One, Rule, Zero

MATRIX = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 1], [1, 1, 1]])
RULE = "Choose2(x0, ~x1, x2)"
EXPECTED = [False, True, False, True]


@pytest.mark.parametrize(
    "convert",
    [
        np.asarray,
        lambda X: X.astype(bool),
        lambda X: X.astype(float),
        lambda X: X.astype(np.uint8),
        np.asfortranarray,
        lambda X: X.astype(object),
        lambda X: X.tolist(),
        scipy.sparse.csr_array,
        scipy.sparse.coo_matrix,
        lambda X: pd.DataFrame(X, columns=["x0", "x1", "x2"]),
        lambda X: pd.DataFrame(X.astype(bool), columns=["x2", "x1", "x0"][::-1]),
        lambda X: pd.DataFrame(X, columns=["x0", "x1", "x2"]).astype("boolean"),
        lambda X: pl.DataFrame(X, schema=["x0", "x1", "x2"]),
        lambda X: pl.DataFrame(X.astype(bool), schema=["x0", "x1", "x2"]),
    ],
)
def test_every_kind_of_table_gives_one_outcome_per_row(convert):
    outcome = Rule.parse(RULE).evaluate(convert(MATRIX))
    assert isinstance(outcome, np.ndarray)
    assert outcome.dtype == bool
    assert outcome.tolist() == EXPECTED


def test_one_row_as_a_dict_gives_a_bool():
    rule = Rule.parse(RULE)
    rows = [dict(zip(("x0", "x1", "x2"), row, strict=True)) for row in MATRIX.tolist()]
    assert [rule.evaluate(row) for row in rows] == EXPECTED
    assert rule.evaluate({"x0": True, "x1": np.bool_(False), "x2": 0.0}) is True


def test_the_columns_of_a_matrix_take_the_given_names():
    rule = Rule.parse('And(a, ~"b c")')
    assert rule.evaluate(MATRIX[:, :2], ["a", "b c"]).tolist() == [False, True, False, False]


def test_a_frame_is_read_by_name_and_not_by_place():
    frame = pd.DataFrame({"other": ["x", "y"], "b": [1, 0], "a": [1, 1]})
    assert Rule.parse("And(a, b)").evaluate(frame).tolist() == [True, False]
    assert Rule.parse("b").evaluate(frame, ["c", "d", "b"]).tolist() == [True, True]


@pytest.mark.parametrize("column", ["a > 3", "a <= 3"])
def test_a_column_may_carry_either_spelling_of_a_comparison(column):
    frame = pd.DataFrame({column: [1, 0]})
    assert Literal(column).evaluate(frame).tolist() == [True, False]
    assert Literal("a > 3").evaluate(frame).tolist() == [column == "a > 3", column != "a > 3"]
    assert Literal("a <= 3").evaluate({column: 1}) is (column == "a <= 3")


def test_constants_give_an_outcome_for_every_row():
    assert One.evaluate(MATRIX).tolist() == [True] * 4
    assert Zero.evaluate(pd.DataFrame({"a": [1, 0]})).tolist() == [False] * 2
    assert One.evaluate({}) is True
    assert Zero.evaluate(np.empty((0, 3))).tolist() == []


def test_the_outcome_is_not_a_view_of_the_data():
    X = np.array([[True], [False]])
    outcome = Rule.parse("x0").evaluate(X)
    outcome[:] = False
    assert X[:, 0].tolist() == [True, False]


@pytest.mark.parametrize(
    ("data", "names", "message"),
    [
        ({"tenur": 1}, None, "unknown column 'tenure'; did you mean 'tenur'?"),
        (pd.DataFrame({"tenures": [1]}), None, "did you mean 'tenures'?"),
        (pl.DataFrame({"tenure": ["yes"]}), None, "X has the value 'yes' in column 'tenure'"),
        (pl.DataFrame({"tenure": [True, None]}), None, "X has the value None in column 'tenure'"),
        (pd.DataFrame({"tenure": [1.0, None]}), None, "X has the value nan in column 'tenure'"),
        (
            pd.DataFrame({"tenure": pd.array([True, None], "boolean")}),
            None,
            "X has the value <NA> in column 'tenure'",
        ),
        (
            pd.DataFrame({"tenure": [1, 2]}),
            None,
            "has the value 2 in column 'tenure': every value must be 0 or 1",
        ),
        ({"tenure": "1"}, None, "has the value '1' in column 'tenure': every value must be 0 or 1"),
        ({"tenure": [1, 0]}, None, "every value must be 0 or 1"),
        ({"tenure": None}, None, "has the value None"),
        ({"tenure": 1}, ["tenure"], "feature_names are for a matrix"),
        (np.array([1, 0]), None, "X has 1 dimension(s)"),
        (MATRIX, ["tenure"], "feature_names has 1 names for the 3 columns of X"),
        (MATRIX, ["tenure", "a", "a"], "X has two columns named 'a' (2 and 3): rename one"),
        (pd.DataFrame([[1, 0]], columns=["tenure", "tenure"]), None, "tenure"),
        (np.array([["1"]]), ["tenure"], "has the value '1'"),
        (pl.LazyFrame({"tenure": [1]}), None, "cannot read LazyFrame as a DataFrame"),
    ],
)
def test_bad_data_is_refused_in_one_line(data, names, message):
    with pytest.raises(BoolsmithError) as caught:
        Rule.parse("~tenure").evaluate(data, names)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_column_among_thousands_keeps_the_error_short():
    X = np.zeros((1, 5000))
    with pytest.raises(BoolsmithError) as caught:
        Rule.parse("something").evaluate(X)
    assert len(str(caught.value)) < 500


def test_a_wide_rule_is_evaluated_exactly():
    rng = np.random.default_rng(0)
    X = rng.random((50, 300)) < 0.5
    rule = Rule.parse(f"AtLeast150({', '.join(f'x{i}' for i in range(300))})")
    assert np.array_equal(rule.evaluate(X), X.sum(axis=1) >= 150)
