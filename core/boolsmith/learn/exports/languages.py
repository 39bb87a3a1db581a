"""What languages share that write a rule as one line of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boolsmith.data.conditions import Above, Condition, value_text
from boolsmith.learn.decisions import Decision
from boolsmith.learn.exports.expressions import All, Count, Expression, Fixed, Test


class Language:
    """The words of a language, and how it writes an expression with them."""

    constants: tuple[str, str]  # false, true
    all_of: str
    any_of: str
    equal: str
    unequal: str
    among: str
    between: str  # with {total}, {low} and {high}
    total: Callable[[list[str]], str]  # how many of the parts are true
    test: Callable[[Test], str]

    def __init__(self, decision: Decision) -> None:
        self.decision = decision

    def value(self, value: Any) -> str:
        """Return a value as the language writes it."""
        return repr(value) if isinstance(value, str) else value_text(value)

    def comparison(self, condition: Condition, cell: str) -> tuple[str, str]:
        """Return the comparison of a cell with a value, and the opposite one."""
        if isinstance(condition, Above):
            threshold = self.value(condition.threshold)
            return f"{cell} > {threshold}", f"{cell} <= {threshold}"
        value = self.value(getattr(condition, "value", 1.0))
        return f"{cell} {self.equal} {value}", f"{cell} {self.unequal} {value}"

    def write(self, expression: Expression, *, inside: bool = False) -> str:
        """Return an expression as text; `inside` another one, what is joined is in parentheses."""
        if isinstance(expression, Fixed):
            return self.constants[expression.value]
        if isinstance(expression, Test):
            return self.test(expression)
        if isinstance(expression, Count):
            return self._count(expression, self.total(list(map(self.write, expression.parts))))
        word = self.all_of if isinstance(expression, All) else self.any_of
        text = f" {word} ".join(self.write(part, inside=True) for part in expression.parts)
        return f"({text})" if inside else text

    def _count(self, count: Count, total: str) -> str:
        if count.bounds is None:
            return f"{total} {self.among} {count.accepted}"
        low, high = count.bounds
        if low == high:
            return f"{total} {self.equal} {low}"
        if low == 0:
            return f"{total} <= {high}"
        if high == len(count.parts):
            return f"{total} >= {low}"
        return self.between.format(total=total, low=low, high=high)
