import json
import math
import sqlite3

import numpy as np
import pytest
from boolsmith import Binarizer, Literal, Node, One, Zero
from boolsmith.data.tables import Table
from boolsmith.errors import BoolsmithError
from boolsmith.learn.decisions import Decision
from boolsmith.learn.exports import decision_from_json, export
from boolsmith.operators import AND, AT_LEAST, OR
from boolsmith.rules.truth import outcome


def expected_outcomes(rules, table, binarizer):
    columns = dict(
        zip(binarizer.get_feature_names_out(), binarizer.transform(table).T, strict=True)
    )
    false = np.zeros(len(table), dtype=bool)
    return [outcome(rule, columns.__getitem__, false, ~false) for rule in rules]


def plain_rows(table):
    """Every row as a list of plain values, quickly."""
    columns = []
    for values in table.columns.values():
        cells = values.tolist()
        if values.dtype.kind == "f":
            cells = [None if math.isnan(cell) else cell for cell in cells]
        columns.append(cells)
    return list(zip(*columns, strict=True))


def run_python(source, table, rows):
    space = {}
    exec(compile(source, "export", "exec"), space)
    names = list(table.columns)
    return [space["predict"](dict(zip(names, row, strict=True))) for row in rows]


def sqlite_table(table, rows):
    connection = sqlite3.connect(":memory:")
    names = ", ".join('"' + name.replace('"', '""') + '"' for name in table.columns)
    connection.execute(f"CREATE TABLE data ({names})")
    marks = ", ".join("?" * len(table.columns))
    connection.executemany(f"INSERT INTO data VALUES ({marks})", rows)
    return connection


def duckdb_table(table, rows):
    duckdb = pytest.importorskip("duckdb")
    pa = pytest.importorskip("pyarrow")
    columns = [list(cells) for cells in zip(*rows, strict=True)]
    connection = duckdb.connect()
    arrow = pa.table(dict(zip(table.columns, map(pa.array, columns), strict=True)))
    connection.register("arrow", arrow)
    connection.execute("CREATE TABLE data AS SELECT * FROM arrow")
    return connection


def test_exports_predict_every_row_of_the_nine_datasets_alike(any_dataset, make_rules):
    table, binarizer = any_dataset
    rules = make_rules(binarizer.get_feature_names_out())
    outcomes = expected_outcomes(rules, table, binarizer)
    rows = plain_rows(table)
    lite, duck = sqlite_table(table, rows), duckdb_table(table, rows)
    for rule, expected in zip(rules, outcomes, strict=True):
        decision = Decision.of(rule, binarizer, label="yes", otherwise="no")
        words = np.where(expected, "yes", "no").tolist()
        assert decision.predict(table).tolist() == words
        source = export(decision, "python")
        assert run_python(source, table, rows) == words
        for connection, dialect in ((lite, "sqlite"), (duck, "duckdb")):
            case = export(decision, "sql", dialect=dialect)
            found = connection.execute(f"SELECT {case} FROM data").fetchall()
            assert [label for (label,) in found] == words


def test_the_same_decision_comes_back_from_json(any_dataset, make_rules):
    table, binarizer = any_dataset
    for rule in make_rules(binarizer.get_feature_names_out(), plugins=False):
        decision = Decision.of(rule, binarizer, label=1, otherwise=0)
        copy = decision_from_json(export(decision, "json"))
        assert copy == decision
        assert np.array_equal(copy.predict(table), decision.predict(table))


@pytest.fixture
def churn():
    table = Table(
        {
            "tenure": np.array([1.0, 7.0, 30.0, np.nan] * 10) + np.tile(np.arange(10) / 10, 4),
            "Contract": np.array(["Month-to-month", "One year", None, "it's"] * 10, dtype=object),
            "Partner": np.array([True, False] * 20),
        }
    )
    return table, Binarizer(thresholds={"tenure": [5]}).fit(table)


