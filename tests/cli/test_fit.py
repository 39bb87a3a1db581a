"""`boolsmith fit` and `boolsmith pareto`, as a user runs them."""

import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time

import pytest

ROWS = 400
QUICK = ("--effort", "0.05", "--max-complexity", "4", "--num-threads", "1")


def test_fit_shows_the_frontier_the_rule_and_where_it_was_saved(run, customers, tmp_path):
    status, out, err = run("fit", customers, "--target", "churn", *QUICK)
    assert status == 0
    assert "complexity" in out
    assert "Contract = Month-to-month" in out
    assert "Yes if " in out
    assert "300 rows" in out
    assert "100 held out" in out
    assert out.rstrip().endswith("saved to customers.rule.json")
    assert (tmp_path / "customers.rule.json").exists()
    assert "'customerID' looks like an identifier" in err


TELLING = """
import sys
from boolsmith.cli import main
from boolsmith.searching.supervisor import Supervisor

begin = Supervisor.start

def start(supervisor):
    begin(supervisor)
    print("searching", flush=True)

Supervisor.start = start
sys.exit(main())
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")
def test_ctrl_c_saves_the_best_rule_and_tells_that_it_may_not_be_the_best(customers, tmp_path):
    arguments = ["fit", str(customers), "--target", "churn", "--effort", "1e6"]
    process = subprocess.Popen(
        [sys.executable, "-c", TELLING, *arguments, "--num-threads", "1"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout.readline().strip() == "searching"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0, err
    assert "saved to customers.rule.json" in out
    assert "boolsmith: the search was interrupted: what it found until then is used\n" in err


def test_fit_works_with_nothing_but_the_name_of_a_dataset(run):
    status, out, _ = run("fit", "breast-cancer", "--json", *QUICK)
    result = json.loads(out)
    assert status == 0
    assert result["test"] > 0.88
    assert list(result["rules"]) == ["benign"]
    scores = [point["train"] for point in result["frontier"]]
    assert scores == sorted(scores)


def test_the_scores_are_those_of_the_rule_on_the_data(run, customers):
    from boolsmith.data.tables import read_table
    from boolsmith.learn import RuleClassifier
    from sklearn.metrics import balanced_accuracy_score

    _, out, _ = run("fit", customers, "--target", "churn", "--test-size", "0", "--json", *QUICK)
    result = json.loads(out)
    assert result["rows"] == {"train": ROWS, "test": 0}
    assert result["test"] is None
    table = read_table(customers)
    model = RuleClassifier.load("customers.rule.json")
    guess = model.predict(table.drop(["churn"]))
    expected = balanced_accuracy_score(table["churn"].astype(str), guess)
    assert result["train"] == pytest.approx(expected)
    assert expected > 0.8


def test_the_class_and_the_operators_can_be_chosen(run, customers):
    _, out, _ = run(
        *("fit", customers, "--target", "churn", "--positive", "no", "--operators", "Or"),
        *("--json", *QUICK),
    )
    (rule,) = json.loads(out)["rules"].items()
    assert rule[0] == "No"
    assert rule[1].startswith("Or(")


def test_gzip_and_standard_input_give_the_same_rule(run, customers, tmp_path, monkeypatch):
    packed = tmp_path / "packed.csv.gz"
    packed.write_bytes(gzip.compress(customers.read_bytes()))
    rules = []
    for data in (customers, packed, "-"):
        stdin = io.TextIOWrapper(io.BytesIO(customers.read_bytes()))
        monkeypatch.setattr(sys, "stdin", stdin)
        _, out, _ = run("fit", data, "--target", "churn", "--json", *QUICK)
        rules.append(json.loads(out)["rules"])
    assert rules[0] == rules[1] == rules[2]


def test_more_than_two_classes_are_shown_with_a_rule_each(run, customers):
    status, out, _ = run("fit", customers, "--target", "Contract", "--drop", "customerID", *QUICK)
    assert status == 0
    assert "Month-to-month if" in out
    assert "One year if" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.csv", "--target", "churn"], "no file 'nowhere.csv'"),
        (["breast-cancr"], "did you mean 'breast-cancer'?"),
        (["DATA"], "--target is missing"),
        (["DATA", "--target", "chrun"], "did you mean 'churn'?"),
        (["DATA", "--target", "customerID"], "400 different values"),
        (["DATA", "--target", "churn", "--drop", "tenur"], "did you mean 'tenure'?"),
        (["DATA", "--target", "churn", "--positive", "Yess"], "did you mean 'Yes'?"),
        (
            ["DATA", "--target", "Contract", "--positive", "One year"],
            "--positive=One year is for two classes: 'Contract' has 3, a rule for each",
        ),
        (["DATA", "--target", "churn", "--operators", "Adn"], "did you mean 'And'?"),
        (["DATA", "--target", "churn", "--metric", "f2"], "unknown metric 'f2'"),
        (["DATA", "--target", "churn", "--choice", "one-se"], "did you mean 'one_se'?"),
        (["DATA", "--target", "churn", "--test-size", "2"], "--test-size=2.0"),
        (["DATA", "--target", "churn", "--max-complexity", "0"], "--max-complexity=0"),
        (["DATA", "--target", "churn", "--max-complexty", "3"], "did you mean --max-complexity?"),
    ],
)
def test_bad_input_is_one_line_and_status_two(run, customers, arguments, message):
    arguments = [str(customers) if word == "DATA" else word for word in arguments]
    status, out, err = run("fit", *arguments)
    assert status == 2
    assert out == ""
    lines = [line for line in err.splitlines() if "looks like an identifier" not in line]
    assert len(lines) == 1
    assert message in lines[0]


def test_pareto_shows_held_out_scores_with_their_error(run, customers):
    status, out, _ = run("pareto", customers, "--target", "churn", "--cv", "3", *QUICK)
    assert status == 0
    assert "±" in out
    _, out, _ = run("pareto", customers, "--target", "churn", "--cv", "3", "--json", *QUICK)
    points = json.loads(out)["frontier"]
    assert len(points[0]["held_out"]["scores"]) == 3


def test_pareto_gives_one_measure_under_its_name(run, customers):
    from boolsmith.data.tables import read_table
    from boolsmith.learn import RuleClassifier
    from sklearn.metrics import balanced_accuracy_score, f1_score

    fit = (customers, "--target", "churn", "--metric", "f1", *QUICK)
    document = json.loads(run("pareto", *fit, "--cv", "3", "--json")[1])
    assert document["metric"] == "balanced_accuracy"
    run("fit", *fit, "--test-size", "0", "--output", "f1.json")
    table = read_table(customers)
    model, labels = RuleClassifier.load("f1.json"), table["churn"].astype(str)
    for point in document["frontier"]:
        guess = model.select(complexity=point["complexity"]).predict(table.drop(["churn"]))
        assert point["train"] == pytest.approx(balanced_accuracy_score(labels, guess))
    assert "scores are balanced accuracy" in run("pareto", *fit, "--cv", "3")[1]
    saved = json.loads(run("pareto", "f1.json", "--json")[1])
    assert saved["metric"] == "f1"
    guess = model.select(complexity=1).predict(table.drop(["churn"]))
    assert saved["frontier"][1]["train"] == pytest.approx(f1_score(labels, guess, pos_label="Yes"))
    assert "scores are f1" in run("pareto", "f1.json")[1]


def test_pareto_shows_the_path_of_a_saved_model_and_marks_the_rule_that_it_uses(run, model):
    status, out, _ = run("pareto", model, "--json")
    assert status == 0
    complexities = [point["complexity"] for point in json.loads(out)["frontier"]]
    assert complexities[:2] == [0, 1]
    status, out, _ = run("pareto", model)
    assert status == 0
    assert "held out" not in out
    marked = [line.split()[1] for line in out.splitlines() if line.lstrip().startswith("*")]
    assert marked == [str(json.loads(model.read_text())["complexity"])]


def test_the_target_of_the_sample_dataset_can_be_another_column(run):
    status, _, err = run("fit", "breast-cancer", "--target", "diagnosi", *QUICK)
    assert status == 2
    assert "no column 'diagnosi'; did you mean 'diagnosis'?" in err
    status, _, err = run("fit", "breast-cancer", "--target", "mean area", *QUICK)
    assert status == 2
    assert "the target 'mean area' has 539 different values" in err
