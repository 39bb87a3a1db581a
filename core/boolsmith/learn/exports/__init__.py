"""Exports: a rule over raw features as text, Python, SQL, LaTeX, Graphviz, JSON or a picture."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from boolsmith.errors import BoolsmithError, UnknownNameError, did_you_mean
from boolsmith.learn.decisions import Decision, as_decision
from boolsmith.learn.exports.json_document import decision_from_json, to_json
from boolsmith.learn.exports.python import to_python
from boolsmith.learn.exports.sql import to_sql
from boolsmith.learn.exports.text import to_dot, to_latex, to_text


def to_svg(decision: Decision) -> str:
    """The tree of the rule as SVG."""
    from boolsmith.learn.pictures.svg import rule_svg

    if len(decision.branches) != 1:
        raise BoolsmithError("a picture is of one rule: this model has one for each class")
    return rule_svg(decision.branches[0][0])


FORMATS: dict[str, Callable[..., str]] = {
    "text": to_text,
    "python": to_python,
    "sql": to_sql,
    "latex": to_latex,
    "dot": to_dot,
    "json": to_json,
    "svg": to_svg,
}

__all__ = [
    "FORMATS",
    "decision_from_json",
    "export",
    "to_dot",
    "to_json",
    "to_latex",
    "to_python",
    "to_sql",
    "to_svg",
    "to_text",
]


def export(model: Any, to: str, *, binarizer: Any = None, **options: Any) -> str:
    """A rule, a decision or a fitted classifier in the format `to`.

    A rule over the columns of a `binarizer` is written over its raw features.
    """
    if to not in FORMATS:
        raise UnknownNameError("export format", to, FORMATS)
    known = list(inspect.signature(FORMATS[to]).parameters)[1:]
    for name in options:
        if name not in known:
            hint = did_you_mean(name, known) if known else "; it takes none"
            raise BoolsmithError(f"export to {to!r} has no option {name!r}{hint}")
    return FORMATS[to](as_decision(model, binarizer), **options)
