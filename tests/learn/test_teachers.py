"""Teachers: mixed rows are made of given ones, and a rule that suits both is found and kept."""

import json

import numpy as np
import pytest
from boolsmith import RuleClassifier
from boolsmith.cli import main
from boolsmith.data import pack
from boolsmith.errors import BoolsmithError
from boolsmith.learn import OneRuleClassifier
from boolsmith.learn.teachers import with_mixed_rows
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.metrics import balanced_accuracy_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

FEATURES = ["a", "a", "a", "b", "c", "c"]


def random_data(seed=0, rows=40, share=0.4, weights=None):
    rng = np.random.default_rng(seed)
    X = rng.random((rows, len(FEATURES))) < 0.5
    y = np.arange(rows) < round(share * rows)
    return X, y, pack(X, y, sample_weight=weights)


class Oracle(ClassifierMixin, BaseEstimator):
    """A teacher that knows the truth: at least two of the first three columns."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict_proba(self, X):
        true = (np.asarray(X)[:, :3].sum(axis=1) >= 2).astype(float)
        return np.column_stack([1 - true, true])


class Contrarian(Oracle):
    """A teacher that looks at the last column alone."""

    def predict_proba(self, X):
        true = np.asarray(X)[:, -1].astype(float)
        return np.column_stack([1 - true, true])


class Speechless(Oracle):
    """A teacher with classes of its own."""

    def fit(self, X, y):
        self.classes_ = np.array(["no", "yes"])
        return self


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**20), st.integers(1, 60))
def test_the_given_rows_stay_and_mixed_ones_weigh_as_much_as_asked(seed, num_rows):
    X, y, data = random_data(seed)
    mixed = with_mixed_rows(data, FEATURES, DummyClassifier(), num_rows, weight=1.0, seed=seed)
    dense, labels, weights = mixed.dense()
    assert weights.sum() == pytest.approx(len(y) + num_rows)
    own = {(*row, label) for row, label in zip(X.tolist(), y.tolist(), strict=True)}
    found = {(*row, label) for row, label in zip(dense.tolist(), labels.tolist(), strict=True)}
    assert own <= found


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**20))
def test_columns_of_one_feature_come_from_one_row(seed):
    X, _, data = random_data(seed, rows=12)
    dense, _, _ = with_mixed_rows(
        data, FEATURES, DummyClassifier(), 50, weight=1.0, seed=seed
    ).dense()
    for name in set(FEATURES):
        columns = [i for i, feature in enumerate(FEATURES) if feature == name]
        seen = {tuple(row) for row in X[:, columns].tolist()}
        assert {tuple(row) for row in dense[:, columns].tolist()} <= seen


@pytest.mark.parametrize("teacher", [DummyClassifier(), KNeighborsClassifier(40)])
def test_mixed_rows_keep_the_share_of_a_rare_class(teacher):
    # Both see nothing but the shares; one of them is fitted to balanced weights first.
    _, _, data = random_data(rows=40, share=0.1)
    mixed = with_mixed_rows(data, FEATURES, teacher, 4000, weight=1.0, seed=0)
    positive, negative = mixed.class_weights
    assert positive / (positive + negative) == pytest.approx(0.1, abs=0.01)


def test_heavy_rows_are_mixed_more_often_and_mixed_rows_weigh_like_the_mean():
    weights = np.where(np.arange(40) == 3, 100.0, 1.0)
    X, _, data = random_data(weights=weights)
    dense, _, mixed = with_mixed_rows(
        data, FEATURES, DummyClassifier(), 400, weight=weights.mean(), seed=0
    ).dense()
    assert mixed.sum() == pytest.approx(weights.sum() + 400 * 4)  # the power of two by the mean
    alike = (dense[:, :3] == X[3, :3]).all(axis=1)
    assert alike.mean() > 0.6


def test_one_seed_gives_the_same_rows():
    _, _, data = random_data()
    one, two, other = (
        with_mixed_rows(data, FEATURES, "forest", 100, weight=1.0, seed=seed) for seed in (5, 5, 6)
    )
    assert (one.words == two.words).all()
    assert (one.planes == two.planes).all()
    assert one.words.shape != other.words.shape or (one.words != other.words).any()


@pytest.mark.parametrize(
    "teacher",
    [RandomForestClassifier(5), make_pipeline(StandardScaler(), SGDClassifier(loss="log_loss"))],
)
def test_a_teacher_without_a_seed_gets_that_of_the_fit(teacher):
    X, y = noisy_votes(3, rows=200)
    model = RuleClassifier(max_complexity=6, random_state=0, effort=0.02, teacher=teacher)
    assert model.fit(X.astype(int), y).path_ == model.fit(X.astype(int), y).path_


@pytest.mark.parametrize(
    "teacher", [LogisticRegression(), make_pipeline(LogisticRegression()), KNeighborsClassifier(20)]
)
def test_the_weights_of_rows_reach_every_teacher(teacher):
    rng = np.random.default_rng(0)
    X, y = rng.random((200, len(FEATURES))) < 0.5, np.arange(200) < 100
    data = pack(X, y, sample_weight=np.where(y, 9, 1))
    positive, negative = with_mixed_rows(
        data, FEATURES, teacher, 4000, weight=1.0, seed=0
    ).class_weights
    share = (positive - 900) / (positive + negative - 1000)
    assert share == pytest.approx(0.9, abs=0.03)


def test_many_equal_rows_are_many():
    # Four columns have sixteen different rows; a teacher that is wrong has no say over thousands.
    rng = np.random.default_rng(0)
    X = rng.random((20_000, 4)) < 0.5
    y = X[:, 0] ^ (rng.random(20_000) < 0.1)
    model = RuleClassifier(max_complexity=3, binarizer=None, random_state=0, effort=0.01,
                           teacher=Contrarian())  # fmt: skip
    assert str(model.fit(X, y).select(complexity=1).rule_) == "x0"


def noisy_votes(seed, rows=40, wrong=0.25):
    rng = np.random.default_rng(seed)
    X = rng.random((rows, 8)) < 0.5
    y = (X[:, :3].sum(axis=1) >= 2) ^ (rng.random(rows) < wrong)
    return X, y


def test_a_good_teacher_finds_what_noisy_rows_hide():
    truth = {"x0", "x1", "x2"}
    plain = taught = 0
    for seed in range(10):
        X, y = noisy_votes(seed)
        model = RuleClassifier(max_complexity=4, binarizer=None, random_state=0, effort=0.05)
        plain += set(model.fit(X, y).rule_.features()) == truth
        model.set_params(teacher=Oracle())
        taught += set(model.fit(X, y).rule_.features()) == truth
    assert taught == 10 > plain


def test_scores_of_the_path_are_those_of_the_training_rows():
    data = load_breast_cancer(as_frame=True)
    X, y = data.data.iloc[::2], data.target.iloc[::2]
    model = RuleClassifier(max_complexity=8, random_state=0, effort=0.1, teacher="forest")
    model.fit(X, y)
    for point in model.path_:
        guess = model.select(complexity=point.complexity).predict(X)
        assert point.score == pytest.approx(balanced_accuracy_score(y, guess))
    objectives = [point.objective for point in model.path_]
    assert objectives == sorted(objectives)
    assert any(point.objective != point.score for point in model.path_)
    again = RuleClassifier(max_complexity=8, random_state=0, effort=0.1, teacher="forest")
    assert again.fit(X, y).rule_ == model.rule_


def test_a_taught_model_is_saved_with_what_its_rules_were_chosen_by(tmp_path):
    X, y = noisy_votes(1, rows=200)
    model = RuleClassifier(max_complexity=6, random_state=0, effort=0.05,
                           teacher=LogisticRegression()).fit(X.astype(int), y)  # fmt: skip
    model.save(tmp_path / "model.json")
    loaded = RuleClassifier.load(tmp_path / "model.json")
    assert loaded.path_ == model.path_
    for complexity in (1, 3, 5):
        assert loaded.select(complexity=complexity).rule_ == (
            model.select(complexity=complexity).rule_
        )


def test_a_model_file_from_before_there_were_teachers_is_read(tmp_path):
    X, y = noisy_votes(1, rows=200)
    model = RuleClassifier(max_complexity=4, random_state=0, effort=0.05).fit(X.astype(int), y)
    model.save(tmp_path / "model.json")
    document = json.loads((tmp_path / "model.json").read_text(encoding="utf-8"))
    for name in ("teacher", "teacher_rows"):
        del document["settings"][name]
    for point in document["path"]:
        assert point.pop("value") is None
    (tmp_path / "old.json").write_text(json.dumps(document), encoding="utf-8")
    assert RuleClassifier.load(tmp_path / "old.json").path_ == model.path_


def test_each_of_three_classes_has_its_own_lesson():
    X, y = load_iris(return_X_y=True)
    model = RuleClassifier(max_complexity=4, random_state=0, effort=0.05, teacher="forest")
    assert model.fit(X, y).score(X, y) > 0.9
    assert len(model.rules_) == 3


def test_large_tables_are_taught_by_some_of_their_rows():
    X, y = noisy_votes(2, rows=20_000)
    y[:] = False
    y[:3] = True  # of a class so rare, some are among them all the same
    model = RuleClassifier(max_complexity=3, binarizer=None, random_state=0, effort=0.01,
                           teacher="forest", teacher_rows=50)  # fmt: skip
    assert model.fit(X, y).rule_.complexity <= 3


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"teacher": "forrest"}, "unknown teacher 'forrest'; did you mean 'forest'"),
        ({"teacher": 3}, "teacher=3: give 'forest' or a classifier"),
        ({"teacher": LogisticRegression}, "give 'forest' or a classifier with fit"),
        ({"teacher": Speechless()}, "was given the classes False and True, and knows"),
        ({"teacher": "forest", "teacher_rows": 0}, "teacher_rows=0: give a whole number"),
        ({"teacher": "forest", "teacher_rows": 1.5}, "teacher_rows=1.5: give a whole number"),
        ({"teacher": "forest", "teacher_rows": True}, "teacher_rows=True: give a whole number"),
    ],
)
def test_what_cannot_teach_is_refused_before_any_work(given, message):
    X, y = noisy_votes(0)
    with pytest.raises(BoolsmithError, match=message):
        RuleClassifier(**given).fit(X, y)


def test_the_search_gets_the_time_that_the_teacher_leaves():
    X, y = noisy_votes(2, rows=2000)
    model = RuleClassifier(time_limit=0.01, random_state=0, teacher="forest")
    assert model.fit(X.astype(int), y).result_.seconds < 0.5
    assert model.rule_ is not None


def test_certified_rules_have_no_teacher():
    assert "teacher" not in OneRuleClassifier().get_params()


def test_the_command_takes_a_teacher(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = ["fit", "breast-cancer", "--teacher", "forest", "--effort", "0.05", "--json"]
    assert main(arguments) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["test"] > 0.8
    assert "chosen by the training rows and by 1,000 mixed ones" in printed.err
    saved = json.loads((tmp_path / "breast-cancer.rule.json").read_text(encoding="utf-8"))
    assert saved["settings"]["teacher"] == "forest"
    assert main(["fit", "breast-cancer", "--teacher", "forst"]) == 2
    assert "forest" in capsys.readouterr().err
