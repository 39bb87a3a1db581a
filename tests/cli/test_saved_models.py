"""The commands that use what `boolsmith fit` saved, as a user runs them."""

import csv
import json
import sqlite3

import pytest

ROWS = 400
QUICK = ("--effort", "0.05", "--max-complexity", "4", "--num-threads", "1")


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


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--picture", "row.svg"], "--picture is for one row: give --row too"),
        (["--to", "Yes"], "--to is for one row: give --row too"),
        (["--actionable", "tenure"], "--actionable is for one row: give --row too"),
        (["--row", "0", "--groups", "Senior"], "--groups is for all rows: leave --row out"),
    ],
)
def test_explain_ignores_no_option_in_silence(run, model, customers, options, message):
    assert run("explain", model, customers, *options) == (2, "", f"boolsmith: error: {message}\n")


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
