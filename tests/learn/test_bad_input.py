"""What classifiers refuse, each in one line that says what would be right."""

import numpy as np
import pytest
from boolsmith import RuleClassifier
from boolsmith.errors import BoolsmithError

QUICK = {"effort": 0.01, "max_complexity": 3, "random_state": 0}
NUMBERS = np.random.default_rng(0).random((60, 2))
LABELS = np.array(["u", "v"] * 30, dtype=object)


def refused(call):
    with pytest.raises(BoolsmithError) as caught:
        call()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_two_columns_of_one_name_are_refused_in_fit_and_predict():
    pd = pytest.importorskip("pandas")
    twice = pd.DataFrame(NUMBERS, columns=["a", "a"])
    once = pd.DataFrame(NUMBERS, columns=["a", "b"])
    message = "X has two columns named 'a' (1 and 2): rename one"
    assert refused(lambda: RuleClassifier(**QUICK).fit(twice, LABELS)) == message
    model = RuleClassifier(**QUICK).fit(once, LABELS)
    assert refused(lambda: model.predict(twice)) == message
    boolean = RuleClassifier(**QUICK, binarizer=None)
    assert refused(lambda: boolean.fit(twice > 0.5, LABELS)) == message
    boolean.fit(once > 0.5, LABELS)
    assert refused(lambda: boolean.predict(twice > 0.5)) == message


@pytest.mark.parametrize("missing", [None, np.nan])
def test_a_missing_label_is_refused_with_its_row(missing):
    labels = LABELS.copy()
    labels[5] = missing
    for given in (labels, labels.tolist()):
        message = refused(lambda given=given: RuleClassifier(**QUICK).fit(NUMBERS, given))
        assert message.startswith(f"y has {missing!r} in row 5: ")


@pytest.mark.parametrize("dtype", ["object", "string", "category"])
def test_a_missing_label_of_pandas_is_refused_with_its_row(dtype):
    pd = pytest.importorskip("pandas")
    labels = pd.Series(LABELS, dtype=dtype)
    labels[5] = pd.NA
    message = refused(lambda: RuleClassifier(**QUICK).fit(NUMBERS, labels))
    assert "in row 5: give every row a label" in message


def test_a_pyarrow_table_has_names_too():
    pa = pytest.importorskip("pyarrow")
    model = RuleClassifier(**QUICK).fit(pa.table({"a": NUMBERS[:, 0], "b": NUMBERS[:, 1]}), LABELS)
    assert model.feature_names_in_.tolist() == ["a", "b"]
