"""Reading rules from text.

    rule     = "~" rule | "(" rule ")" | operator "(" rule { "," rule } ")" | "Zero" | "One" | name
    operator = the name of an operator, then its parameter if it has one: And, AtLeast2; where two
               plugins use one name, with the distribution in front: distribution:Xor
    name     = letters, digits, "_", "." and "-"; or anything in quotes; or a comparison: age <= 30

The parser keeps its own stack and looks at each character a fixed number of times, so that the
worst that a text can cause is a `RuleSyntaxError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn

import attrs

from boolsmith.errors import BoolsmithError
from boolsmith.operators import AnyOperator, find_operator
from boolsmith.rules.nodes import MAX_DEPTH, WORD, Literal, Node, One, Rule, Zero

MAX_LENGTH = 1_000_000
_SHOWN = 60  # characters of the text shown on either side of an error

_QUOTED = re.compile(r""""[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'""", re.DOTALL)
_PLAIN = r"""[^\s"'(),~<>=!][^"'(),~<>=!\n]*"""
_COMPARISON = re.compile(rf"({_PLAIN})(<=|>=|!=|=|<|>)\s*({_PLAIN})")
_HEAD = re.compile(rf"{WORD.pattern}(?::\w+(?=\s*\())?")
_OPERATOR = re.compile(
    r"((?:[\w.\-]+:)?[A-Za-z_](?:[A-Za-z0-9_]*[A-Za-z_])?)([0-9]{0,9})", re.ASCII
)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "'": "'"}


class RuleSyntaxError(BoolsmithError):
    """A text that is not a rule: what is wrong in one line, and where.

    `column` counts from 1 within line `line`. `pointer` shows the place in two lines, with a caret;
    a traceback shows it below the message.
    """

    def __init__(self, problem: str, text: str, position: int) -> None:
        self.problem, self.text, self.position = problem, text, position
        start = text.rfind("\n", 0, position) + 1
        self.line, self.column = text.count("\n", 0, position) + 1, position - start + 1
        first = max(start, position - _SHOWN)
        shown = text[first : position + _SHOWN].split("\n", 1)[0]
        shown = "".join(c if c.isprintable() else " " for c in shown)
        self.pointer = f"    {shown}\n    {' ' * (position - first)}^"
        where = f"line {self.line}, column" if "\n" in text else "column"
        super().__init__(f"invalid rule, {where} {self.column}: {problem}")
        self.add_note(self.pointer)

    def __reduce__(self) -> tuple[type, tuple[str, str, int]]:
        return type(self), (self.problem, self.text, self.position)


@attrs.define
class _Open:
    """An operator, or a plain parenthesis, whose closing parenthesis is still to come."""

    operator: AnyOperator | None
    k: int | None
    negated: bool
    position: int
    children: list[Rule] = attrs.field(factory=list)


def parse(text: str, operators: Callable[[str], AnyOperator] = find_operator) -> Rule:
    """Return the rule written as `text`; `operators` gives the operator of a name."""
    if not isinstance(text, str):
        raise BoolsmithError(f"a rule is parsed from text, got {type(text).__name__}")
    if len(text) > MAX_LENGTH:
        raise BoolsmithError(
            f"a rule of {len(text)} characters is too long: at most {MAX_LENGTH} are read"
        )
    return _Parser(text, operators).parse()


