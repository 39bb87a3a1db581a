import json
import pickle

import numpy as np
import pytest
from boolsmith import Binarizer, One, RuleClassifier
from boolsmith.data.tables import Table
from boolsmith.errors import BoolsmithError, BoolsmithWarning
from boolsmith.learn import (
    MostFrequentClassifier,
    SingleFeatureClassifier,
    explain_model,
    load_model,
)
from boolsmith.rules.truth import outcome
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.multioutput import MultiOutputClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

QUICK = {"effort": 0.05, "random_state": 0}


@parametrize_with_checks(
    [RuleClassifier(**QUICK), SingleFeatureClassifier(), MostFrequentClassifier()]
)
def test_the_checks_of_scikit_learn_pass(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def cancer():
    return load_breast_cancer(as_frame=True, return_X_y=True)


@pytest.fixture(scope="module")
def fitted(cancer):
    return RuleClassifier(max_complexity=6, random_state=0).fit(*cancer)


def test_the_path_holds_the_best_rules_of_small_size(fitted, cancer):
    scores = {point.complexity: round(point.score, 4) for point in fitted.path_}
    # By enumeration of all rules of one and two literals; 0.9553 is the best of three.
    assert scores[1] == 0.9055
    assert scores[3] == 0.934
    assert scores[4] == pytest.approx(0.9553, abs=0.003)
    assert list(scores.values()) == sorted(scores.values())
    for point in fitted.path_:
        assert point.rule.complexity == point.complexity
        guess = fitted.select(complexity=point.complexity).predict(cancer[0])
        assert balanced_accuracy_score(cancer[1], guess) == pytest.approx(point.score)


def test_select_gives_a_copy_and_leaves_the_original_alone(fitted):
    before = fitted.rule_
    simple = fitted.select(complexity=2)
    assert simple.rule_.complexity == 1
    assert simple.complexity_ == 1
    assert fitted.rule_ == before
    with pytest.raises(BoolsmithError, match="complexity=-1"):
        fitted.select(complexity=-1)


def test_probabilities_are_training_frequencies(fitted, cancer):
    X, y = cancer
    shares = fitted.predict_proba(X)
    assert shares.shape == (len(X), 2)
    guess = fitted.predict(X)
    for label in (0, 1):
        rows = guess == label
        expected = [np.mean(y[rows] == 0), np.mean(y[rows] == 1)]
        assert np.allclose(shares[rows], expected)


def test_the_result_depends_on_neither_threads_nor_the_order_of_rows(fitted, cancer):
    X, y = cancer
    order = np.random.default_rng(0).permutation(len(X))
    again = RuleClassifier(max_complexity=6, n_jobs=2, random_state=0).fit(
        X.iloc[order], y.iloc[order]
    )
    assert again.path_ == fitted.path_
    assert again.fingerprint_ == fitted.fingerprint_


def test_labels_of_any_type_come_back(cancer):
    X, y = cancer
    for labels in (np.where(y, "benign", "malignant"), y.astype(bool), np.where(y, -7, 3)):
        model = SingleFeatureClassifier().fit(X, labels)
        assert set(model.predict(X)) == set(labels)
        assert list(model.classes_) == sorted(set(labels.tolist()))
        assert balanced_accuracy_score(labels, model.predict(X)) > 0.9
        assert next(iter(model.rules_)) == model.classes_[1]


def test_more_than_two_classes_get_a_rule_each():
    X, y = load_iris(as_frame=True, return_X_y=True)
    names = np.array(["setosa", "versicolor", "virginica"])[y]
    model = RuleClassifier(max_complexity=5, **QUICK).fit(X, names)
    assert set(model.rules_) == set(names)
    assert model.score(X, names) > 0.95
    columns = model.binarizer_.columns(X, {n for r in model.rules_.values() for n in r.features()})
    false = np.zeros(len(X), dtype=bool)
    holds = {k: outcome(r, columns.__getitem__, false, ~false) for k, r in model.rules_.items()}
    precision = [np.mean(names[rows] == label) for label, rows in holds.items()]
    assert precision == sorted(precision, reverse=True), "the most precise rule is asked first"
    first = next(iter(holds))
    assert np.all(model.predict(X)[holds[first]] == first)
    with pytest.raises(BoolsmithError, match="3 rules, one for each class"):
        _ = model.rule_
    assert np.allclose(model.predict_proba(X).sum(axis=1), 1)
    assert model.select(complexity=1).complexity_ <= 3


def test_it_works_where_scikit_learn_puts_classifiers(cancer):
    X, y = cancer
    quick = RuleClassifier(max_complexity=4, effort=0.002, random_state=0)
    scores = cross_validate(quick, X, y, cv=3, scoring="balanced_accuracy")["test_score"]
    assert scores.mean() > 0.88
    grid = GridSearchCV(quick, {"max_complexity": [3, 4], "binarizer__num_thresholds": [3, 10]})
    grid.set_params(estimator__binarizer=Binarizer(), cv=2).fit(X, y)
    assert grid.best_score_ > 0.85
    pipeline = make_pipeline(StandardScaler().set_output(transform="pandas"), quick).fit(X, y)
    assert pipeline.score(X, y) > 0.9
    binarized = make_pipeline(Binarizer().set_output(transform="pandas"), clone(quick))
    binarized.set_params(ruleclassifier__binarizer=None).fit(X, y)
    assert "worst" in str(binarized[-1].rule_), "names survive the pipeline"
    copy = pickle.loads(pickle.dumps(pipeline))
    assert np.array_equal(copy.predict(X), pipeline.predict(X))
    labels = np.column_stack([y, X["mean area"] > 600])
    many = MultiOutputClassifier(quick).fit(X, labels)
    assert many.predict(X).shape == labels.shape


def test_boolean_data_needs_no_binarizer():
    rng = np.random.default_rng(0)
    X = rng.random((200, 6)) < 0.5
    y = X[:, :4].sum(axis=1) >= 3
    table = Table({f"x{i}": X[:, i] for i in range(6)})
    for data in (X, X.astype(int), table):
        model = RuleClassifier(binarizer=None, max_complexity=5, **QUICK).fit(data, y)
        assert str(model.rule_) == "AtLeast3(x0, x1, x2, x3)" or model.score(data, y) == 1
        assert np.array_equal(model.predict(data), y)
        assert np.array_equal(
            model.decision_.predict(Table({f"x{i}": X[:, i] for i in range(6)})), y
        )
    with pytest.raises(BoolsmithError, match="binarize the data first"):
        RuleClassifier(binarizer=None).fit(X * 2, y)
    with pytest.raises(BoolsmithError, match="binarizer='quantile'"):
        RuleClassifier(binarizer="quantile").fit(X, y)


def test_the_one_standard_error_rule_prefers_the_simpler_rule():
    rng = np.random.default_rng(0)
    X = rng.random((800, 20)) < 0.5
    y = (X[:, 0] & X[:, 1]) ^ (rng.random(800) < 0.15)
    model = RuleClassifier(binarizer=None, choice="one_se", cv=4, max_complexity=8, **QUICK)
    model.fit(X, y)
    assert set(model.rule_.features()) == {"x0", "x1"}
    assert model.rule_.complexity == 3
    best = RuleClassifier(binarizer=None, max_complexity=8, **QUICK).fit(X, y)
    assert best.rule_.complexity > 3, "the training score alone would overfit"
    results = {result.complexity: result for result in model.cv_results_}
    assert len(results[3].scores) == 4
    assert results[3].mean > results[1].mean
    fixed = RuleClassifier(binarizer=None, choice=3, max_complexity=8, **QUICK).fit(X, y)
    assert fixed.rule_.complexity <= 3
    with pytest.raises(BoolsmithError, match="did you mean 'one_se'"):
        RuleClassifier(choice="one-se").fit(X, y)


def test_regularization_buys_simplicity(cancer):
    simple = RuleClassifier(regularization=0.02, max_complexity=6, **QUICK).fit(*cancer)
    assert simple.rule_.complexity == 1


def test_weights_count_as_repeated_rows(cancer):
    X, y = cancer
    weights = np.random.default_rng(0).integers(0, 3, len(y))
    settings = {"max_complexity": 4, **QUICK}
    weighted = RuleClassifier(**settings).fit(X, y, sample_weight=weights)
    repeated = RuleClassifier(**settings).fit(X.loc[np.repeat(X.index, weights)], y.repeat(weights))
    assert weighted.path_ == repeated.path_
    assert np.allclose(weighted.predict_proba(X), repeated.predict_proba(X))


def test_class_weights_shift_the_decision(cancer):
    X, y = cancer

    def recall(weight):
        model = RuleClassifier(max_complexity=4, class_weight=weight, **QUICK).fit(X, y)
        return np.mean(model.predict(X)[y == 0] == 0)

    assert recall({0: 20, 1: 1}) > recall(None) > recall({0: 1, 1: 20})


def test_a_warm_start_never_ends_below_the_last_fit(cancer):
    X, y = cancer
    model = RuleClassifier(max_complexity=6, effort=0.05, random_state=0, warm_start=True).fit(X, y)
    before = {point.complexity: point.score for point in model.path_}
    model.set_params(effort=1e-6, random_state=1).fit(X, y)
    after = {point.complexity: point.score for point in model.path_}
    assert after[max(before)] >= before[max(before)]
    cold = clone(model).set_params(warm_start=False).fit(X, y)
    assert cold.path_[-1].score < after[max(before)], "without it, so little effort finds less"


def test_a_time_limit_is_kept(cancer):
    from time import perf_counter

    begun = perf_counter()
    model = RuleClassifier(time_limit=1.0, random_state=0).fit(*cancer)
    assert perf_counter() - begun < 6
    assert model.path_[-1].score > 0.95


def test_raw_tables_with_text_dates_and_gaps_go_in():
    rng = np.random.default_rng(0)
    colour = rng.choice(np.array(["red", "blue", None], dtype=object), 300)
    day = np.datetime64("2024-01-01", "us") + rng.integers(0, 100, 300) * np.timedelta64(1, "D")
    table = Table({"colour": colour, "day": day, "n": rng.normal(size=300)})
    y = (colour == "red") | (day > np.datetime64("2024-03-20"))
    model = RuleClassifier(max_complexity=3, **QUICK).fit(table, y)
    assert model.score(table, y) > 0.95
    new = Table({**table.columns, "colour": np.full(300, "green", dtype=object)})
    with pytest.warns(BoolsmithWarning, match="'green', never seen"):
        model.predict(new)


def test_wrong_settings_are_refused_in_one_line(cancer):
    X, y = cancer
    for settings, message in (
        ({"operators": ["Nand"]}, "did you mean 'And'"),
        ({"metric": "acuracy"}, "did you mean 'accuracy'"),
        ({"max_complexity": 1}, "max_complexity=1"),
        ({"search_options": {"num_start": 3}}, "did you mean 'num_starts'"),
        ({"search_options": {"seed": 3}}, "no setting 'seed'"),
    ):
        with pytest.raises(BoolsmithError, match=message):
            RuleClassifier(**settings).fit(X, y)
    with pytest.raises(BoolsmithError, match="one class only"):
        RuleClassifier().fit(X, np.ones(len(X)))
    with pytest.raises(BoolsmithError, match="569 rows and y 3 labels"):
        RuleClassifier().fit(X, y[:3])


def test_further_settings_reach_the_search(cancer):
    from boolsmith.observers import ObserverBase

    class Seen(ObserverBase):
        settings = None

        def start(self, settings):
            self.settings = settings

    seen = Seen()
    options = {"strategy": "paper", "num_iterations": 50, "num_starts": 1, "observers": [seen]}
    RuleClassifier(search_options=options, random_state=0).fit(*cancer)
    assert seen.settings["strategy"] == "paper"


def test_baselines_are_what_they_say(cancer):
    X, y = cancer
    assert MostFrequentClassifier().fit(X, y).rule_ == One
    assert np.all(MostFrequentClassifier().fit(X, y).predict(X) == 1)
    X3, y3 = load_iris(return_X_y=True)
    assert set(MostFrequentClassifier().fit(X3[20:], y3[20:]).predict(X3)) <= {1, 2}
    single = SingleFeatureClassifier().fit(X, y)
    assert round(balanced_accuracy_score(y, single.predict(X)), 4) == 0.9055
    assert SingleFeatureClassifier(metric="accuracy").fit(X, y).score(X, y) == pytest.approx(
        0.9139, abs=1e-4
    )


def test_a_surrogate_tells_how_faithful_it_is(cancer):
    from sklearn.ensemble import RandomForestClassifier

    X, y = cancer
    forest = RandomForestClassifier(20, random_state=0).fit(X, y)
    surrogate = explain_model(forest, X, y, classifier=RuleClassifier(max_complexity=6, **QUICK))
    assert surrogate.fidelity.balanced_accuracy > 0.85
    assert surrogate.fidelity.rows + surrogate.training.rows == len(X)
    assert "agrees with the model" in str(surrogate)
    document = json.loads(json.dumps(surrogate.to_json()))
    assert document["fidelity"]["rows"] == 143
    with pytest.raises(BoolsmithError, match="no predict"):
        explain_model(object(), X)
    with pytest.raises(BoolsmithError, match="to every row"):
        explain_model(MostFrequentClassifier().fit(X, y), X)


def test_a_saved_model_is_the_same_model(fitted, cancer, tmp_path):
    X, _ = cancer
    fitted.save(tmp_path / "model.json")
    for copy in (RuleClassifier.load(tmp_path / "model.json"), load_model(tmp_path / "model.json")):
        assert copy.path_ == fitted.path_
        assert copy.get_params() == fitted.get_params()
        assert np.array_equal(copy.predict(X), fitted.predict(X))
        assert np.array_equal(copy.predict_proba(X), fitted.predict_proba(X))
        assert copy.decision_ == fitted.decision_
        assert copy.select(complexity=3).rule_ == fitted.select(complexity=3).rule_
    with pytest.raises(BoolsmithError, match="holds a RuleClassifier"):
        SingleFeatureClassifier.load(tmp_path / "model.json")


def test_models_of_every_kind_are_saved(tmp_path):
    X, y = load_iris(return_X_y=True)
    names = np.array(["a", "b", "c"])[y]
    path = tmp_path / "model.json"
    for model in (
        RuleClassifier(effort=0.001, random_state=np.random.RandomState(1), n_jobs=1),
        RuleClassifier(effort=0.001, binarizer=Binarizer(num_thresholds=2), operators=("And",)),
        SingleFeatureClassifier(class_weight={"a": 1, "b": 2, "c": 3}),
        MostFrequentClassifier(),
    ):
        model.fit(X, names).save(path)
        assert np.array_equal(load_model(path).predict(X), model.predict(X))
    boolean = RuleClassifier(effort=0.001, binarizer=None).fit(X > 3, y > 0)
    boolean.save(path)
    assert np.array_equal(load_model(path).predict(X > 3), boolean.predict(X > 3))
    assert load_model(path).classes_.dtype == bool


def test_a_damaged_or_hostile_file_is_refused_in_one_line(fitted, tmp_path):
    path = tmp_path / "model.json"
    fitted.save(path)
    text = path.read_text()
    document = json.loads(text)

    def refused(content):
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        with pytest.raises(BoolsmithError) as caught:
            load_model(path)
        assert "\n" not in str(caught.value)
        return str(caught.value)

    assert "cut off" in refused(text[: len(text) // 2])
    assert "newer than this program" in refused({**document, "version": 2})
    assert "unknown kind" in refused({**document, "kind": "__import__"})
    assert "not a model" in refused("[" * 200_000)
    assert "NaN" in refused(text.replace('"seed": ', '"seed": NaN, "x": '))
    for key in set(document) - {"versions"}:
        refused({k: v for k, v in document.items() if k != key})
    for key in ("kind", "settings", "classes", "features", "path", "data"):
        for wrong in (None, 7, "x", [], {}, [[]], {"a": 1}, [{"rules": []}]):
            if (key, wrong) != ("settings", {}):  # that is the default of every setting
                refused({**document, key: wrong})
    with pytest.raises(BoolsmithError, match="no file"):
        load_model(tmp_path / "none")


def test_no_change_to_a_file_makes_loading_fail_otherwise_than_in_one_line(fitted, tmp_path):
    path = tmp_path / "model.json"
    fitted.save(path)
    good = path.read_bytes()
    rng = np.random.default_rng(0)
    lines = []
    for _ in range(200):
        content = bytearray(good)
        for position in rng.integers(0, len(content), 3):
            content[position] = rng.integers(32, 127)
        path.write_bytes(content)
        try:
            load_model(path)
        except BoolsmithError as error:
            lines.append(str(error))
    assert len(lines) > 50
    assert not any("\n" in line for line in lines)


def test_an_interrupted_save_leaves_the_old_file(fitted, tmp_path, monkeypatch):
    import os

    path = tmp_path / "model.json"
    fitted.save(path)
    before = path.read_text()

    def fail(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(KeyboardInterrupt):
        fitted.select(complexity=1).save(path)
    assert path.read_text() == before
    assert list(tmp_path.iterdir()) == [path]
    monkeypatch.undo()
    with pytest.raises(BoolsmithError, match="cannot write"):
        fitted.save(tmp_path / "no" / "folder.json")


def test_the_effort_is_for_strategies_that_use_one():
    X = np.random.default_rng(0).random((60, 3))
    options = {"strategy": "paper", "num_starts": 1, "num_iterations": 30}
    model = RuleClassifier(search_options=options, random_state=0).fit(X, X[:, 0] > 0.5)
    assert model.result_.settings["effort"] is None
    with pytest.raises(BoolsmithError, match=r"effort=0\.5: strategy 'paper' does not use it"):
        model.set_params(effort=0.5).fit(X, X[:, 0] > 0.5)
