"""A decision as the source of a Python function that needs nothing but Python."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from boolsmith.data.conditions import Above, IsMissing, IsOther
from boolsmith.errors import BoolsmithError
from boolsmith.learn.decisions import Decision
from boolsmith.learn.exports.expressions import Test, lower
from boolsmith.learn.exports.languages import Language

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
_GUARD = """    for name in {names}:
        if _missing(row[name]):
            raise ValueError(f"{{name}} is missing")
"""


def to_python(decision: Decision, *, name: str = "predict") -> str:
    """Return the source of a function that takes a row as a dict and returns its label."""
    if not name.isidentifier():
        raise BoolsmithError(f"function name {name!r} is not an identifier")
    guarded = decision.refuses_missing and decision.conditions is not None
    body = _GUARD.format(names=list(decision.features())) if guarded else ""
    for rule, label in decision.branches:
        test = _Python(decision).write(lower(rule, decision))
        body += f"    if {test}:\n        return {label!r}\n"
    body += f"    return {decision.otherwise!r}\n"
    helpers = {"_missing(": _MISSING, "_above(": _ABOVE, "_date(": _DATE}
    used = "\n".join(source for call, source in helpers.items() if call in body)
    head = "from datetime import datetime\n\n" if "datetime" in body + used else ""
    function = f"\ndef {name}(row):\n{_docstring(decision)}\n{body}"
    return (head + "\n".join([used, function] if used else [function])).lstrip("\n")


def _docstring(decision: Decision) -> str:
    rules = "; ".join(f"{label!r} if {rule}" for rule, label in decision.branches)
    text = f"{rules}; else {decision.otherwise!r}."
    return f"    {text!a}" if '"' in text or "\\" in text else f'    """{text}"""'


class _Python(Language):
    constants = ("False", "True")
    all_of, any_of = "and", "or"
    equal, unequal, among = "==", "!=", "in"
    between = "{low} <= {total} <= {high}"

    def total(self, parts: list[str]) -> str:
        return f"sum([{', '.join(parts)}])"

    def value(self, value: Any) -> str:
        if isinstance(value, datetime):
            return f"datetime.fromisoformat({value.isoformat()!r})"
        return super().value(value)

    def test(self, test: Test) -> str:
        condition, complete = test.condition, self.decision.refuses_missing
        cell = f"row[{condition.feature!r}]"
        if isinstance(condition, IsMissing):
            plain, opposite = f"_missing({cell})", f"not _missing({cell})"
        elif isinstance(condition, IsOther):
            known = list(condition.values)
            plain, opposite = f"{cell} not in {known}", f"{cell} in {known}"
            if not complete:
                opposite = f"(_missing({cell}) or {opposite})"
                plain = f"not {opposite}"
        else:
            dated = isinstance(condition, Above) and isinstance(condition.threshold, datetime)
            cell = f"_date({cell})" if dated else cell
            plain, opposite = self.comparison(condition, cell)
            if isinstance(condition, Above) and not complete:
                plain = f"_above({cell}, {self.value(condition.threshold)})"
                opposite = f"not {plain}"
        return opposite if test.negated else plain
