"""Exports: a rule over raw features in another language, by the name of its exporter."""

from __future__ import annotations

from typing import Any

from boolsmith.learn.decisions import as_decision
from boolsmith.learn.exports.json_document import decision_from_json
from boolsmith.plugins import registry

__all__ = ["decision_from_json", "export"]


def export(model: Any, to: str, *, binarizer: Any = None, **options: Any) -> str | bytes:
    """Return a rule, a decision or a fitted classifier in the format `to`: text, or bytes.

    A rule over the columns of a `binarizer` is written over its raw features.
    """
    return registry().exporters.get(to)(as_decision(model, binarizer), **options)
