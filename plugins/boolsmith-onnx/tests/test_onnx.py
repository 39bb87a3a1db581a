import sys

import numpy as np
import pytest
from boolsmith import Binarizer, Literal, One
from boolsmith.data.tables import Table
from boolsmith.errors import BoolsmithError
from boolsmith.learn import Decision, export
from boolsmith_onnx import save_onnx, to_model
from boolsmith_onnx.model import to_onnx


def run(table, decision):
    runtime = pytest.importorskip("onnxruntime")
    session = runtime.InferenceSession(to_onnx(decision))
    feeds = {}
    for name in decision.features():
        values = table[name]
        if values.dtype.kind == "O":
            feeds[name] = np.array(["" if v is None else v for v in values], dtype=object)
        elif values.dtype.kind == "M":
            gone = np.isnat(values)
            feeds[name] = np.where(gone, np.nan, values.astype(np.int64).astype(float))
        else:
            feeds[name] = values.astype(float)
    return session.run(None, feeds)[0]


def test_the_model_predicts_every_row_of_the_nine_datasets_alike(any_dataset, make_rules):
    pytest.importorskip("onnx")
    table, binarizer = any_dataset
    for rule in make_rules(binarizer.get_feature_names_out()):
        decision = Decision.of(rule, binarizer, label="yes", otherwise="no")
        assert np.array_equal(run(table, decision), decision.predict(table))


def test_dates_joined_categories_and_several_rules_survive():
    pytest.importorskip("onnx")
    days = np.datetime64("2024-01-01", "us") + np.arange(100) * np.timedelta64(7, "h")
    colours = np.array(["red"] * 40 + ["blue"] * 40 + list("abcdefghijklmnopqrst"), dtype=object)
    table = Table({"day": days, "colour": colours})
    table.columns["day"][3] = np.datetime64("NaT")
    table.columns["colour"][5] = None
    binarizer = Binarizer(min_frequency=10, num_thresholds=3).fit(table)
    names = binarizer.get_feature_names_out().tolist()
    for name in names:
        branches = ((~Literal(name), 3), (Literal(names[0]), 2))
        decision = Decision(branches, 1).over(binarizer)
        assert run(table, decision).tolist() == decision.predict(table).tolist()


def test_a_file_is_written_and_what_cannot_be_is_refused(tmp_path):
    onnx = pytest.importorskip("onnx")
    save_onnx(Literal("a"), tmp_path / "rule.onnx")
    assert onnx.load(tmp_path / "rule.onnx").doc_string == "True if a"
    with pytest.raises(BoolsmithError, match="reads no feature"):
        to_onnx(Decision.of(One))


def test_the_content_is_that_of_the_model_of_the_library():
    decision = Decision.of(Literal("a"))
    assert to_onnx(decision) == to_model(decision).SerializeToString()


def test_without_the_library_the_exporter_says_that_it_is_not_available(monkeypatch):
    monkeypatch.delitem(sys.modules, "boolsmith_onnx.model")
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(BoolsmithError, match=r"exporter 'onnx' is not available: .*onnx"):
        export(Literal("a"), "onnx")
