"""A decision as a JSON document, and back."""

from __future__ import annotations

import json
from typing import Any

from boolsmith.data.conditions import by_feature, condition_from_json
from boolsmith.learn.decisions import Decision
from boolsmith.learn.documents import heading, read_document
from boolsmith.rules import Rule


def to_json(decision: Decision) -> str:
    """Return the decision as a JSON document; every rule also as text, for people."""
    conditions = decision.conditions
    document = {
        **heading("decision"),
        "branches": [
            {"label": label, "text": str(rule), "rule": rule.to_json()}
            for rule, label in decision.branches
        ],
        "otherwise": decision.otherwise,
        "conditions": None if conditions is None else [c.to_json() for c in conditions.values()],
        "kinds": decision.kinds,
        "refuses_missing": decision.refuses_missing,
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def decision_from_json(text: str) -> Decision:
    """Return the decision in a document that `to_json` made; refuse anything else."""
    return read_document(text, "decision", _decision)


def _decision(document: dict[str, Any]) -> Decision:
    items = document["conditions"]
    return Decision(
        tuple((Rule.from_json(b["rule"]), b["label"]) for b in document["branches"]),
        document["otherwise"],
        None if items is None else by_feature(map(condition_from_json, items)),
        {str(name): str(kind) for name, kind in document["kinds"].items()},
        bool(document["refuses_missing"]),
    )
