"""What the binarizer tells: identifiers that it leaves out, and values never seen before."""

import warnings

import numpy as np
import pytest
from boolsmith import Binarizer
from boolsmith.data.tables import Table
from boolsmith.errors import BoolsmithError, BoolsmithWarning


def test_what_a_missing_value_means_is_told_as_it_is():
    table = Table({"tenure": np.arange(30.0), "plan": np.array(["a", "b", "c"] * 10, dtype=object)})
    binarizer = Binarizer(thresholds={"tenure": [11]}).fit(table)
    plans = np.array(["z", None, "z"], dtype=object)
    new = Table({"tenure": np.array([np.nan, 3.0, np.nan]), "plan": plans})
    with pytest.warns(BoolsmithWarning) as caught:
        columns = binarizer.columns(new, {"tenure > 11", "plan = a"})
    assert columns["tenure > 11"].tolist() == [False] * 3, "so its negation, tenure <= 11, is true"
    seen = "never seen in training"
    false = "are false for it, and their negations true"
    assert [str(warning.message) for warning in caught] == [
        f"column 'tenure' has a missing value, {seen} (2 rows): "
        f"conditions such as 'tenure > 11' {false}",
        f"column 'plan' has a missing value, {seen} (1 rows): "
        f"conditions such as 'plan = a' {false}",
        f"column 'plan' has 'z', {seen} (2 rows): it counts as none of the known",
    ]
    with pytest.raises(BoolsmithError, match="'tenure > 11' are false"):
        binarizer.set_params(unknown="error").transform(new)


def test_identifiers_are_left_out_with_a_warning_unless_their_kind_is_given():
    keys = np.array([f"K-{i}" for i in range(60)], dtype=object)
    table = Table({"key": keys, "ID": np.arange(60.0), "age": np.arange(60.0)})
    with pytest.warns(BoolsmithWarning, match="looks like an identifier") as caught:
        binarizer = Binarizer().fit(table)
    assert len(caught) == 2
    assert {condition.feature for condition in binarizer.conditions_} == {"age"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Binarizer(kinds={"key": "category", "ID": "number"}).fit(table)


@pytest.mark.parametrize(
    ("name", "step", "left_out"),
    [
        ("customer_id", 1, True),
        ("PassengerId", 1, True),
        ("customerID", 1000, True),
        ("order number", 7, True),
        ("index", 1, True),
        ("price index", 1000, False),
        ("paid", 1, False),
        ("casino", 1, False),
        ("price_id", 0.5, False),
    ],
)
def test_numbers_that_tell_rows_apart_are_known_in_a_part_of_the_rows(name, step, left_out):
    part = np.sort(np.random.default_rng(0).permutation(200)[:120])
    table = Table({name: step * (1.0 + part), "x": np.tile([1.0, 2.0, 2.5], 40)})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        binarizer = Binarizer().fit(table)
    assert [str(warning.message).split("'")[1] for warning in caught] == [name] * left_out
    assert (name in {condition.feature for condition in binarizer.conditions_}) != left_out


def test_an_id_that_repeats_is_kept():
    table = Table({"shop_id": np.arange(100.0) % 90})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Binarizer().fit(table)
