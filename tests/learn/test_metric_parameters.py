"""A metric that needs parameters works wherever a metric can be named."""

import csv
import json
import types

import attrs
import numpy as np
import pytest
from boolsmith import BoolsmithError, Metric, hookimpl
from boolsmith.cli import main
from boolsmith.config import load_config
from boolsmith.learn import OneRuleClassifier, RuleClassifier
from boolsmith.plugins import load_plugin, unload_plugin


@attrs.frozen
class Price:
    miss: float  # no default: it has to be given


def paid(tp, fp, fn, tn, miss):
    total = (tp + fn) * miss + fp + tn
    return 1 - (fn * miss + fp) / total


@pytest.fixture(autouse=True)
def plugin():
    module = types.ModuleType("priced")
    priced = Metric("priced", paid, affine=True, parameters=Price)
    module.boolsmith_metrics = hookimpl(specname="boolsmith_metrics")(lambda: [priced])
    load_plugin(module)
    yield
    unload_plugin("priced")


@pytest.fixture
def rows():
    """Two features; the first misses no positive, the second has no false alarm."""
    X = np.array([[1, 1]] * 5 + [[1, 0]] * 5 + [[1, 0]] * 8 + [[0, 0]] * 9, dtype=bool)
    return X, np.array([1] * 10 + [0] * 17)


@pytest.mark.parametrize(("miss", "rule"), [(10.0, "x0"), (0.1, "x1")])
@pytest.mark.parametrize("kind", [RuleClassifier, OneRuleClassifier])
def test_the_parameters_decide_what_a_classifier_finds(rows, kind, miss, rule):
    model = kind(metric="priced", metric_parameters={"miss": miss}, binarizer=None, random_state=0)
    assert str(model.fit(*rows).rule_) == rule


@pytest.mark.parametrize("kind", [RuleClassifier, OneRuleClassifier])
def test_a_parameter_that_is_missing_is_named(rows, kind):
    with pytest.raises(BoolsmithError, match=r"^metric 'priced' needs a value for 'miss'$"):
        kind(metric="priced", binarizer=None).fit(*rows)


def test_a_file_gives_them(tmp_path):
    path = tmp_path / "run.toml"
    path.write_text('metric = "priced"\n[metric_parameters]\nmiss = 3.0\n')
    assert load_config(path).classifier_arguments()["metric_parameters"] == {"miss": 3.0}
    path.write_text('metric = "priced"\n')
    with pytest.raises(BoolsmithError, match=r"run.toml: metric: .* needs a value for 'miss'"):
        load_config(path)
    path.write_text('metric = "priced"\n[metric_parameters]\nmis = 3.0\n')
    with pytest.raises(BoolsmithError, match=r"run.toml: metric_parameters: .*did you mean 'miss'"):
        load_config(path)
    path.write_text('metric = "pricey"\n[metric_parameters]\nmiss = 3.0\n')
    with pytest.raises(BoolsmithError, match=r"run.toml: metric: .*did you mean 'priced'"):
        load_config(path)


@pytest.mark.parametrize(("miss", "rule"), [("10", "a = yes"), ("0.1", "b = yes")])
def test_options_of_the_command_give_them(rows, tmp_path, monkeypatch, capsys, miss, rule):
    monkeypatch.chdir(tmp_path)
    X, y = rows
    with open("data.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["a", "b", "y"])
        table.writerows(
            [*np.where(row, "yes", "no"), label] for row, label in zip(X, y, strict=True)
        )
    given = ["--metric", "priced", "--metric-parameter", f"miss={miss}", "--test-size", "0"]
    assert main(["fit", "data.csv", "--target", "y", "--positive", "1", "--json", *given]) == 0
    assert rule in str(json.loads(capsys.readouterr().out)["rules"])
