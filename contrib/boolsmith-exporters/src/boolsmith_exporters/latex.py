"""A decision as LaTeX."""

from boolsmith.learn import Decision
from boolsmith.learn.exports import phrase
from boolsmith.rules import Constant, Literal, Node, Rule

_ESCAPED = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: "\\" + character for character in "&%$#_{}"},
}
_SIGNS = {
    " <= ": r" \le ",
    " >= ": r" \ge ",
    " != ": r" \ne ",
    " > ": " > ",
    " < ": " < ",
    " = ": " = ",
}
_CONNECTIVES = {"And": r" \wedge ", "Or": r" \vee "}


def to_latex(decision: Decision) -> str:
    """Return the decision in LaTeX of amsmath: a formula, or cases if there are more rules."""
    if len(decision.branches) == 1:
        return _formula(decision.branches[0][0]) + "\n"
    cases = [f"{_text(str(label))} & {_formula(rule)}" for rule, label in decision.branches]
    cases.append(rf"{_text(str(decision.otherwise))} & \text{{otherwise}}")
    inner = " \\\\\n".join(cases)
    return f"\\begin{{cases}}\n{inner}\n\\end{{cases}}\n"


def _formula(rule: Rule, *, inside: bool = False) -> str:
    if isinstance(rule, Constant):
        return r"\top" if rule.value else r"\bot"
    if isinstance(rule, Literal):
        return _literal(rule)
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


def _literal(literal: Literal) -> str:
    shown, sign = phrase(literal), ""
    if literal.negated and shown == f"not {literal.feature}":
        shown, sign = literal.feature, r"\lnot "
    for plain, command in _SIGNS.items():
        left, found, right = shown.partition(plain)
        if found:
            return f"{sign}{_text(left)}{command}{_value(right)}"
    return sign + _text(shown)


def _value(text: str) -> str:
    try:
        float(text)
    except ValueError:
        return _text(text)
    return text


def _text(text: str) -> str:
    return rf"\text{{{_escaped(text)}}}"


def _escaped(text: str) -> str:
    return "".join(_ESCAPED.get(character, character) for character in text)