RULE = Node(
    AT_LEAST,
    (Literal("tenure <= 5"), Literal("Contract = Month-to-month"), ~Literal("Partner")),
    2,
)


def test_text_reads_as_a_sentence(churn):
    assert export(Decision.of(RULE, churn[1], label="churn", otherwise="stay"), "text") == (
        "churn if at least 2 of:\n"
        "  - tenure <= 5\n"
        "  - Contract = Month-to-month\n"
        "  - not Partner\n"
        "otherwise stay\n"
    )


def test_sql_says_what_null_gives_only_where_it_matters(churn):
    rule = Node(AND, (Literal("tenure > 5"), Literal("Contract != it's")))
    assert export(rule, "sql", binarizer=churn[1], table="customers") == (
        "SELECT *,\n"
        "CASE\n"
        '  WHEN "tenure" > 5 AND ("Contract" <> \'it\'\'s\' OR "Contract" IS NULL)\n'
        "    THEN 1\n"
        "  ELSE 0\n"
        'END AS "prediction"\n'
        'FROM "customers"'
    )


def test_a_model_that_refuses_missing_values_exports_that_it_does():
    table = Table({"a": np.arange(20.0), "b": np.array([0.0, 1.0] * 10)})
    binarizer = Binarizer(missing="refuse", thresholds={"a": [5]}).fit(table)
    decision = Decision.of(Node(OR, (Literal("a <= 5"), Literal("b"))), binarizer)
    case = export(decision, "sql")
    rows = [(1.0, 0.0), (9.0, 0.0), (9.0, 1.0), (None, 1.0)]
    found = sqlite_table(table, rows).execute(f"SELECT {case} FROM data").fetchall()
    assert [value for (value,) in found] == [1, 0, 1, None]
    source = export(decision, "python")
    assert run_python(source, table, rows[:3]) == [True, False, True]
    with pytest.raises(ValueError, match="a is missing"):
        run_python(source, table, rows[3:])
    with pytest.raises(BoolsmithError, match="missing value"):
        decision.predict(Table({"a": np.array([np.nan]), "b": np.array([1.0])}))


def test_dates_and_joined_categories_survive_export():
    days = np.datetime64("2024-01-01", "us") + np.arange(100) * np.timedelta64(7, "h")
    colours = np.array((["red"] * 40 + ["blue"] * 40 + list("abcdefghijklmnopqrst")), dtype=object)
    table = Table({"day": days, "colour": colours})
    table.columns["day"][3] = np.datetime64("NaT")
    table.columns["colour"][5] = None
    binarizer = Binarizer(min_frequency=10, num_thresholds=3).fit(table)
    names = binarizer.get_feature_names_out().tolist()
    assert "colour = other" in names
    rows = plain_rows(table)
    text_rows = [(day and day.isoformat(sep=" "), colour) for day, colour in rows]
    for name in names:
        for literal in (Literal(name), ~Literal(name)):
            decision = Decision.of(literal, binarizer)
            expected = decision.predict(table).tolist()
            assert expected == expected_outcomes([literal], table, binarizer)[0].tolist()
            assert run_python(export(decision, "python"), table, rows) == expected
            for connection, dialect in (
                (sqlite_table(table, text_rows), "sqlite"),
                (duckdb_table(table, rows), "duckdb"),
            ):
                case = export(decision, "sql", dialect=dialect)
                found = connection.execute(f"SELECT {case} FROM data").fetchall()
                assert [bool(value) for (value,) in found] == expected


