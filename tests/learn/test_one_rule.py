import numpy as np
import pytest
from boolsmith import Rule
from boolsmith.errors import BoolsmithError
from boolsmith.learn import OneRuleClassifier, load_model
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.metrics import balanced_accuracy_score
from sklearn.utils.estimator_checks import parametrize_with_checks


@parametrize_with_checks([OneRuleClassifier(max_num_literals=3, operators=("And", "AtLeast"))])
def test_the_checks_of_scikit_learn_pass(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def cancer():
    return load_breast_cancer(as_frame=True, return_X_y=True)


def test_the_best_rules_of_the_paper_are_found_and_proven(cancer):
    X, y = cancer
    model = OneRuleClassifier(max_num_literals=3, time_limit=None).fit(X, y)
    assert model.proven_
    scores = {c.operator: round(c.score, 4) for c in model.certificates_}
    assert scores["AtLeast"] == scores["AtMost"] == 0.9553
    assert model.point_.score == pytest.approx(balanced_accuracy_score(y, model.predict(X)))
    for certificate in model.certificates_:
        assert certificate.bound == pytest.approx(certificate.score)
    pair = OneRuleClassifier(max_num_literals=2, operators="And").fit(X, y)
    expected = Rule.parse('And("worst concave points <= 0.134", "worst perimeter <= 109")')
    assert pair.rule_.equivalent(expected)
    assert round(pair.point_.score, 4) == 0.934


def test_any_backend_can_be_used_and_says_what_it_proved(cancer):
    X, y = cancer
    model = OneRuleClassifier(backend="local", operators=["And"], time_limit=1).fit(X, y)
    assert not model.proven_
    assert model.point_.score > 0.93
    with pytest.raises(BoolsmithError, match="did you mean 'exact'"):
        OneRuleClassifier(backend="exct").fit(X, y)
    with pytest.raises(BoolsmithError, match="'f1' is not affine"):
        OneRuleClassifier(metric="f1").fit(X, y)


def test_more_than_two_classes_get_a_certificate_each():
    X, y = load_iris(return_X_y=True)
    model = OneRuleClassifier(max_num_literals=2, operators=["Or", "And"]).fit(X, y)
    assert [c.label for c in model.certificates_] == [0, 0, 1, 1, 2, 2]
    assert model.score(X, y) > 0.9


def test_certificates_are_saved_with_the_model(cancer, tmp_path):
    X, y = cancer
    model = OneRuleClassifier(max_num_literals=2, operators=["Or"]).fit(X, y)
    model.save(tmp_path / "model.json")
    copy = load_model(tmp_path / "model.json")
    assert copy.certificates_ == model.certificates_
    assert copy.proven_
    assert np.array_equal(copy.predict(X), model.predict(X))
