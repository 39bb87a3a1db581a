"""A decision as a JSON document, and back."""

from __future__ import annotations

import json
from typing import Any

from boolsmith.data.conditions import by_feature, condition_from_json
from boolsmith.errors import BoolsmithError
from boolsmith.learn.decisions import Decision
from boolsmith.rules import Rule

FORMAT, VERSION = "boolsmith-decision", 1


def to_json(decision: Decision) -> str:
    """The decision as the text of a JSON document."""
    return json.dumps(decision_to_document(decision), indent=2, ensure_ascii=False) + "\n"


def decision_to_document(decision: Decision) -> dict[str, Any]:
    """The decision as plain data; every rule also as text, for people."""
    conditions = decision.conditions
    return {
        "format": FORMAT,
        "version": VERSION,
        "branches": [
            {"label": _plain(label), "text": str(rule), "rule": rule.to_json()}
            for rule, label in decision.branches
        ],
        "otherwise": _plain(decision.otherwise),
        "conditions": None if conditions is None else [c.to_json() for c in conditions.values()],
        "kinds": decision.kinds,
        "refuses_missing": decision.refuses_missing,
    }


def decision_from_json(text: str) -> Decision:
    """The decision in a document that `to_json` made; anything else is an error of one line."""
    try:
        return decision_from_document(json.loads(text))
    except RecursionError:
        raise BoolsmithError("not a decision: the document is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise BoolsmithError(f"not a decision: it is not JSON ({error})") from None


def decision_from_document(document: Any) -> Decision:
    """The decision in plain data that `decision_to_document` made."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BoolsmithError(f"not a decision: its format is not {FORMAT!r}")
    if document.get("version") != VERSION:
        raise BoolsmithError(
            f"a decision of version {document.get('version')!r}: this is version {VERSION}, upgrade"
        )
    try:
        items = document["conditions"]
        branches = [(Rule.from_json(b["rule"]), b["label"]) for b in document["branches"]]
        return Decision(
            tuple(branches),
            document["otherwise"],
            None if items is None else by_feature(condition_from_json(item) for item in items),
            {str(name): str(kind) for name, kind in document["kinds"].items()},
            bool(document["refuses_missing"]),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise BoolsmithError(f"not a decision: {str(error)[:120]} is missing or wrong") from error


def _plain(label: Any) -> Any:
    return label.item() if hasattr(label, "item") else label
