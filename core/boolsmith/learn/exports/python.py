"""A decision as the source of a Python function that needs nothing but Python."""

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
from boolsmith.errors import BoolsmithError
from boolsmith.learn.decisions import Decision
from boolsmith.learn.exports.expressions import All, Count, Expression, Fixed, Test, lower

_MISSING = """
def _missing(value):
    return value is None or value != value
"""
_ABOVE = """
def _above(value, threshold):
    return value is not None and value > threshold
"""
_DATE = """
def _date(value):
    return None if value is None or value != value else datetime.fromisoformat(str(value))
"""


def to_python(decision: Decision, *, name: str = "predict") -> str:
    """The source of a function that takes a row as a dict and gives its label."""
    if not name.isidentifier():
        raise BoolsmithError(f"function name {name!r} is not an identifier")
    body = _guard(decision)
    for rule, label in decision.branches:
        body.append(f"    if {_render(lower(rule, decision), decision, outer=True)}:")
        body.append(f"        return {_label(label)}")
    body.append(f"    return {_label(decision.otherwise)}")
    text = "\n".join(body)
    lines = [_docstring(decision)]
    helpers = {"_missing(": _MISSING, "_above(": _ABOVE, "_date(": _DATE}
    used = [source for call, source in helpers.items() if call in text]
    head = "from datetime import datetime\n\n" if "datetime" in text + "".join(used) else ""
    function = f"\ndef {name}(row):\n" + "\n".join([*lines, text]) + "\n"
    return (head + "\n".join([*used, function])).lstrip("\n")


def _docstring(decision: Decision) -> str:
    rules = "; ".join(f"{_label(label)} if {rule}" for rule, label in decision.branches)
    text = f"{rules}; else {_label(decision.otherwise)}."
    return f"    {text!a}" if '"' in text or "\\" in text else f'    """{text}"""'


def _guard(decision: Decision) -> list[str]:
    if not decision.refuses_missing or decision.conditions is None:
        return []
    names = ", ".join(map(repr, decision.features()))
    return [
        f"    for name in [{names}]:",
        "        if _missing(row[name]):",
        '            raise ValueError(f"{name} is missing")',
    ]


def _render(expression: Expression, decision: Decision, *, outer: bool = False) -> str:
    if isinstance(expression, Fixed):
        return str(expression.value)
    if isinstance(expression, Test):
        return _test(expression, decision)
    parts = [_render(part, decision) for part in expression.parts]
    if isinstance(expression, Count):
        return _count(expression, f"sum([{', '.join(parts)}])")
    text = (" and " if isinstance(expression, All) else " or ").join(parts)
    return text if outer else f"({text})"


def _count(expression: Count, total: str) -> str:
    if expression.bounds is None:
        return f"{total} in {expression.accepted}"
    low, high = expression.bounds
    if low == high:
        return f"{total} == {low}"
    if low == 0:
        return f"{total} <= {high}"
    return f"{total} >= {low}" if high == len(expression.parts) else f"{low} <= {total} <= {high}"


def _test(test: Test, decision: Decision) -> str:
    condition, negated = test.condition, test.negated
    cell = f"row[{condition.feature!r}]"
    text, opposite = _TESTS[type(condition)](condition, cell, decision.refuses_missing)
    return (opposite or f"not {text}") if negated else text


def _above(condition: Any, cell: str, never_missing: bool) -> tuple[str, str | None]:
    threshold = _value(condition.threshold)
    if isinstance(condition.threshold, datetime):
        cell = f"_date({cell})"
    if never_missing:
        return f"{cell} > {threshold}", f"{cell} <= {threshold}"
    return f"_above({cell}, {threshold})", None


def _other(condition: Any, cell: str, never_missing: bool) -> tuple[str, str | None]:
    values = repr(list(condition.values))
    if never_missing:
        return f"{cell} not in {values}", f"{cell} in {values}"
    return (
        f"not (_missing({cell}) or {cell} in {values})",
        f"(_missing({cell}) or {cell} in {values})",
    )


_TESTS: dict[type[Condition], Callable[[Any, str, bool], tuple[str, str | None]]] = {
    IsTrue: lambda condition, cell, _: (f"{cell} == 1", f"{cell} != 1"),
    Equals: lambda c, cell, _: (f"{cell} == {_value(c.value)}", f"{cell} != {_value(c.value)}"),
    IsMissing: lambda condition, cell, _: (f"_missing({cell})", None),
    Above: _above,
    IsOther: _other,
}


def _value(value: Any) -> str:
    if isinstance(value, datetime):
        return f"datetime.fromisoformat({value.isoformat()!r})"
    return repr(value) if isinstance(value, str) else value_text(value)


def _label(label: Any) -> str:
    return repr(label.item() if hasattr(label, "item") else label)
