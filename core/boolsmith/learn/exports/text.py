"""A decision for people to read: as indented text, as LaTeX, and as a Graphviz graph."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import attrs

from boolsmith.learn.decisions import Decision
from boolsmith.operators import Operator
from boolsmith.rules import Constant, Literal, Node, Rule
from boolsmith.rules.nodes import flip

_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: "\\" + character for character in "&%$#_{}"},
}
_SIGNS = {" <= ": r" \le ", " >= ": r" \ge ", " != ": r" \ne ", " > ": " > ", " < ": " < "}
_SIGNS[" = "] = " = "
_CONNECTIVES = {"And": r" \wedge ", "Or": r" \vee "}


def to_text(decision: Decision) -> str:
    """The decision as indented lines, one for each part of each rule."""
    lines: list[str] = []
    for rule, label in decision.branches:
        lines.append(f"{label_text(label)} if {_headline(rule)}")
        lines += _lines(rule, 1)
    return "\n".join([*lines, f"otherwise {label_text(decision.otherwise)}"]) + "\n"


def _lines(rule: Rule, level: int) -> Iterator[str]:
    for child in rule.children:
        yield f"{'  ' * level}- {_headline(child)}"
        yield from _lines(child, level + 1)


def _headline(rule: Rule) -> str:
    if isinstance(rule, Node):
        return f"{operator_phrase(rule)}:"
    return literal_phrase(rule)


def operator_phrase(rule: Node) -> str:
    """The operator of a node in words, as in `at least 2 of`; a negated one by what it accepts."""
    if rule.negated:
        return (
            _opposite_phrase(rule) or f"not ({operator_phrase(attrs.evolve(rule, negated=False))})"
        )
    phrase = rule.operator.description or f"{rule.operator.name} of"
    if rule.k is None:
        return phrase
    words = [str(rule.k) if word == "k" else word for word in phrase.split(" ")]
    return " ".join(words) if "k" in phrase.split(" ") else f"{phrase} (k = {rule.k})"


def _opposite_phrase(rule: Node) -> str | None:
    """The counts that a negated operator accepts, in words, if they are a range."""
    if not isinstance(rule.operator, Operator):
        return None
    arity = len(rule.children)
    mask = rule.operator.mask(arity, rule.k)
    counts = [count for count in range(arity + 1) if not mask >> count & 1]
    if not counts or counts[-1] - counts[0] + 1 != len(counts) or len(counts) == arity + 1:
        return None
    low, high = counts[0], counts[-1]
    if high == 0:
        return "none of"
    if low == high:
        return "all of" if low == arity else f"exactly {low} of"
    if high == arity:
        return "any of" if low == 1 else f"at least {low} of"
    if low == 0:
        return "not all of" if high == arity - 1 else f"at most {high} of"
    return f"{low} to {high} of"


def literal_phrase(rule: Rule) -> str:
    """A literal or a constant in words."""
    if isinstance(rule, Constant):
        return "always" if rule.value else "never"
    assert isinstance(rule, Literal)
    if not rule.negated:
        return rule.feature
    return flip(rule.feature) or f"not {rule.feature}"


def label_text(label: Any) -> str:
    """A label as text."""
    return str(label.item() if hasattr(label, "item") else label)


def to_latex(decision: Decision) -> str:
    """The decision as LaTeX of amsmath: a formula, or cases if there are more rules."""
    if len(decision.branches) == 1:
        return _formula(decision.branches[0][0]) + "\n"
    cases = [rf"\text{{{_escaped(label_text(b))}}} & {_formula(a)}" for a, b in decision.branches]
    cases.append(rf"\text{{{_escaped(label_text(decision.otherwise))}}} & \text{{otherwise}}")
    inner = " \\\\\n".join(cases)
    return f"\\begin{{cases}}\n{inner}\n\\end{{cases}}\n"


def _formula(rule: Rule, *, inside: bool = False) -> str:
    if isinstance(rule, Constant):
        return r"\top" if rule.value else r"\bot"
    if isinstance(rule, Literal):
        return _latex_literal(rule)
    assert isinstance(rule, Node)
    name = rule.operator.name
    if name in _CONNECTIVES:
        body = _CONNECTIVES[name].join(_formula(child, inside=True) for child in rule.children)
        if rule.negated:
            return rf"\lnot\left({body}\right)"
        return rf"\left({body}\right)" if inside else body
    index = "" if rule.k is None else f"_{{{rule.k}}}"
    body = ",\\, ".join(_formula(child) for child in rule.children)
    sign = r"\lnot" if rule.negated else ""
    return rf"{sign}\operatorname{{{_escaped(name)}}}{index}\left({body}\right)"


def _latex_literal(rule: Literal) -> str:
    shown = (flip(rule.feature) if rule.negated else None) or rule.feature
    sign = r"\lnot " if rule.negated and shown == rule.feature else ""
    for plain, command in _SIGNS.items():
        left, found, right = shown.partition(plain)
        if found:
            return rf"\text{{{_escaped(left)}}}{command}{_latex_value(right)}"
    return rf"{sign}\text{{{_escaped(shown)}}}"


def _latex_value(text: str) -> str:
    try:
        float(text)
    except ValueError:
        return rf"\text{{{_escaped(text)}}}"
    return text


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)


def to_dot(decision: Decision) -> str:
    """The rules as trees in the language of Graphviz."""
    numbers = count()
    lines = ["digraph rule {", '  node [shape=box, style=rounded, fontname="sans-serif"];']
    for rule, label in decision.branches:
        root = next(numbers)
        lines.append(f"  n{root} [label={_quoted(label_text(label))}, shape=plaintext];")
        lines += _dot(rule, root, numbers)
    return "\n".join([*lines, "}"]) + "\n"


def _dot(rule: Rule, parent: int, numbers: Iterator[int]) -> Iterator[str]:
    number = next(numbers)
    label = operator_phrase(rule) if isinstance(rule, Node) else literal_phrase(rule)
    yield f"  n{number} [label={_quoted(label)}];"
    yield f"  n{parent} -> n{number};"
    for child in rule.children:
        yield from _dot(child, number, numbers)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
