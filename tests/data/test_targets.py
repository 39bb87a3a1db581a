import numpy as np
import pytest
from boolsmith.data.tables import Table
from boolsmith.data.targets import positive_class, split_target
from boolsmith.errors import BoolsmithError, BoolsmithWarning


def table(labels):
    return Table({"x": np.arange(float(len(labels))), "churn": np.array(labels)})


def test_labels_keep_their_type():
    assert split_target(table([0.0, 1.0]), "churn")[1].dtype.kind == "i"
    assert split_target(table([True, False]), "churn")[1].dtype == bool
    features, labels = split_target(table(np.array(["no", "yes"], dtype=object)), "churn")
    assert labels.tolist() == ["no", "yes"]
    assert list(features.columns) == ["x"]


def test_rows_without_a_label_are_left_out_with_a_warning():
    with pytest.warns(BoolsmithWarning, match="1 rows have no value"):
        features, labels = split_target(table([0.0, np.nan, 1.0]), "churn")
    assert features["x"].tolist() == [0, 2]
    assert labels.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("labels", "target", "message"),
    [
        ([0.0, 1.0], "chrun", "did you mean 'churn'"),
        ([1.0, 1.0], "churn", "is '1' in every row"),
        (np.arange(1000.0), "churn", "1000 different values"),
        ([np.nan, np.nan], "churn", "no value in any row"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*left out")
def test_a_target_that_cannot_be_one_is_refused(labels, target, message):
    with pytest.raises(BoolsmithError, match=message):
        split_target(table(labels), target)


def test_the_positive_class_is_the_last_or_the_one_asked_for():
    labels = np.array(["No", "Yes"])
    assert positive_class(labels) == "Yes"
    assert positive_class(labels, "no") == "No"
    with pytest.raises(BoolsmithError, match="did you mean 'Yes'"):
        positive_class(labels, "Yess")
