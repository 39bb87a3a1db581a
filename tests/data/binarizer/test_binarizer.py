import pickle
import warnings
from datetime import datetime

import numpy as np
import pytest
from boolsmith import Binarizer, Literal
from boolsmith.data.tables import Table
from boolsmith.errors import BoolsmithError, BoolsmithWarning
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks


def names(binarizer):
    return binarizer.get_feature_names_out().tolist()


@parametrize_with_checks(
    [
        Binarizer(),
        Binarizer(missing="refuse"),
        Binarizer(strategy="information_gain"),
        Binarizer(sparse_output=True),
    ]
)
def test_the_checks_of_scikit_learn_pass(estimator, check):
    check(estimator)


def test_the_default_gives_the_columns_of_the_paper(paper_dataset):
    features, _, num_columns = paper_dataset
    binarizer = Binarizer().fit(features)
    assert len(names(binarizer)) == num_columns
    matrix = binarizer.transform(features)
    assert matrix.shape == (len(features), num_columns)
    assert matrix.dtype == bool


def test_rounded_thresholds_leave_every_training_row_where_it_was(paper_dataset):
    features, _, _ = paper_dataset
    exact = Binarizer(round_thresholds=False).fit(features)
    assert np.array_equal(Binarizer().fit_transform(features), exact.transform(features))


def test_columns_are_named_after_what_they_say():
    table = Table(
        {
            "tenure": np.arange(100.0),
            "sex": np.array(["female", "male"] * 50, dtype=object),
            "Contract": np.array(["Month-to-month", "One year", "Two year", None] * 25),
            "flag": np.array([True, False] * 50),
            "code": np.array([1.0, 2.0] * 50),
            "stars": np.array([1.0, 2.5, 3.0, np.nan] * 25),
        }
    )
    binarizer = Binarizer(num_thresholds=1).fit(table)
    assert names(binarizer) == [
        *("tenure > 49", "sex = male"),
        *("Contract = Month-to-month", "Contract = One year", "Contract = Two year"),
        *("Contract is missing", "flag", "code = 2"),
        *("stars = 1", "stars = 2.5", "stars = 3", "stars is missing"),
    ]
    row = dict(zip(names(binarizer), binarizer.transform(table)[3], strict=True))
    assert row["Contract is missing"]
    assert row["stars is missing"]
    assert not row["Contract = Two year"]


def test_the_name_of_a_feature_is_never_taken_for_a_comparison():
    table = Table({"a <= b": np.array([0.0, 1.0]), "c != d": np.array([1.0, 3.0])})
    binarizer = Binarizer().fit(table)
    for name in names(binarizer):
        assert Literal(name).feature == name
        assert not Literal(name).negated


numbers = arrays(
    np.float64, st.integers(12, 60), elements=st.floats(-1e6, 1e6, width=32) | st.just(np.nan)
)


@given(numbers, st.integers(1, 12), st.sampled_from(["quantile", "uniform"]))
@settings(deadline=None)
def test_the_name_tells_exactly_which_rows_are_true(values, num_thresholds, strategy):
    X = values[:, None]
    binarizer = Binarizer(num_thresholds=num_thresholds, strategy=strategy).fit(X)
    for name, column in zip(names(binarizer), binarizer.transform(X).T, strict=True):
        if name.endswith("is missing"):
            expected = np.isnan(values)
        elif name == "x0":
            expected = values == 1
        else:
            _, sign, number = name.split(" ")
            expected = values > float(number) if sign == ">" else values == float(number)
        assert np.array_equal(column, expected)


@given(numbers, st.integers(1, 15))
def test_quantiles_are_those_of_numpy(values, num_thresholds):
    values = values[~np.isnan(values)]
    if len(np.unique(values)) <= 2:
        return
    binarizer = Binarizer(num_thresholds=num_thresholds, max_distinct=0, round_thresholds=False)
    cuts = [condition.threshold for condition in binarizer.fit(values[:, None]).conditions_]
    levels = np.linspace(0, 1, num_thresholds + 2)[1:-1]
    assert cuts == sorted(set(np.quantile(values, levels).tolist()))


@given(st.lists(st.integers(1, 40), min_size=1, max_size=5))
def test_pieces_give_the_columns_of_the_whole(sizes):
    rng = np.random.default_rng(sum(sizes))
    total = sum(sizes)
    table = Table(
        {
            "n": rng.normal(size=total).round(1),
            "c": rng.choice(np.array(["a", "b", "c", None], dtype=object), total),
        }
    )
    whole = Binarizer().fit(table)
    pieces = Binarizer()
    for start, size in zip(np.cumsum([0, *sizes[:-1]]), sizes, strict=True):
        pieces.partial_fit(table.take(slice(start, start + size)))
    kept = names(whole)
    assert names(pieces) == kept
    parts = [pieces.transform(table.take(slice(i, i + 7))) for i in range(0, total, 7)]
    assert np.array_equal(np.concatenate(parts), whole.transform(table))


