"""Rules as JSON: versioned plain data, described by `rule.schema.json` beside this module."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from boolsmith.errors import BoolsmithError, did_you_mean
from boolsmith.operators import AnyOperator, find_operator
from boolsmith.rules.nodes import MAX_COMPLEXITY, MAX_DEPTH, Constant, Literal, Node, Rule

FORMAT = "boolsmith-rule"
VERSION = 1
MAX_TEXT = 10_000_000  # characters of JSON

_KEYS = {
    "feature": ("feature", "negated"),
    "operator": ("operator", "k", "negated", "children"),
    "constant": ("constant",),
}


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


_FIELDS: dict[str, tuple[Callable[[Any], bool], str]] = {  # which values are right, in words too
    "feature": (_is_name, "a non-empty string"),
    "operator": (_is_name, "a non-empty string"),
    "constant": (_is_flag, "true or false"),
    "negated": (_is_flag, "true or false"),
    "k": (lambda k: k is None or (type(k) is int and k >= 0), "a whole number"),
    "children": (lambda children: isinstance(children, (list, tuple)), "a list"),
}


def schema() -> dict[str, Any]:
    """Return the JSON schema of a document."""
    text = files("boolsmith.rules").joinpath("rule.schema.json").read_text("utf-8")
    return dict(json.loads(text))


def to_json(rule: Rule) -> dict[str, Any]:
    """Return the rule as plain data, ready for `json.dump`."""
    return {"format": FORMAT, "version": VERSION, "rule": _encoded(rule)}


def _encoded(rule: Rule) -> dict[str, Any]:
    if isinstance(rule, Constant):
        return {"constant": rule.value}
    negated = {"negated": True} if rule.negated else {}
    if isinstance(rule, Literal):
        return {"feature": rule.feature, **negated}
    assert isinstance(rule, Node)
    k = {} if rule.k is None else {"k": rule.k}
    children = [_encoded(child) for child in rule.children]
    return {"operator": rule.operator.name, **k, **negated, "children": children}


def from_json(document: Any, operators: Callable[[str], AnyOperator] = find_operator) -> Rule:
    """Return the rule in a document that `to_json` made, given as plain data or as JSON text.

    `operators` gives the operator of a name.
    """
    if isinstance(document, (str, bytes)):
        document = _parsed(document)
    if not isinstance(document, Mapping):
        raise BoolsmithError(f"a rule document is a JSON object, got {_short(document)}")
    if document.get("format") != FORMAT:
        raise BoolsmithError(
            f"not a rule document: its format is {_short(document.get('format'))}, not {FORMAT!r}"
        )
    version = document.get("version")
    if type(version) is not int or version != VERSION:
        raise BoolsmithError(
            f"version {_short(version)} of a rule document is not known: this release reads "
            f"version {VERSION}"
        )
    _refuse_unknown_keys(document, ("format", "version", "rule"), "the document")
    if "rule" not in document:
        raise BoolsmithError("the rule document has no 'rule'")
    return _Decoder(operators).decode(document["rule"], "rule", 0)


def _parsed(text: str | bytes) -> Any:
    if len(text) > MAX_TEXT:
        raise BoolsmithError(
            f"a rule document of {len(text)} characters is too long: at most {MAX_TEXT}"
        )
    try:
        return json.loads(text)
    except RecursionError:
        raise BoolsmithError(f"rule document nested too deep: at most {MAX_DEPTH} levels") from None
    except ValueError as error:  # malformed, not UTF-8, or a number with thousands of digits
        raise BoolsmithError(f"rule document is not JSON: {error}") from error


class _Decoder:
    def __init__(self, operators: Callable[[str], AnyOperator]) -> None:
        self.operators = operators
        self.nodes = 0

    def decode(self, data: Any, where: str, depth: int) -> Rule:
        """Return the rule in a part of a document; `where` names the part in errors."""
        self.nodes += 1
        if self.nodes > 2 * MAX_COMPLEXITY:
            raise BoolsmithError(f"rule document too large: at most {2 * MAX_COMPLEXITY} nodes")
        if depth > MAX_DEPTH:
            raise BoolsmithError(f"rule document nested too deep: at most {MAX_DEPTH} levels")
        fields = _checked(data, where)
        children = [
            self.decode(child, f"{where}.children[{i}]", depth + 1)
            for i, child in enumerate(fields.get("children", ()))
        ]
        try:
            return self.node(fields, children)
        except BoolsmithError as error:
            raise BoolsmithError(f"{error} (at {where})") from error

    def node(self, fields: Mapping[str, Any], children: list[Rule]) -> Rule:
        """Return the node with these fields, over children that are decoded."""
        if "constant" in fields:
            return Constant(fields["constant"])
        if "feature" in fields:
            return Literal(fields["feature"], fields["negated"])
        operator = self.operators(fields["operator"])
        return Node(operator, children, fields.get("k"), fields["negated"])


def _checked(data: Any, where: str) -> Mapping[str, Any]:
    """Return the fields of a node, after checking each of them."""
    kinds = [kind for kind in _KEYS if isinstance(data, Mapping) and kind in data]
    if len(kinds) != 1:
        raise BoolsmithError(
            f"{_short(data)} at {where} is not a rule: "
            "give an object with one of 'feature', 'operator', 'constant'"
        )
    keys = _KEYS[kinds[0]]
    _refuse_unknown_keys(data, keys, where)
    fields = {"negated": False, **data}
    for key in keys:
        is_right, right = _FIELDS[key]
        if not is_right(fields.get(key)):
            raise BoolsmithError(f"{key} {_short(fields.get(key))} at {where} is not {right}")
    return fields


def _refuse_unknown_keys(data: Mapping[Any, Any], known: Sequence[str], where: str) -> None:
    for key in data:
        if key not in known:
            raise BoolsmithError(
                f"unknown key {_short(key)} in {where}{did_you_mean(str(key)[:80], known)}"
            )


def _short(value: Any) -> str:
    """Return a value for an error message, however large or deep it is."""
    if isinstance(value, str):
        return repr(value if len(value) <= 60 else value[:57] + "...")
    if value is None or isinstance(value, (bool, float)):
        return repr(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else "a number of over 20 digits"
    return f"a value of type {type(value).__name__}"
