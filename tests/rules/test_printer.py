import pytest
from boolsmith.rules import Literal, Rule


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("age", "age"),
        ("größe_2.x-y", "größe_2.x-y"),
        ("mean area", '"mean area"'),
        ("a, b", '"a, b"'),
        ("a > 3", '"a > 3"'),
        ('say "hi"', '"say \\"hi\\""'),
        ("back\\slash", '"back\\\\slash"'),
        ("tab\tline\n", '"tab\\tline\\n"'),
        ("\x00\u200b\U000e0001", '"\\x00\\u200b\\U000e0001"'),
        ("\ud800", '"\\ud800"'),
        ("Zero", '"Zero"'),
        ("~a", '"~a"'),
        (" ", '" "'),
        ("f(x)", '"f(x)"'),
        (".5", '".5"'),
    ],
)
def test_names_that_need_it_are_quoted(name, printed):
    assert str(Literal(name)) == printed
    assert Rule.parse(printed) == Literal(name)


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("a > 3", '"a <= 3"'),
        ("a >= 3", '"a < 3"'),
        ("c = x", '"c != x"'),
        ("c = x > y", '"c != x > y"'),
        ("x is missing", '"x is not missing"'),
        ("a", "~a"),
        ("mean area", '~"mean area"'),
        ("a>3", '~"a>3"'),
    ],
)
def test_negated_comparisons_are_flipped(name, printed):
    assert str(~Literal(name)) == printed
    assert Rule.parse(printed) == ~Literal(name)


def test_repr_can_be_pasted():
    rule = Rule.parse('And(~a, AtLeast1("b c", "d\\"e"))')
    assert eval(repr(rule), {"Rule": Rule}) == rule