def test_pieces_beyond_memory_go_on_with_a_sample(monkeypatch):
    from boolsmith.data.binarizer import summaries

    monkeypatch.setattr(summaries, "MAX_DISTINCT", 2000)
    rng = np.random.default_rng(0)
    binarizer = Binarizer(num_thresholds=3, round_thresholds=False)
    for _ in range(20):
        binarizer.partial_fit(rng.uniform(size=(1000, 1)))
    assert len(binarizer._summaries[0].values) <= 2000
    cuts = [condition.threshold for condition in binarizer.conditions_]
    assert np.allclose(cuts, [0.25, 0.5, 0.75], atol=0.05)


def test_information_gain_cuts_where_the_class_changes():
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 100, size=(500, 2))
    y = np.where((X[:, 0] > 30) & (X[:, 0] <= 70), "in", "out")
    binarizer = Binarizer(strategy="information_gain").fit(X, y)
    cuts = [c.threshold for c in binarizer.conditions_ if c.feature == "x0"]
    assert len(cuts) == 2
    assert np.allclose(cuts, [30, 70], atol=1)
    assert sum(c.feature == "x1" for c in binarizer.conditions_) == 1, "noise gets no second cut"


def test_given_thresholds_are_used_as_they_are():
    table = Table(
        {
            "age": np.arange(50.0),
            "day": np.datetime64("2024-01-01", "us") + np.arange(50) * np.timedelta64(1, "D"),
        }
    )
    given_cuts = {"age": [18, 30.25], "day": ["2024-02-01", datetime(2024, 2, 2, 12)]}
    binarizer = Binarizer(thresholds=given_cuts).fit(table)
    expected = ["age > 18", "age > 30.25", "day > 2024-02-01", "day > 2024-02-02 12:00"]
    assert names(binarizer) == expected
    assert binarizer.transform(table).sum(axis=0).tolist() == [31, 19, 18, 17]


def test_dates_are_cut_at_whole_days_where_that_is_enough():
    days = np.datetime64("2024-01-01T08:15", "us") + np.arange(110) * np.timedelta64(1, "D")
    binarizer = Binarizer(num_thresholds=2).fit(Table({"day": days}))
    assert names(binarizer) == ["day > 2024-02-07", "day > 2024-03-14"]
    assert binarizer.transform(Table({"day": days})).sum(axis=0).tolist() == [73, 37]


def test_rare_categories_are_joined_and_take_in_what_was_never_seen():
    colours = ["red"] * 10 + ["blue"] * 10 + ["mauve", "teal"]
    table = Table({"colour": np.array(colours, dtype=object)})
    binarizer = Binarizer(min_frequency=5).fit(table)
    assert names(binarizer) == ["colour = blue", "colour = red", "colour = other"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        new = Table({"colour": np.array(["teal", "pink", "red", None], dtype=object)})
        other = Binarizer(min_frequency=5, unknown="ignore").fit(table).transform(new)[:, 2]
    assert other.tolist() == [True, True, False, False]
    share = Binarizer(min_frequency=0.3).fit(table)
    assert names(share) == names(binarizer)
    assert names(Binarizer(max_categories=1).fit(table)) == ["colour = blue", "colour = other"]


def test_a_value_never_seen_is_reported_as_chosen():
    table = Table({"colour": np.array(["red", "blue", "green"] * 9, dtype=object)})
    new = Table({"colour": np.array(["pink", None], dtype=object)})
    binarizer = Binarizer().fit(table)
    with pytest.warns(BoolsmithWarning, match="'pink', never seen"):
        assert not binarizer.transform(new).any()
    with pytest.raises(BoolsmithError, match="never seen"):
        binarizer.set_params(unknown="error").transform(new)


def test_kinds_overrule_types_and_ignore_leaves_out():
    table = Table({"zip": np.array([10115.0, 20095.0, 10115.0]), "b": np.array([1.0, 2.0, 3.0])})
    binarizer = Binarizer(kinds={"zip": "category", "b": "ignore"}).fit(table)
    assert names(binarizer) == ["zip = 20095"]
    assert binarizer.transform(table)[:, 0].tolist() == [False, True, False]


def test_constant_and_redundant_columns_can_be_dropped():
    a = np.array([0.0, 1.0] * 20)
    table = Table({"a": a, "b": 1 - a, "c": np.full(40, 7.0), "d": np.arange(40.0)})
    assert len(names(Binarizer(num_thresholds=2).fit(table))) == 5
    kept = Binarizer(num_thresholds=2, drop="constant").fit(table)
    assert names(kept) == ["a", "b", "d > 13", "d > 26"]
    kept = Binarizer(num_thresholds=2, drop="redundant").fit(table)
    assert names(kept) == ["a", "d > 13", "d > 26"]
    assert kept.transform(table).shape == (40, 3)


def test_bad_values_are_refused_in_one_line():
    X = np.array([[1.0], [np.inf], [2.0]])
    with pytest.raises(BoolsmithError, match="'x0' has inf in row 1"):
        Binarizer().fit(X)
    X[1] = np.nan
    with pytest.raises(BoolsmithError, match="'x0' has a missing value"):
        Binarizer(missing="refuse").fit(X)
    binarizer = Binarizer().fit(Table({"age": np.arange(20.0)}))
    text = Table({"age": np.array(["12", "twelve"], dtype=object)})
    with pytest.raises(BoolsmithError, match="'age' has 'twelve' in row 1 where a number"):
        binarizer.transform(text)
    with pytest.raises(BoolsmithError, match="no column 'age'; did you mean 'Age'"):
        binarizer.transform(Table({"Age": np.arange(3.0)}))


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"strategy": "quantiles"}, "did you mean 'quantile'"),
        ({"missing": "drop"}, "unknown missing 'drop'"),
        ({"num_thresholds": 0}, "num_thresholds=0"),
        ({"min_frequency": 1.5}, "min_frequency=1.5"),
        ({"kinds": {"X0": "number"}}, "no feature 'X0'; did you mean 'x0'"),
        ({"kinds": {"x0": "text"}}, "unknown kind of column 'x0' 'text'"),
        ({"thresholds": {"x0": ["high"]}}, "threshold 'high' of column 'x0' is not a number"),
    ],
)
def test_settings_that_make_no_sense_are_refused(setting, message):
    with pytest.raises(BoolsmithError, match=message.replace("(", r"\(")):
        Binarizer(**setting).fit(np.arange(30.0)[:, None])


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames_give_what_the_table_gives(library):
    module = pytest.importorskip(library)
    columns = {
        "n": [1.5, None, 3.5, 4.5] * 5,
        "i": list(range(20)),
        "t": ["a", "b", None, "c"] * 5,
        "b": [True, False, True, True] * 5,
        "d": [datetime(2024, 1, 1 + i) for i in range(20)],
    }
    frame = module.DataFrame(columns)
    from boolsmith.data.tables import frame_to_table

    table = frame_to_table(frame)
    binarizer = Binarizer().fit(frame)
    assert names(binarizer) == names(Binarizer().fit(table))
    assert np.array_equal(binarizer.transform(frame), Binarizer().fit_transform(table))
    out = Binarizer().set_output(transform=library).fit_transform(frame)
    assert isinstance(out, module.DataFrame)
    assert list(out.columns) == names(binarizer)
    assert "t is missing" in out.columns


