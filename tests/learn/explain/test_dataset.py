import json

import numpy as np
import pytest
from boolsmith import Binarizer, Literal, Node
from boolsmith.data.tables import Table
from boolsmith.errors import BoolsmithError
from boolsmith.learn.decisions import Decision
from boolsmith.learn.explain import explain_dataset
from boolsmith.operators import AND
from sklearn.metrics import balanced_accuracy_score, confusion_matrix


@pytest.fixture
def case():
    rng = np.random.default_rng(0)
    table = Table(
        {
            "age": rng.integers(18, 90, 400).astype(float),
            "sex": rng.choice(np.array(["f", "m", None], dtype=object), 400),
            "noise": rng.normal(size=400),
        }
    )
    y = np.where((table["age"] > 50) ^ (rng.random(400) < 0.1), "ill", "well")
    binarizer = Binarizer(thresholds={"age": [50], "noise": [-3.9]}).fit(table)
    rule = Node(AND, (Literal("age > 50"), Literal("noise > -3.9")))
    return Decision.of(rule, binarizer, label="ill", otherwise="well"), table, y


def test_scores_are_those_of_scikit_learn(case):
    decision, table, y = case
    report = explain_dataset(decision, table, y)
    guess = decision.predict(table)
    assert report.labels == ("ill", "well")
    assert np.array_equal(report.confusion, confusion_matrix(y, guess, labels=report.labels))
    assert report.scores.balanced_accuracy == pytest.approx(balanced_accuracy_score(y, guess))


def test_subgroups_partition_the_rows(case):
    decision, table, y = case
    report = explain_dataset(decision, table, y, groups=["sex", "age"])
    by_sex = [group for group in report.groups if group.feature == "sex"]
    assert [group.value for group in by_sex] == ["f", "m", "missing"]
    assert sum(group.scores.rows for group in by_sex) == 400
    by_age = [group for group in report.groups if group.feature == "age"]
    assert sum(group.scores.rows for group in by_age) == 400
    assert len(by_age) == 4
    mask = table["sex"] == "f"
    expected = balanced_accuracy_score(y[mask], decision.predict(table)[mask])
    assert by_sex[0].scores.balanced_accuracy == pytest.approx(expected)


def test_coverage_and_importance_tell_what_the_rule_uses(case):
    decision, table, y = case
    report = explain_dataset(decision, table, y)
    age = next(part for part in report.coverage if part.text == "age > 50")
    assert age.rows == int(np.sum(table["age"] > 50))
    assert age.precision == pytest.approx(np.mean(y[table["age"] > 50] == "ill"))
    assert [item.feature for item in report.importance] == ["age", "noise"]
    assert report.importance[0].mean > 0.2
    assert abs(report.importance[1].mean) < 0.01
    assert report == explain_dataset(decision, table, y), "the seed decides"


def test_the_report_is_text_and_json(case):
    decision, table, y = case
    report = explain_dataset(decision, table, y, groups=["sex"])
    assert "balanced accuracy" in str(report)
    assert "sex = missing" in str(report)
    assert json.loads(json.dumps(report.to_json()))["scores"]["rows"] == 400


def test_data_frames_and_arrays_are_taken():
    pd = pytest.importorskip("pandas")
    y = [0, 1, 1, 0]
    frame = pd.DataFrame({"x0": [1.0, 5.0, 6.0, 2.0]})
    binarizer = Binarizer(thresholds={"x0": [3]}).fit(frame)
    decision = Decision.of(Literal("x0 > 3"), binarizer, label=1, otherwise=0)
    assert explain_dataset(decision, frame, y).scores.accuracy == 1
    assert explain_dataset(decision, frame.to_numpy(), y).scores.accuracy == 1
    with pytest.raises(BoolsmithError, match="3 labels for 4 rows"):
        explain_dataset(decision, frame, y[:3])
