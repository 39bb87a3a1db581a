"""`boolsmith fit` and the commands that use what it saved, as a user runs them."""

import csv
import gzip
import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

import numpy as np
import pytest
from boolsmith.cli import main

ROWS = 400


@pytest.fixture(scope="session")
def customers(tmp_path_factory):
    """A file of customers, of whom the new ones on monthly contracts leave."""
    rng = np.random.default_rng(0)
    path = tmp_path_factory.mktemp("data") / "customers.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["customerID", "tenure", "Contract", "Senior", "churn"])
        for i in range(ROWS):
            tenure, monthly = int(rng.integers(0, 72)), rng.random() < 0.5
            leaves = (tenure < 20 and monthly) != (rng.random() < 0.05)
            contract = "Month-to-month" if monthly else rng.choice(["One year", "Two year"])
            shown = "" if rng.random() < 0.02 else tenure
            senior = "TRUE" if rng.random() < 0.5 else "FALSE"
            writer.writerow([f"C{i:04}", shown, contract, senior, "Yes" if leaves else "No"])
    return path


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Runs the program in an empty folder: its status, what it printed, and what it told."""
    monkeypatch.chdir(tmp_path)

    def program(*arguments):
        status = main([str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return program


QUICK = ("--effort", "0.05", "--max-complexity", "4", "--num-threads", "1")


@pytest.fixture(scope="session")
def model(customers, tmp_path_factory):
    """The model that `fit` saves for the customers."""
    path = tmp_path_factory.mktemp("model") / "churn.json"
    assert main(["fit", str(customers), "--target", "churn", *QUICK, "--output", str(path)]) == 0
    return path


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
from boolsmith.search.watch import Watch

begin = Watch.start

def start(watch):
    begin(watch)
    print("searching", flush=True)

Watch.start = start
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
        (["DATA", "--target", "churn", "--operators", "Adn"], "did you mean 'And'?"),
        (["DATA", "--target", "churn", "--metric", "f2"], "unknown metric 'f2'"),
        (["DATA", "--target", "churn", "--choice", "one-se"], "did you mean 'one_se'?"),
        (["DATA", "--target", "churn", "--test-size", "2"], "--test-size=2.0"),
        (["DATA", "--target", "churn", "--max-complexity", "0"], "--max-complexity=0"),
        (["DATA", "--target", "churn", "--max-complexty", "3"], "--max-complexty"),
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


def test_pareto_shows_held_out_scores_with_their_error(run, customers, tmp_path):
    status, out, _ = run(
        "pareto", customers, "--target", "churn", "--cv", "3", "--plot", "f.png", *QUICK
    )
    assert status == 0
    assert "±" in out
    assert (tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")
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


def test_pareto_shows_the_path_of_a_saved_model(run, model):
    status, out, _ = run("pareto", model, "--json")
    assert status == 0
    assert [point["complexity"] for point in json.loads(out)["frontier"]][:2] == [0, 1]


def test_predict_gives_the_labels_of_the_model(run, model, customers, tmp_path):
    from boolsmith.data.tables import read_table
    from boolsmith.learn import load_model

    expected = load_model(model).predict(read_table(customers).drop(["churn"])).tolist()
    status, out, _ = run("predict", model, customers)
    assert status == 0
    assert out.splitlines() == ["prediction", *expected]
    _, out, _ = run("predict", model, customers, "--json", "--probabilities")
    entries = json.loads(out)["predictions"]
    assert [entry["prediction"] for entry in entries] == expected
    assert sum(v for k, v in entries[0].items() if k != "prediction") == pytest.approx(1)
    run("predict", model, customers, "--output", "labels.csv")
    assert (tmp_path / "labels.csv").read_text().splitlines()[1:] == expected
    assert [path.name for path in tmp_path.iterdir()] == ["labels.csv"]
    _, out, _ = run("predict", model, customers, "--json", "--output", "more.csv")
    assert json.loads(out) == {"rows": ROWS, "output": "more.csv"}
    assert (tmp_path / "more.csv").read_text() == (tmp_path / "labels.csv").read_text()


def test_predict_needs_only_the_columns_of_the_rule_and_tells_what_is_new(run, model, tmp_path):
    (tmp_path / "new.csv").write_text("Contract,tenure\nMonth-to-month,3\nWeekly,3\n")
    status, out, err = run("predict", model, "new.csv")
    assert status == 0
    assert out.splitlines()[1:] == ["Yes", "No"]
    assert "'Weekly', never seen" in err
    (tmp_path / "bad.csv").write_text("Contract,tenure\nOne year,three\n")
    status, _, err = run("predict", model, "bad.csv")
    assert status == 2
    assert "'three' in row 1" in err
    (tmp_path / "less.csv").write_text("Contract\nOne year\n")
    assert "no column 'tenure'" in run("predict", model, "less.csv")[2]


def test_predict_tells_that_there_are_no_rows_or_no_columns(run, model, tmp_path):
    (tmp_path / "none.csv").write_text("Contract,tenure\n")
    for more in ((), ("--json",), ("--output", "labels.csv")):
        status, out, err = run("predict", model, "none.csv", *more)
        assert (status, out) == (2, "")
        assert err == (
            "boolsmith: error: none.csv has a header and no rows: give at least one row\n"
        )
    assert not (tmp_path / "labels.csv").exists()
    (tmp_path / "less.csv").write_text("Contract\n")
    status, out, err = run("predict", model, "less.csv")
    assert (status, out) == (2, "")
    assert err == "boolsmith: error: no column 'tenure'; known: Contract\n"


def test_explain_tells_why_a_row_got_its_label(run, model, tmp_path):
    (tmp_path / "new.csv").write_text("Contract,tenure\nMonth-to-month,3\nOne year,40\n")
    status, out, _ = run("explain", model, "new.csv", "--row", "0", "--picture", "row.svg")
    assert status == 0
    assert out.startswith("label: Yes")
    assert "would change it: " in out
    assert (tmp_path / "row.svg").read_text().startswith("<svg")
    _, out, _ = run("explain", model, "new.csv", "--row", "1", "--to", "Yes", "--json")
    assert json.loads(out)["label"] == "No"
    _, out, _ = run("explain", model, "new.csv", "--row", "0", "--actionable", "Contract", "--json")
    changes = json.loads(out)["counterfactuals"]
    assert {change["feature"] for group in changes for change in group} == {"Contract"}
    assert "no row 7" in run("explain", model, "new.csv", "--row", "7")[2]


def test_the_dataset_that_is_carried_can_be_predicted_and_explained_too(run):
    run("fit", "breast-cancer", *QUICK)
    status, out, _ = run("predict", "breast-cancer.rule.json", "breast-cancer")
    assert status == 0
    assert len(out.splitlines()) == 570
    assert set(out.splitlines()[1:]) == {"benign", "malignant"}
    status, out, _ = run("explain", "breast-cancer.rule.json", "breast-cancer")
    assert status == 0
    assert "569 rows" in out
    status, out, _ = run("explain", "breast-cancer.rule.json", "breast-cancer", "--row", "0")
    assert status == 0
    assert out.startswith("label: malignant")


def test_explain_reports_on_a_whole_file(run, model, customers):
    status, out, _ = run("explain", model, customers, "--groups", "Senior")
    assert status == 0
    assert "400 rows" in out
    assert "Senior = " in out
    _, out, _ = run("explain", model, customers, "--json")
    assert sum(map(sum, json.loads(out)["confusion"])) == ROWS


def test_export_to_sql_gives_the_predictions_of_the_model(run, model, customers):
    status, sql, _ = run("export", model, "--to", "sql", "--table", "customers")
    assert status == 0
    with customers.open(newline="") as file:
        _, *rows = csv.reader(file)
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE customers (customerID, tenure REAL, Contract, Senior, churn)")
    filled = [[cell or None for cell in row] for row in rows]
    connection.executemany("INSERT INTO customers VALUES (?, ?, ?, ?, ?)", filled)
    found = [row[-1] for row in connection.execute(sql)]
    expected = run("predict", model, customers)[1].splitlines()[1:]
    assert found == expected


@pytest.mark.parametrize("to", ["text", "python", "sql", "latex", "dot", "json", "svg"])
def test_every_format_is_printed_written_and_given_as_json(run, model, tmp_path, to):
    status, out, _ = run("export", model, "--to", to, "--complexity", "3")
    assert status == 0
    run("export", model, "--to", to, "--complexity", "3", "--output", "rule.out")
    assert (tmp_path / "rule.out").read_text() == out
    document = json.loads(run("export", model, "--to", to, "--complexity", "3", "--json")[1])
    assert document["text"].rstrip("\n") == out.rstrip("\n")


def test_an_onnx_model_is_written_to_a_file(run, model, tmp_path):
    pytest.importorskip("onnx")
    assert "--output is missing" in run("export", model, "--to", "onnx")[2]
    assert run("export", model, "--to", "onnx", "--output", "rule.onnx")[0] == 0
    assert (tmp_path / "rule.onnx").stat().st_size > 100


def test_files_that_are_no_models_are_refused(run, customers, tmp_path):
    (tmp_path / "cut.json").write_text('{"format": "boolsmith-model", "vers')
    for command in (["predict", "cut.json", customers], ["export", "cut.json"]):
        status, _, err = run(*command)
        assert status == 2
        assert "cut off" in err
    assert "no file" in run("export", "none.json")[2]


def test_an_unknown_format_is_refused_with_a_suggestion(run, model):
    status, _, err = run("export", model, "--to", "sqll")
    assert status == 2
    assert "did you mean 'sql'" in err
    assert "known: dot, json, latex, onnx, python," in run("export", model, "--to", "xyz")[2]
    assert "did you mean 'onnx'" in run("export", model, "--to", "onx")[2]