def test_sparse_input_gives_the_columns_of_the_dense_one():
    from scipy.sparse import csr_array, issparse

    X = np.random.default_rng(0).poisson(2, size=(50, 3)).astype(float)
    dense = Binarizer(max_distinct=3).fit(X)
    sparse = Binarizer(max_distinct=3, sparse_output=True).fit(csr_array(X))
    assert names(sparse) == names(dense)
    out = sparse.transform(csr_array(X))
    assert issparse(out)
    assert np.array_equal(out.toarray(), dense.transform(X))


def test_copies_give_the_same_columns(paper_dataset):
    features, _, _ = paper_dataset
    features = features.take(slice(0, 500))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BoolsmithWarning)
        binarizer = Binarizer(unknown="ignore").fit(features)
        assert names(clone(binarizer).fit(features)) == names(binarizer)
    import json

    document = json.loads(json.dumps(binarizer.to_json()))
    expected = binarizer.transform(features)
    for copy in (pickle.loads(pickle.dumps(binarizer)), Binarizer.from_json(document)):
        assert names(copy) == names(binarizer)
        assert np.array_equal(copy.transform(features), expected)


@pytest.mark.parametrize("hostile", [None, [], {}, {"settings": {"x": 1}, "features": []}, 7])
def test_a_document_that_is_no_binarizer_is_refused(hostile):
    with pytest.raises(BoolsmithError, match="not a binarizer"):
        Binarizer.from_json(hostile)


def test_a_rule_whose_columns_lost_their_names_gets_them_back():
    binarizer = Binarizer(num_thresholds=1).fit(Table({"tenure": np.arange(30.0)}))
    assert binarizer.undo(~Literal("x0")) == Literal("tenure <= 14")


@given(st.lists(st.integers(0, 3), min_size=30, max_size=30).filter(any))
@settings(deadline=None)
def test_a_weight_counts_as_so_many_rows(weights):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 2)).round(1), rng.integers(0, 2, 30)
    for strategy in ("quantile", "information_gain"):
        weighted = Binarizer(strategy=strategy).fit(X, y, sample_weight=weights)
        repeated = Binarizer(strategy=strategy)
        repeated.fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
        assert names(weighted) == names(repeated)


def test_single_columns_are_those_of_the_whole():
    X = np.random.default_rng(0).normal(size=(50, 3))
    binarizer = Binarizer().fit(X)
    some = names(binarizer)[::4]
    columns = binarizer.columns(X, some)
    matrix = binarizer.transform(X)
    for name in some:
        assert np.array_equal(columns[name], matrix[:, names(binarizer).index(name)])
