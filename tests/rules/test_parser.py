import pickle
import time
import traceback

import pytest
from boolsmith.errors import BoolsmithError
from boolsmith.plugins import load_registry
from boolsmith.rules import Literal, One, Rule, RuleSyntaxError, Zero, parse
from boolsmith.rules.parser import MAX_LENGTH


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("And(Choose2(a, b, c, d), ~e, f)", None),
        ("~AtLeast2(a, b, ~AtMost0(c, d))", None),
        ("  And ( a ,\n b )  ", "And(a, b)"),
        ("~~a", "a"),
        ("~(~(a))", "a"),
        ("~(And(a, b))", "~And(a, b)"),
        ("~(a > 3)", '"a <= 3"'),
        ("~(c = x)", '"c != x"'),
        ('~"a b"', None),
        ("And('a, b', 'it\\'s')", 'And("a, b", "it\'s")'),
        ("a>3", '"a > 3"'),
        (
            "AtLeast1(tenure <= 5, x = Month-to-month)",
            'AtLeast1("tenure <= 5", "x = Month-to-month")',
        ),
        ("And(One, ~Zero)", "And(One, One)"),
        ('And("One", ~"Zero")', None),
        ("And(And, b.c, d-e, 7)", None),
        ('"\\x41\\u0042\\U00000043\\n"', '"ABC\\n"'),
    ],
)
def test_rules_are_read(text, printed):
    assert str(parse(text)) == (printed or text)


def test_constants_are_read():
    assert (parse("Zero"), parse("One"), parse('"One"')) == (Zero, One, Literal("One"))


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("", 1, "expected a feature or an operator, the rule ends here"),
        ("And(a b, c)", 7, "expected ',' or ')', found 'b'; a name with spaces"),
        ("And(a,,b)", 7, "expected a feature or an operator, found ','"),
        ("And(a, b", 4, "'(' was never closed"),
        ("And(a, b))", 10, "expected the end of the rule, found ')'"),
        ("And()", 5, "expected a feature or an operator, found ')'"),
        ("(a, b)", 3, "expected ')', found ','"),
        ("And(a)", 1, "And does not take 1 child"),
        ("Or(c, AtLeast9(a, b))", 7, "takes a parameter from 0 to 2, got 9"),
        ("And2(a, b)", 1, "And of 2 children takes no parameter"),
        ("Or(c, Andd(a, b))", 7, "unknown operator 'Andd'; did you mean 'And'?"),
        ('And("a, b)', 5, "this quote is never closed"),
        ('And("a\\q", b)', 7, "unknown escape \\q"),
        ('"\\U00110000"', 2, "unknown escape \\U00110000"),
        ("And('', b)", 5, "a feature name is empty"),
        ("a == b", 3, "expected the end of the rule, found '='"),
        ("AtLeast" + 5000 * "9" + "(a, b)", 1, "is not the name of an operator"),
        ("__import__('os')", 1, "unknown operator '__import__'"),
    ],
)
def test_a_syntax_error_points_at_the_column(text, column, problem, read):
    with pytest.raises(RuleSyntaxError) as caught:
        read(text)
    error = caught.value
    assert problem in str(error)
    assert f"column {column}: " in str(error)
    assert error.column == column
    assert "\n" not in str(error)


def test_the_place_is_shown_with_a_caret():
    with pytest.raises(RuleSyntaxError) as caught:
        parse("And(a,\n  b c)")
    error = caught.value
    assert str(error).startswith("invalid rule, line 2, column 5: expected ',' or ')', found 'c'")
    assert error.pointer == "      b c)\n        ^"
    assert error.pointer in "".join(traceback.format_exception_only(error))
    assert pickle.loads(pickle.dumps(error)).pointer == error.pointer


def test_the_caret_stays_in_sight_in_a_long_rule():
    with pytest.raises(RuleSyntaxError) as caught:
        parse("And(" + "a, " * 5000 + "b;" + ", c" * 5000 + ")")
    shown, caret = caught.value.pointer.split("\n")
    assert shown[caret.index("^")] == ";"
    assert len(shown) < 130


HOSTILE = {
    "operators thousands deep": "And(a, " * 20_000 + "b",
    "parentheses thousands deep": "(" * 300_000,
    "closed ones": "(" * 5000 + "a" + ")" * 5000,
    "a wide rule": "Or(" + "a, " * 300_000 + "a)",
    "an open quote": '"' + "\\" * 999_990,
    "quotes": '"a' * 400_000,
    "a name with no sign": "a " * 400_000 + "(",
    "comparison signs": "<=" * 400_000,
    "commas": "And(" + "," * 900_000,
    "spaces": " " * 900_000,
    "closing": "a" + ")" * 900_000,
    "lines": "And(\n" * 90_000,
    "too long": "a" * (MAX_LENGTH + 1),
    "code": "__import__('os').system('false')",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_gets_an_error_soon(text, read):
    start = time.perf_counter()
    with pytest.raises(BoolsmithError) as caught:
        read(text)
    assert len(str(caught.value)) < 300
    assert time.perf_counter() - start < 10


def test_a_million_negations_are_read():
    assert parse("~" * 900_001 + "a") == ~Literal("a")


def test_a_long_name_is_read():
    name = "x y" * 300_000
    assert parse(str(Literal(name))) == Literal(name)


def test_only_text_is_parsed():
    with pytest.raises(BoolsmithError, match="parsed from text, got int"):
        Rule.parse(3)


def test_an_unknown_operator_names_the_distribution_that_provides_it(monkeypatch):
    monkeypatch.setenv("BOOLSMITH_PLUGINS", "")
    with pytest.raises(RuleSyntaxError, match="pip install boolsmith-parity"):
        parse("Majority(a, b, c)", load_registry().operators.get)
