import json

import jsonschema
import pytest
from boolsmith.errors import BoolsmithError, UnknownNameError
from boolsmith.rules import Rule
from boolsmith.rules.nodes import MAX_DEPTH
from boolsmith.rules.serialize import from_json, schema, to_json

RULES = [
    "a",
    "Zero",
    "And(One, ~Choose2(a, b, c), AtMost1(~d, e > 3, c = x))",
    '"\\ud800 \\x00"',
    "Xor(a, ~IfThenElse(b, c, d))",
]


def document(rule):
    return {"format": "boolsmith-rule", "version": 1, "rule": rule}


@pytest.mark.parametrize("text", RULES)
def test_documents_follow_the_schema_and_give_the_rule_back(text, read, find):
    rule = read(text)
    as_text = json.dumps(rule.to_json())
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.validate(json.loads(as_text), schema())
    assert from_json(json.loads(as_text), find) == rule
    assert from_json(as_text, find) == rule
    assert from_json(as_text.encode(), find) == rule


def test_a_document_is_plain_and_short():
    assert to_json(Rule.parse("AtLeast1(~a, b)")) == document(
        {
            "operator": "AtLeast",
            "k": 1,
            "children": [{"feature": "a", "negated": True}, {"feature": "b"}],
        }
    )


A = {"feature": "a"}
BAD = [
    ([], "a rule document is a JSON object, got a value of type list"),
    ({}, "not a rule document: its format is None"),
    ({**document(A), "version": 2}, "version 2 of a rule document is not known"),
    ({**document(A), "version": True}, "version True of a rule document is not known"),
    ({**document(A), "version": 10**5000}, "version a number of over 20 digits"),
    ({**document(A), "rules": 1}, "unknown key 'rules' in the document; did you mean 'rule'?"),
    ({"format": "boolsmith-rule", "version": 1}, "has no 'rule'"),
    (document(None), "None at rule is not a rule"),
    (document("a"), "'a' at rule is not a rule"),
    (document({}), "at rule is not a rule"),
    (document({"feature": "a", "operator": "And"}), "at rule is not a rule"),
    (document({"feature": ""}), "feature '' at rule is not a non-empty string"),
    (document({"feature": 3}), "feature 3 at rule is not a non-empty string"),
    (document({"feature": "a", "negated": 1}), "negated 1 at rule is not true or false"),
    (document({"feature": "a", "negate": True}), "did you mean 'negated'?"),
    (document({"constant": 1}), "constant 1 at rule is not true or false"),
    (document({"operator": "And"}), "children None at rule is not a list"),
    (document({"operator": "And", "children": {}}), "is not a list"),
    (document({"operator": "And", "children": [A]}), "And does not take 1 child (at rule)"),
    (document({"operator": "And", "children": []}), "And does not take 0 children (at rule)"),
    (document({"operator": ["And"], "children": [A, A]}), "is not a non-empty string"),
    (document({"operator": "And", "children": [A, 3]}), "3 at rule.children[1] is not a rule"),
    (document({"operator": "AtLeast", "k": 2.0, "children": [A, A]}), "k 2.0 at rule is not a"),
    (document({"operator": "AtLeast", "k": -1, "children": [A, A]}), "k -1 at rule is not a whole"),
    (document({"operator": "AtLeast", "k": 9**99, "children": [A, A]}), "from 0 to 2, got"),
    (document({"operator": "Adn", "children": [A, A]}), "did you mean 'And'? (at rule)"),
    (document({"operator": "And", "children": [A] * 30_000}), "rule document too large"),
    (document({1: 2, "feature": "a"}), "unknown key 1 in rule"),
]


@pytest.mark.parametrize(("given", "message"), BAD)
def test_a_bad_document_is_refused_in_one_line(given, message, find):
    with pytest.raises(BoolsmithError) as caught:
        from_json(given, find)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def nested(levels):
    rule = A
    for _ in range(levels):
        rule = {"operator": "And", "children": [A, rule]}
    return document(rule)


def test_deep_documents_are_read_up_to_the_limit_and_then_refused():
    assert from_json(nested(MAX_DEPTH)).depth == MAX_DEPTH
    for levels in (MAX_DEPTH + 1, 100_000):
        with pytest.raises(BoolsmithError, match="nested too deep: at most 100 levels"):
            from_json(nested(levels))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 1_000_000,
        '{"a":' * 1_000_000,
        b"\xff\xfe\x00",
        '{"format": "boolsmith-rule", "version": ' + "9" * 100_000 + "}",
        "NaN",
        " " * 10_000_001,
    ],
    ids=["empty", "open", "deep list", "deep object", "bytes", "huge number", "NaN", "long"],
)
def test_bad_text_is_refused_in_one_line(text):
    with pytest.raises(BoolsmithError) as caught:
        from_json(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_an_unknown_operator_is_refused_as_the_lookup_says():
    def find(name):
        raise UnknownNameError("operator", name, ["And"], " (one failed to load)")

    with pytest.raises(BoolsmithError, match=r"unknown operator 'Nand'.*\(one failed to load\)"):
        from_json(document({"operator": "Nand", "children": [A, A]}), find)