@pytest.mark.parametrize("missing", ["column", "refuse"])
def test_nan_in_a_database_is_missing_as_in_the_model(missing):
    numbers = np.array([*np.arange(30.0), np.nan, np.nan])
    steps = np.where(np.isnan(numbers), np.nan, numbers % 3)
    table = Table({"a": numbers, "b": steps, "c": np.arange(32.0) % 2 == 0})
    fitted = table if missing == "column" else table.take(slice(0, 30))
    binarizer = Binarizer(num_thresholds=3, missing=missing).fit(fitted)
    lite = sqlite3.connect(":memory:")
    lite.execute("CREATE TABLE data (a REAL, b REAL, c BOOLEAN)")
    duck = pytest.importorskip("duckdb").connect()
    duck.execute("CREATE TABLE data (a DOUBLE, b FLOAT, c BOOLEAN)")
    rows = [list(row) for row in zip(*(v.tolist() for v in table.columns.values()), strict=True)]
    for connection in (lite, duck):
        connection.executemany("INSERT INTO data VALUES (?, ?, ?)", rows)
    assert duck.execute("SELECT count(*) FROM data WHERE isnan(a)").fetchall() == [(2,)]
    for name in binarizer.get_feature_names_out().tolist():
        for literal in (Literal(name), ~Literal(name)):
            decision = Decision.of(literal, binarizer)
            expected = decision.predict(fitted).tolist()
            if missing == "refuse":
                complete = name == "c"
                rest = table.take([30, 31])
                expected += decision.predict(rest).tolist() if complete else [None, None]
            for connection, dialect in ((lite, "sqlite"), (duck, "duckdb")):
                case = export(decision, "sql", dialect=dialect)
                found = connection.execute(f"SELECT {case} FROM data").fetchall()
                assert [value for (value,) in found] == expected, case


def test_several_rules_are_tried_in_turn(churn):
    table, binarizer = churn
    branches = ((Literal("tenure > 5"), "long"), (Literal("Partner"), "pair"))
    decision = Decision(branches, "none").over(binarizer)
    expected = decision.predict(table).tolist()
    assert set(expected) == {"long", "pair", "none"}
    assert run_python(export(decision, "python"), table, plain_rows(table)) == expected
    case = export(decision, "sql")
    found = sqlite_table(table, plain_rows(table)).execute(f"SELECT {case} FROM data").fetchall()
    assert [label for (label,) in found] == expected


def test_constants_and_rules_without_a_binarizer_are_exported():
    table = Table({"a": np.array([True, False]), "strange \"name'": np.array([False, True])})
    rows = plain_rows(table)
    for rule, expected in (
        (Zero, [False, False]),
        (One, [True, True]),
        (Node(AND, (~Literal("a"), Literal("strange \"name'"))), [False, True]),
    ):
        assert run_python(export(rule, "python"), table, rows) == expected
        case = export(rule, "sql")
        for connection in (sqlite_table(table, rows), duckdb_table(table, rows)):
            found = connection.execute(f"SELECT {case} FROM data").fetchall()
            assert [bool(value) for (value,) in found] == expected


def test_wrong_formats_and_options_are_refused_with_a_suggestion():
    with pytest.raises(BoolsmithError, match="did you mean 'sql'"):
        export(RULE, "sqll")
    with pytest.raises(BoolsmithError, match="no parameter 'dialct'; did you mean 'dialect'"):
        export(RULE, "sql", dialct="sqlite")
    with pytest.raises(BoolsmithError, match="did you mean 'sqlite'"):
        export(RULE, "sql", dialect="sqllite")
    with pytest.raises(BoolsmithError, match="not an identifier"):
        export(RULE, "python", name="import os; f")
    with pytest.raises(BoolsmithError, match="has no rule"):
        export(object(), "text")
    with pytest.raises(BoolsmithError, match="gives no column 'tenure > 6'; did you mean"):
        export(
            Literal("tenure > 6"),
            "sql",
            binarizer=Binarizer().fit(Table({"tenure": np.arange(99.0)})),
        )


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "boolsmith-decision", "version": 1}', "[" * 100_000]
)
def test_a_document_that_is_no_decision_is_refused(text):
    with pytest.raises(BoolsmithError, match="not a decision"):
        decision_from_json(text)


def test_a_document_of_a_newer_version_says_so():
    document = {**json.loads(export(RULE, "json")), "version": 99}
    with pytest.raises(BoolsmithError, match="version 99"):
        decision_from_json(json.dumps(document))
