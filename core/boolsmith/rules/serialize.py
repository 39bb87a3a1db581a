"""Rules as JSON: versioned plain data, described by `rule.schema.json` beside this module."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, NoReturn

from boolsmith.errors import BoolsmithError, did_you_mean
from boolsmith.operators import AnyOperator, find_operator
from boolsmith.rules.nodes import (
    MAX_COMPLEXITY,
    MAX_DEPTH,
    Constant,
    Literal,
    Node,
    One,
    Rule,
    Zero,
)

FORMAT = "boolsmith-rule"
VERSION = 1
MAX_TEXT = 10_000_000  # characters of JSON

_KEYS = {
    "feature": {"feature", "negated"},
    "operator": {"operator", "k", "negated", "children"},
    "constant": {"constant"},
}


def schema() -> dict[str, Any]:
    """The JSON schema of a document."""
    text = files("boolsmith.rules").joinpath("rule.schema.json").read_text("utf-8")
    return dict(json.loads(text))


def to_json(rule: Rule) -> dict[str, Any]:
    """The rule as plain data, ready for `json.dump`."""
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
    """The rule in a document that `to_json` made, given as plain data or as JSON text.

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
    _refuse_unknown_keys(document, {"format", "version", "rule"}, "the document")
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
        """The rule in a part of a document; `where` names the part in errors."""
        self.nodes += 1
        if self.nodes > 2 * MAX_COMPLEXITY:
            raise BoolsmithError(f"rule document too large: at most {2 * MAX_COMPLEXITY} nodes")
        kind = _kind(data, where)
        _refuse_unknown_keys(data, _KEYS[kind], where)
        if kind == "constant":
            return One if _flag(data, "constant", where) else Zero
        negated = "negated" in data and _flag(data, "negated", where)
        try:
            if kind == "feature":
                return Literal(_name(data, "feature", where), negated)
            return self.node(data, where, depth, negated)
        except _PlacedError:
            raise
        except BoolsmithError as error:
            raise _PlacedError(f"{error} (at {where})") from error

    def node(self, data: Mapping[str, Any], where: str, depth: int, negated: bool) -> Rule:
        """The operator node in a part of a document."""
        if depth == MAX_DEPTH:
            raise _PlacedError(f"rule document nested too deep: at most {MAX_DEPTH} levels")
        k = data.get("k")
        if k is not None and (type(k) is not int or k < 0):
            _refuse("k", k, "a whole number", where)
        children = data.get("children")
        if not isinstance(children, (list, tuple)):
            _refuse("children", children, "a list", where)
        operator = self.operators(_name(data, "operator", where))
        decoded = [
            self.decode(child, f"{where}.children[{i}]", depth + 1)
            for i, child in enumerate(children)
        ]
        return Node(operator, tuple(decoded), k, negated)


class _PlacedError(BoolsmithError):
    """An error that already says where in the document it is."""


def _kind(data: Any, where: str) -> str:
    if isinstance(data, Mapping):
        kinds = [kind for kind in _KEYS if kind in data]
        if len(kinds) == 1:
            return kinds[0]
    raise _PlacedError(
        f"{_short(data)} at {where} is not a rule: "
        "give an object with one of 'feature', 'operator', 'constant'"
    )


def _refuse_unknown_keys(data: Mapping[Any, Any], known: set[str], where: str) -> None:
    for key in data:
        if key not in known:
            raise _PlacedError(
                f"unknown key {_short(key)} in {where}{did_you_mean(str(key)[:80], known)}"
            )


def _name(data: Mapping[str, Any], key: str, where: str) -> str:
    value = data[key]
    if not isinstance(value, str) or not value:
        _refuse(key, value, "a non-empty string", where)
    return value


def _flag(data: Mapping[str, Any], key: str, where: str) -> bool:
    value = data[key]
    if not isinstance(value, bool):
        _refuse(key, value, "true or false", where)
    return value


def _refuse(key: str, value: Any, right: str, where: str) -> NoReturn:
    raise _PlacedError(f"{key} {_short(value)} at {where} is not {right}")


def _short(value: Any) -> str:
    """A value for an error message, however large or deep it is."""
    if isinstance(value, str):
        return repr(value if len(value) <= 60 else value[:57] + "...")
    if value is None or isinstance(value, (bool, float)):
        return repr(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else "a number of over 20 digits"
    return f"a value of type {type(value).__name__}"
