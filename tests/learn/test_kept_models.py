"""Files that earlier versions wrote are read for ever, and mean what they meant."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from boolsmith import Rule
from boolsmith.learn import load_model
from boolsmith.learn.exports import decision_from_json

HERE = Path(__file__).parent / "kept"
MODELS = sorted(file.name.removesuffix(".rule.json") for file in HERE.glob("*.rule.json"))


def read(name):
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def frame(rows):
    table = pd.DataFrame(rows)
    if "joined" in table:
        table["joined"] = pd.to_datetime(table["joined"])
    return table


def test_there_is_a_file_of_every_kind():
    kinds = {read(f"{name}.rule.json")["kind"] for name in MODELS}
    assert kinds == {
        "MostFrequentClassifier",
        "OneRuleClassifier",
        "RuleClassifier",
        "SingleFeatureClassifier",
    }


@pytest.mark.parametrize("name", MODELS)
def test_a_kept_model_loads_and_predicts_what_it_did(name):
    expected = read(f"{name}.expected.json")
    model, rows = load_model(HERE / f"{name}.rule.json"), frame(expected["rows"])
    assert {str(label): str(rule) for label, rule in model.rules_.items()} == expected["rules"]
    assert [str(label) for label in model.predict(rows).tolist()] == expected["labels"]
    np.testing.assert_allclose(model.predict_proba(rows), expected["probabilities"], atol=1e-8)


def test_a_kept_rule_is_the_one_that_its_text_says():
    for entry in read("rules-1.json"):
        assert Rule.from_json(entry["document"]) == Rule.parse(entry["text"])


def test_a_kept_decision_gives_the_labels_of_its_model():
    expected = read("two-classes-1.expected.json")
    decision = decision_from_json((HERE / "decision-1.json").read_text(encoding="utf-8"))
    assert decision.predict(frame(expected["rows"])).tolist() == expected["labels"]
