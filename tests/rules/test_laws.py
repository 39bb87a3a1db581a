"""Laws that hold for every rule, checked on random ones against brute force.

BOOLSMITH_EXAMPLES is the number of examples over all laws, 3000 unless given.
"""

import itertools
import json
import os
import pickle

import pytest
from boolsmith.operators import TableOperator
from boolsmith.rules import (
    Constant,
    Literal,
    Node,
    One,
    RuleSyntaxError,
    Zero,
    equivalent,
    flip,
    truth_table,
)
from boolsmith.rules.serialize import from_json
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

NUM_LAWS = 6
EXAMPLES = int(os.environ.get("BOOLSMITH_EXAMPLES", "3000"))
law = settings(
    max_examples=-(-EXAMPLES // NUM_LAWS),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
FEATURES = ("a", "b > 3", "c = x", "d e", "f", "Zero", "g", "h")
# Of one size, because a source that runs dry ends in the simplest leaves.
sources = st.binary(min_size=100, max_size=100)
names = st.text(st.characters(), min_size=1, max_size=12) | st.sampled_from(
    ["And", "One", "a, b", '"', "\\", "a <= b", "x is missing", "~", "()", "\ud800", " ", "\n", "ß"]
)


def rule_from(source, operators, features=FEATURES, depth=3):
    """A rule decoded from bytes: smaller bytes give simpler rules."""
    stream = iter(source)

    def pick(options):
        return options[next(stream, 0) % len(options)]

    def rule(depth, leaves=4):
        kind = next(stream, 0)
        if depth == 0 or kind % leaves == 0:
            leaf = next(stream, 0)
            return pick((Zero, One)) if leaf > 245 else Literal(pick(features), bool(leaf % 2))
        operator = pick(list(operators.values()))
        arity = pick([n for n in range(2, 5) if operator.takes(n)])
        k = pick(operator.parameter_values(arity))
        return Node(operator, [rule(depth - 1) for _ in range(arity)], k, kind % 3 == 0)

    return rule(pick(range(1, depth + 1)), leaves=32)


def value(rule, row):
    """The meaning of a rule, written as plainly as it can be."""
    if isinstance(rule, Constant):
        return rule.value
    if isinstance(rule, Literal):
        return row[rule.feature] != rule.negated
    children = tuple(value(child, row) for child in rule.children)
    if isinstance(rule.operator, TableOperator):
        true = rule.operator.outcome(children)
    else:
        k = () if rule.k is None else (rule.k,)
        true = rule.operator.accepts(sum(children), len(children), *k)
    return bool(true) != rule.negated


def rows(features):
    for values in itertools.product((False, True), repeat=len(features)):
        yield dict(zip(features, values, strict=True))


def outcomes(rule, features):
    return [value(rule, row) for row in rows(features)]


@law
@given(source=sources, features=st.lists(names, min_size=1, max_size=5, unique=True))
def test_text_and_json_give_the_rule_back(source, features, operators, read, find):
    rule = rule_from(source, operators, features)
    assert read(str(rule)) == rule
    assert str(read(str(rule))) == str(rule)
    assert from_json(json.loads(json.dumps(rule.to_json())), find) == rule
    assert hash(read(str(rule))) == hash(rule)


@law
@given(text=st.text(max_size=40) | st.text('And(Or2,ab~"\\ <=>)AtLeast1', max_size=40))
def test_any_text_is_a_rule_or_a_syntax_error(text, read):
    message = "invalid rule, "
    try:
        rule = read(text)
    except RuleSyntaxError as error:
        message = str(error)
    else:
        assert read(str(rule)) == rule
    assert message.startswith("invalid rule, ")
    assert "\n" not in message


@law
@given(source=sources)
def test_truth_tables_and_evaluation_agree_with_brute_force(source, operators):
    rule = rule_from(source, operators)
    features = rule.features()
    table = truth_table(rule, features)
    assert 0 <= table < 1 << (1 << len(features))
    for row in rows(features):
        index = sum(row[feature] << j for j, feature in enumerate(features))
        expected = value(rule, row)
        assert bool(table >> index & 1) == expected
        assert rule.evaluate(row) is expected


@law
@given(source=sources)
def test_simplify_keeps_the_meaning_and_never_grows(source, operators):
    rule = rule_from(source, operators)
    simple = rule.simplify()
    assert outcomes(simple, rule.features()) == outcomes(rule, rule.features())
    assert simple.complexity <= rule.complexity
    assert simple.depth <= rule.depth
    assert set(simple.features()) <= set(rule.features())


@law
@given(source=sources)
def test_simplify_twice_is_simplify_once(source, operators, read):
    rule = rule_from(source, operators)
    simple = rule.simplify()
    assert simple.simplify() == simple
    assert read(str(rule)).simplify() == simple


@law
@given(one=sources, other=sources)
def test_equivalent_is_equality_of_all_outcomes(one, other, operators):
    a = rule_from(one, operators, FEATURES[:3], depth=2)
    b = rule_from(other, operators, FEATURES[:3], depth=2)
    features = FEATURES[:3]
    same = outcomes(a, features) == outcomes(b, features)
    assert equivalent(a, b) is equivalent(b, a) is same
    assert a.equivalent(a.simplify())
    assert not a.equivalent(~a)


@given(name=names)
def test_flipping_a_comparison_twice_gives_it_back(name):
    opposite = flip(name)
    assert opposite is None or (opposite != name and flip(opposite) == name)
    assert opposite is None or Literal(opposite) == ~Literal(name)


@pytest.mark.parametrize("negated", [False, True])
def test_every_operator_of_every_small_arity_simplifies_rightly(operators, negated):
    """All parameters, over all ways to fill the children from two features and the constants."""
    leaves = [Zero, One, *(Literal(x, n) for x in "ab" for n in (False, True))]
    for operator in operators.values():
        for arity in (n for n in (2, 3) if operator.takes(n)):
            for children in itertools.product(leaves, repeat=arity):
                for k in operator.parameter_values(arity):
                    rule = Node(operator, children, k, negated)
                    simple = rule.simplify()
                    assert outcomes(simple, "ab") == outcomes(rule, "ab"), str(rule)
                    assert simple.complexity <= rule.complexity
                    assert simple.simplify() == simple


def test_pickle_gives_a_rule_of_built_in_operators_back(read):
    rule = read("And(Choose2(a, b, c, d), ~e, AtMost1(f, g, h))")
    assert pickle.loads(pickle.dumps(rule)) == rule
