"""Exports: a rule over raw features in another language, by the name of its exporter.

For authors of exporters: `phrase` puts a node into words, and `lower` makes a rule an expression
of tests, all of, any of and counting, which every language has.
"""

from __future__ import annotations

from typing import Any

from boolsmith.learn.decisions import as_decision
from boolsmith.learn.exports.expressions import All, Count, Expression, Fixed, Some, Test, lower
from boolsmith.learn.exports.json_document import decision_from_json
from boolsmith.learn.exports.text import phrase
from boolsmith.plugins import registry

__all__ = [
    "All",
    "Count",
    "Expression",
    "Fixed",
    "Some",
    "Test",
    "as_decision",
    "decision_from_json",
    "export",
    "lower",
    "phrase",
]


def export(model: Any, to: str, *, binarizer: Any = None, **options: Any) -> str | bytes:
    """Return a rule, a decision or a fitted classifier in the format `to`: text, or bytes.

    A rule over the columns of a `binarizer` is written over its raw features.
    """
    return registry().exporters.get(to)(as_decision(model, binarizer), **options)
