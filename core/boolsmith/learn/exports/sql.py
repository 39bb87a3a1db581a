"""A decision as a SQL expression: `CASE WHEN ... THEN ... ELSE ... END`.

Missing values are NULL. The text is plain SQL; dialects differ in how a date is written, and in
that DuckDB can store NaN, which it takes as above every number: there, NaN is missing as well.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from boolsmith.data.conditions import (
    Above,
    Condition,
    Equals,
    IsMissing,
    IsOther,
    IsTrue,
    value_text,
)
from boolsmith.errors import UnknownNameError
from boolsmith.learn.decisions import Decision
from boolsmith.learn.exports.expressions import All, Count, Expression, Fixed, Test, lower

DIALECTS = ("standard", "duckdb", "sqlite")


def to_sql(
    decision: Decision, *, dialect: str = "standard", table: str = "", column: str = "prediction"
) -> str:
    """The CASE expression of the decision, or with `table` a query for all its rows."""
    if dialect not in DIALECTS:
        raise UnknownNameError("SQL dialect", dialect, DIALECTS)
    lines = ["CASE"]
    if decision.refuses_missing and decision.conditions is not None:
        cells = [_cell(feature, decision, dialect) for feature in decision.features()]
        nulls = " OR ".join(f"{cell} IS NULL" for cell in cells)
        lines += [f"  WHEN {nulls} THEN NULL"] if nulls else []
    for rule, label in decision.branches:
        test = _render(lower(rule, decision), decision, dialect, outer=True)
        lines.append(f"  WHEN {test}\n    THEN {_label(label)}")
    lines += [f"  ELSE {_label(decision.otherwise)}", "END"]
    case = "\n".join(lines)
    if not table:
        return case
    return f"SELECT *,\n{case} AS {_name(column)}\nFROM {_name(table)}"


def _render(
    expression: Expression, decision: Decision, dialect: str, *, outer: bool = False
) -> str:
    if isinstance(expression, Fixed):
        return "1 = 1" if expression.value else "1 = 0"
    if isinstance(expression, Test):
        return _test(expression, decision, dialect)
    if isinstance(expression, Count):
        parts = [_render(part, decision, dialect, outer=True) for part in expression.parts]
        total = " + ".join(f"CASE WHEN {part} THEN 1 ELSE 0 END" for part in parts)
        return _count(expression, f"({total})")
    parts = [_render(part, decision, dialect) for part in expression.parts]
    text = (" AND " if isinstance(expression, All) else " OR ").join(parts)
    return text if outer else f"({text})"


def _count(expression: Count, total: str) -> str:
    if expression.bounds is None:
        return f"{total} IN ({', '.join(map(str, expression.accepted))})"
    low, high = expression.bounds
    if low == high:
        return f"{total} = {low}"
    if low == 0:
        return f"{total} <= {high}"
    if high == len(expression.parts):
        return f"{total} >= {low}"
    return f"{total} BETWEEN {low} AND {high}"


def _test(test: Test, decision: Decision, dialect: str) -> str:
    """The test; as NULL counts as false, only a negated one needs to say what NULL gives."""
    condition = test.condition
    cell = _name(condition.feature)
    if isinstance(condition, Above | IsMissing):  # NaN equals no number, so others need no care
        cell = _cell(condition.feature, decision, dialect)
    plain, opposite = _TESTS[type(condition)](condition, cell, dialect)
    if not test.negated:
        return plain
    if decision.refuses_missing or isinstance(condition, IsMissing):
        return opposite
    return f"({opposite} OR {cell} IS NULL)"


def _cell(feature: str, decision: Decision, dialect: str) -> str:
    """The value of a feature, NULL where it is missing."""
    number = decision.kinds.get(feature, "number") == "number"
    if dialect != "duckdb" or not number:
        return _name(feature)
    return f"NULLIF(CAST({_name(feature)} AS DOUBLE), 'NaN')"


def _above(condition: Any, cell: str, dialect: str) -> tuple[str, str]:
    threshold = _literal(condition.threshold, dialect)
    return f"{cell} > {threshold}", f"{cell} <= {threshold}"


def _equals(condition: Any, cell: str, dialect: str) -> tuple[str, str]:
    value = _literal(condition.value, dialect)
    return f"{cell} = {value}", f"{cell} <> {value}"


def _other(condition: Any, cell: str, dialect: str) -> tuple[str, str]:
    if not condition.values:
        return f"{cell} IS NOT NULL", f"{cell} IS NULL"
    values = ", ".join(_literal(value, dialect) for value in condition.values)
    return f"{cell} NOT IN ({values})", f"{cell} IN ({values})"


_TESTS: dict[type[Condition], Callable[[Any, str, str], tuple[str, str]]] = {
    IsTrue: lambda condition, cell, _: (f"{cell} = 1", f"{cell} <> 1"),
    IsMissing: lambda condition, cell, _: (f"{cell} IS NULL", f"{cell} IS NOT NULL"),
    Above: _above,
    Equals: _equals,
    IsOther: _other,
}


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _literal(value: Any, dialect: str) -> str:
    if isinstance(value, datetime):
        return f"{'' if dialect == 'sqlite' else 'TIMESTAMP '}'{value.isoformat(sep=' ')}'"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return value_text(value)


def _label(label: Any) -> str:
    label = label.item() if hasattr(label, "item") else label
    if label is None:
        return "NULL"
    if isinstance(label, bool):
        return str(int(label))
    return _literal(float(label) if isinstance(label, int) else label, "standard")