class _Parser:
    def __init__(self, text: str, operators: Callable[[str], AnyOperator]) -> None:
        self.text, self.operators = text, operators
        self.position = 0
        self.stack: list[_Open] = []

    def parse(self) -> Rule:
        """Return the whole text as one rule."""
        while True:
            rule = self.operand()
            while rule is not None:  # an operand is complete: close what it closes
                if not self.stack:
                    return self.ended(rule)
                self.stack[-1].children.append(rule)
                rule = self.closed()

    def fail(self, problem: str, position: int | None = None) -> NoReturn:
        """Raise the error for a problem at a position, by default the current one."""
        raise RuleSyntaxError(problem, self.text, self.position if position is None else position)

    def peek(self) -> str:
        """Go to the next character that is no space and return it; empty at the end."""
        while self.text[self.position : self.position + 1].isspace():
            self.position += 1
        return self.text[self.position : self.position + 1]

    def expected(self, what: str, hint: str = "") -> NoReturn:
        """Raise the error for something else than what was expected here."""
        found = f"found {self.peek()!r}" if self.peek() else "the rule ends here"
        self.fail(f"expected {what}, {found}{hint}")

    def operand(self) -> Rule | None:
        """Return the literal or constant here; None where a parenthesis was opened instead."""
        negated = False
        while self.peek() == "~":
            negated = not negated
            self.position += 1
        rule = self.quoted() or self.comparison() or self.word(negated)
        return ~rule if negated and rule is not None else rule

    def quoted(self) -> Rule | None:
        """Return the quoted name here as a literal, if there is one."""
        if self.peek() not in ('"', "'"):
            return None
        match = _QUOTED.match(self.text, self.position)
        if match is None:
            self.fail("this quote is never closed")
        name = _ESCAPE.sub(self.unescaped, match[0][1:-1])
        if not name:
            self.fail("a feature name is empty")
        self.position = match.end()
        return Literal(name)

    def unescaped(self, escape: re.Match[str]) -> str:
        """Return the character that an escape in a name stands for."""
        digits = escape[1] or escape[2] or escape[3]
        if digits is not None and int(digits, 16) < 0x110000:
            return chr(int(digits, 16))
        if escape[4] not in _LETTERS:
            self.fail(f"unknown escape {escape[0]}", self.position + 1 + escape.start())
        return _LETTERS[escape[4]]

    def comparison(self) -> Rule | None:
        """Return the comparison here, written without quotes, as a literal, if there is one."""
        match = _COMPARISON.match(self.text, self.position)
        if match is None:
            return None
        self.position = match.end()
        return Literal(" ".join(part.strip() for part in match.groups()))

    def word(self, negated: bool) -> Rule | None:
        """Return the name or constant here; None where a parenthesis was opened instead."""
        start = self.position
        if self.peek() == "(":
            self.open(None, None, negated, start)
            return None
        match = _HEAD.match(self.text, start)
        if match is None:
            self.expected("a feature or an operator")
        self.position = match.end()
        if self.peek() == "(":
            self.open(*self.operator(match[0], start), negated, start)
            return None
        return {"Zero": Zero, "One": One}.get(match[0]) or Literal(match[0])

    def operator(self, word: str, start: int) -> tuple[AnyOperator, int | None]:
        """Return the operator and the parameter that a word before a parenthesis names."""
        match = _OPERATOR.fullmatch(word)
        if match is None:
            self.fail(f"{word[:40]!r} is not the name of an operator", start)
        try:
            operator = self.operators(match[1])
        except BoolsmithError as error:
            raise RuleSyntaxError(str(error), self.text, start) from error
        return operator, int(match[2]) if match[2] else None

    def open(self, operator: AnyOperator | None, k: int | None, negated: bool, start: int) -> None:
        """Open a parenthesis: what follows belongs to the operator, if there is one."""
        if len(self.stack) == MAX_DEPTH:
            self.fail(f"nested too deep: a rule has at most {MAX_DEPTH} levels", start)
        self.position += 1
        self.stack.append(_Open(operator, k, negated, start))

    def closed(self) -> Rule | None:
        """Return the rule that a closing parenthesis completes; None after a comma."""
        top = self.stack[-1]
        character = self.peek()
        if character == "," and top.operator is not None:
            self.position += 1
            return None
        if not character:
            self.fail("'(' was never closed", self.text.index("(", top.position))
        if character != ")":
            self.expected("')'" if top.operator is None else "',' or ')'", self.quotes_hint())
        self.position += 1
        self.stack.pop()
        if top.operator is None:
            return ~top.children[0] if top.negated else top.children[0]
        try:
            return Node(top.operator, top.children, top.k, top.negated)
        except BoolsmithError as error:
            raise RuleSyntaxError(str(error), self.text, top.position) from error

    def ended(self, rule: Rule) -> Rule:
        """Return the rule, if nothing follows it."""
        if self.peek():
            self.expected("the end of the rule", self.quotes_hint())
        return rule

    def quotes_hint(self) -> str:
        """Return a hint where the cause may be a name with spaces or signs in it."""
        after_space = self.text[self.position - 1].isspace() and WORD.match(self.peek())
        strange = self.peek() not in ",()~"
        return '; a name with spaces or signs needs quotes: "..."' if after_space or strange else ""
