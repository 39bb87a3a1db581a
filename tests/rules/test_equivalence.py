import random
import subprocess
import sys

import pytest
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AND, AT_LEAST, AT_MOST, CHOOSE, OR
from boolsmith.rules import Literal, Node, One, Rule, Zero, equivalent, truth_table
from boolsmith.rules.equivalence import MAX_DIAGRAM_VARIABLES, _same_diagram
from boolsmith.rules.truth import MAX_VARIABLES, variable

needs_dd = pytest.mark.skipif(
    "not __import__('importlib.util').util.find_spec('dd')", reason="the extra `logic` is missing"
)


def many(count):
    return [Literal(f"x{i}") for i in range(count)]


def test_bit_i_of_a_truth_table_is_the_outcome_of_assignment_i():
    assert truth_table(Rule.parse("And(a, b)")) == 0b1000
    assert truth_table(Rule.parse("b"), ["a", "b"]) == 0b1100
    assert truth_table(Rule.parse("~Choose2(a, b, c)")) == 0b10010111
    assert (truth_table(Zero), truth_table(One), truth_table(One, "ab")) == (0, 1, 0b1111)
    assert bin(variable(0, MAX_VARIABLES)).count("1") == 1 << MAX_VARIABLES - 1


def test_a_truth_table_has_a_bound_and_all_features():
    with pytest.raises(BoolsmithError, match="21 features is too large: at most 20"):
        truth_table(Node(AND, many(21)))
    with pytest.raises(BoolsmithError, match="feature 'b' of the rule is not among those given"):
        truth_table(Rule.parse("And(a, b)"), ["a"])


def test_features_that_do_not_matter_make_no_difference():
    assert equivalent(Rule.parse("Or(a, And(b, ~b))"), Rule.parse("a"))
    assert equivalent(Rule.parse("Or(c, ~c)"), One)
    assert not equivalent(Rule.parse("a"), Rule.parse("b"))


def test_twenty_variables_are_compared_by_truth_table():
    x = many(MAX_VARIABLES)
    dual = Node(AT_MOST, [~literal for literal in x], 13)
    assert equivalent(Node(AT_LEAST, x, 7), dual)
    assert not equivalent(Node(AT_LEAST, x, 8), dual)


@needs_dd
@pytest.mark.parametrize("count", [MAX_VARIABLES + 1, 120])
def test_more_variables_are_compared_by_diagrams(count):
    x = many(count)
    dual = Node(AT_MOST, [~literal for literal in x], count - 7)
    assert equivalent(Node(AT_LEAST, x, 7), dual)
    assert not equivalent(Node(AT_LEAST, x, 8), dual)
    assert equivalent(Node(CHOOSE, x, 3), ~~Node(CHOOSE, x[::-1], 3))
    assert not equivalent(Node(AND, x), Node(AND, x[1:]))
    assert equivalent(~Node(AND, x), Node(OR, [~literal for literal in x]))


@needs_dd
def test_diagrams_and_truth_tables_agree(operators):
    source = random.Random(0)
    x = many(5)

    def rule(depth):
        if depth == 0:
            return source.choice([*x, *(~literal for literal in x), One])
        operator = source.choice(list(operators.values()))
        arity = source.choice([n for n in (2, 3, 4) if operator.takes(n)])
        k = source.choice(operator.parameter_values(arity))
        children = [rule(depth - 1) for _ in range(arity)]
        return Node(operator, children, k, source.random() < 0.5)

    answers = []
    for _ in range(150):
        a, b = rule(2), source.choice([rule(1), rule(2)])
        b = source.choice([b, a.simplify()])
        features = tuple(dict.fromkeys((*a.features(), *b.features())))
        answers.append(truth_table(a, features) == truth_table(b, features))
        assert _same_diagram(a, b, features) is answers[-1]
    assert 30 < sum(answers) < 120


@needs_dd
def test_as_many_variables_as_allowed_do_not_exhaust_the_stack():
    x = many(MAX_DIAGRAM_VARIABLES)
    assert equivalent(Node(AT_LEAST, x, 1), Node(OR, x))


def test_too_many_variables_are_refused():
    x = many(MAX_DIAGRAM_VARIABLES + 1)
    with pytest.raises(BoolsmithError, match="decided for at most 500"):
        equivalent(Node(AND, x), Node(OR, x))
    assert equivalent(Node(AND, x), Node(AND, x))


def test_without_the_extra_the_error_says_what_to_install():
    program = """
import sys
sys.modules["dd"] = None
from boolsmith.rules import Rule
names = ", ".join(f"x{i}" for i in range(21))
try:
    Rule.parse(f"And({names})").equivalent(Rule.parse(f"Or({names})"))
except ValueError as error:
    sys.stdout.write(str(error))
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "pip install 'boolsmith[logic]'" in done.stdout
