"""A decision as a SQL expression: `CASE WHEN ... THEN ... ELSE ... END`.

Missing values are NULL. The text is plain SQL; dialects differ in how a date is written, and in
that DuckDB can store NaN, which it takes as above every number: there, NaN is missing as well.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from boolsmith.data.conditions import Above, IsMissing, IsOther
from boolsmith.errors import UnknownNameError
from boolsmith.learn.decisions import Decision
from boolsmith.learn.exports.expressions import Test, lower
from boolsmith.learn.exports.languages import Language

DIALECTS = ("standard", "duckdb", "sqlite")


def to_sql(
    decision: Decision, *, dialect: str = "standard", table: str = "", column: str = "prediction"
) -> str:
    """Return the CASE expression of the decision, or with `table` a query for all its rows."""
    if dialect not in DIALECTS:
        raise UnknownNameError("SQL dialect", dialect, DIALECTS)
    sql = _Sql(decision, dialect)
    lines = ["CASE"]
    if decision.refuses_missing and decision.conditions is not None and decision.features():
        nulls = " OR ".join(f"{sql.cell(feature)} IS NULL" for feature in decision.features())
        lines.append(f"  WHEN {nulls} THEN NULL")
    for rule, label in decision.branches:
        lines.append(f"  WHEN {sql.write(lower(rule, decision))}\n    THEN {sql.label(label)}")
    case = "\n".join([*lines, f"  ELSE {sql.label(decision.otherwise)}", "END"])
    return f"SELECT *,\n{case} AS {_name(column)}\nFROM {_name(table)}" if table else case


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


class _Sql(Language):
    constants = ("1 = 0", "1 = 1")
    all_of, any_of = "AND", "OR"
    equal, unequal, among = "=", "<>", "IN"
    between = "{total} BETWEEN {low} AND {high}"

    def __init__(self, decision: Decision, dialect: str) -> None:
        super().__init__(decision)
        self.dialect = dialect

    def total(self, parts: list[str]) -> str:
        return "(" + " + ".join(f"CASE WHEN {part} THEN 1 ELSE 0 END" for part in parts) + ")"

    def value(self, value: Any) -> str:
        if isinstance(value, datetime):
            return f"{'' if self.dialect == 'sqlite' else 'TIMESTAMP '}'{value.isoformat(sep=' ')}'"
        if isinstance(value, str):
            return "'" + value.replace("'", "''") + "'"
        return super().value(value)

    def label(self, label: Any) -> str:
        return (
            "NULL"
            if label is None
            else self.value(float(label) if isinstance(label, int) else label)
        )

    def cell(self, feature: str) -> str:
        """Return the value of a feature, NULL where it is missing."""
        number = self.decision.kinds.get(feature, "number") == "number"
        if self.dialect != "duckdb" or not number:
            return _name(feature)
        return f"NULLIF(CAST({_name(feature)} AS DOUBLE), 'NaN')"

    def test(self, test: Test) -> str:
        """Return the test; NULL counts as false, so only a negated one says what it gives."""
        condition = test.condition
        if isinstance(condition, IsMissing):
            return f"{self.cell(condition.feature)} IS {'NOT ' if test.negated else ''}NULL"
        cell = _name(condition.feature)
        if isinstance(condition, Above):  # NaN equals no value, so other tests need no care
            cell = self.cell(condition.feature)
        if not isinstance(condition, IsOther):
            plain, opposite = self.comparison(condition, cell)
        elif condition.values:
            values = ", ".join(map(self.value, condition.values))
            plain, opposite = f"{cell} NOT IN ({values})", f"{cell} IN ({values})"
        else:
            plain, opposite = f"{cell} IS NOT NULL", f"{cell} IS NULL"
        if not test.negated:
            return plain
        return opposite if self.decision.refuses_missing else f"({opposite} OR {cell} IS NULL)"
