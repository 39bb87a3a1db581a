"""Operators are equal if their tables are, and travel whether or not a plugin registers them."""

import copy
import pickle
import subprocess
import sys
import types

import boolsmith
import numpy as np
import pytest
from boolsmith import BoolsmithError, Rule, RuleClassifier
from boolsmith.engine.problem import operator_table
from boolsmith.operators import AND, AT_LEAST, BUILTIN, OR, Operator, TableOperator
from boolsmith.plugins import hookimpl, load_plugin, registry, unload_plugin
from boolsmith.rules import Literal, Node
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

LEAVES = tuple(map(Literal, "abc"))
ODD = Operator("Foo", lambda count, arity: count % 2 == 1)
EVEN = Operator("Foo", lambda count, arity: count % 2 == 0)
MANY = Operator("Foo", lambda c, arity, k: c > k, parameters=lambda n: range(1, n))
IMPLIES = TableOperator("Foo", arity=2, table=0b1101)
UNREGISTERED = [ODD, MANY, IMPLIES]


def test_operators_of_one_name_and_different_tables_are_different():
    assert ODD != EVEN
    assert TableOperator("Foo", arity=2, table=0b1011) != IMPLIES
    assert Operator("And", lambda count, arity: count == 0) != AND
    assert Operator("Foo", ODD.accepts, min_arity=3) != ODD
    assert len({ODD, EVEN, MANY, IMPLIES, *BUILTIN.values()}) == 9


def test_operators_are_told_apart_however_late_their_tables_differ():
    late = Operator("Foo", lambda count, arity: count % 2 == 1 and (count, arity) != (7, 63))
    assert late != ODD
    assert Operator("Foo", lambda count, arity: count % 2 == 1 and arity < 64) == ODD


def test_the_name_takes_no_part():
    both = Operator("Both", lambda count, arity: count == arity, description="both of")
    assert (both, hash(both)) == (AND, hash(AND))
    mine, usual = Node(both, LEAVES), Node(AND, LEAVES)
    assert (mine, hash(mine)) == (usual, hash(usual))
    assert str(mine) == "Both(a, b, c)"
    assert str(mine.simplify()) == "Both(a, b, c)"
    turned = Operator("Foo", lambda c, n, k: c >= k, parameters=lambda n: range(n, -1, -1))
    assert (turned, hash(turned)) == (AT_LEAST, hash(AT_LEAST))


def test_rules_of_two_operators_of_one_name_are_not_equivalent():
    odd, even = Node(ODD, LEAVES), Node(EVEN, LEAVES)
    assert str(odd) == str(even)
    assert odd != even
    assert not odd.equivalent(even)
    assert odd.equivalent(~even)
    assert odd.simplify() != even.simplify()


@settings(deadline=None)  # the first pickle loads the plugins
@given(st.tuples(*[st.integers(0, (1 << arity + 1) - 1) for arity in (2, 3, 4)]))
def test_equal_tables_make_equal_operators(masks):
    def made():
        return Operator("Foo", lambda count, arity: bool(masks[min(arity, 4) - 2] >> count & 1))

    one, other = made(), made()
    assert (one, hash(one)) == (other, hash(other))
    assert pickle.loads(pickle.dumps(one)) == one


@pytest.mark.parametrize("operator", UNREGISTERED, ids=["counting", "with parameter", "table"])
@pytest.mark.parametrize(
    "travel", [copy.copy, copy.deepcopy, lambda o: pickle.loads(pickle.dumps(o))]
)
def test_an_unregistered_operator_can_be_copied_and_pickled(operator, travel):
    arrived = travel(operator)
    assert (arrived, hash(arrived)) == (operator, hash(operator))
    assert (arrived.name, repr(arrived)) == ("Foo", "<operator Foo>")
    arity = 2 if operator is IMPLIES else 40
    assert arrived.parameter_values(arity) == operator.parameter_values(arity)
    assert arrived.parametrized == operator.parametrized
    leaves = tuple(Literal(f"x{i}") for i in range(arity))
    for k in operator.parameter_values(arity)[-2:]:
        rule = Node(operator, leaves, k)
        X = np.random.default_rng(0).random((50, arity)) < 0.5
        names = [leaf.feature for leaf in leaves]
        assert np.array_equal(travel(rule).evaluate(X, names), rule.evaluate(X, names))


def test_what_has_no_table_is_refused_by_name():
    leaves = tuple(Literal(f"x{i}") for i in range(64))
    arrived = pickle.loads(pickle.dumps(MANY))
    with pytest.raises(BoolsmithError, match=r"^operator 'Foo' is known by its table .* not 64"):
        Node(arrived, leaves, 3)


def test_built_in_operators_travel_by_name():
    for operator in BUILTIN.values():
        text = pickle.dumps(operator)
        assert pickle.loads(text) is operator
        assert len(text) < 100


@pytest.mark.parametrize("operator", UNREGISTERED, ids=["counting", "with parameter", "table"])
def test_another_process_reads_an_unregistered_operator(operator):
    code = (
        "import pickle, sys; found = pickle.load(sys.stdin.buffer);"
        "sys.stdout.buffer.write(pickle.dumps(found))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=pickle.dumps(operator), capture_output=True, check=True)
    assert pickle.loads(done.stdout) == operator


@pytest.fixture
def rows():
    X = np.random.default_rng(0).random((80, 3)) < 0.5
    return X, X[:, 0] ^ X[:, 1]


def test_a_search_takes_an_unregistered_operator_to_other_processes(rows):
    options = {"operators": [ODD], "max_complexity": 3, "seed": 0, "effort": 0.01}
    found = boolsmith.search(*rows, num_processes=2, num_starts=2, **options)
    assert (found.score, found.rule.operator) == (1.0, ODD)


def test_a_search_keeps_operators_of_one_name_apart_and_equal_ones_together(rows):
    options = {"max_complexity": 3, "seed": 0, "effort": 0.01, "feature_names": "abc"}
    found = boolsmith.search(*rows, operators=[EVEN, ODD, OR], **options)
    assert (found.score, found.rule.operator in (ODD, EVEN)) == (1.0, True)
    start = Node(EVEN, LEAVES[:2])
    with pytest.raises(BoolsmithError, match="operator Foo is not among those of the search"):
        boolsmith.search(*rows, operators=[ODD], warm_start=[start], **options)
    table = operator_table([ODD, EVEN], 3)
    assert table.row_of(EVEN, 2, None) != table.row_of(ODD, 2, None)
    both = Operator("Both", lambda count, arity: count == arity)
    assert boolsmith.search(*rows, operators=[both, AND], **options).settings["operators"] == [
        "Both"
    ]


def test_a_classifier_with_an_unregistered_operator_is_cloned_and_pickled(rows):
    model = RuleClassifier(operators=[ODD], max_complexity=3, binarizer=None, random_state=0)
    copied = clone(model).fit(*rows)
    assert copied.operators[0] == ODD
    assert pickle.loads(pickle.dumps(copied)).score(*rows) == 1.0


@pytest.fixture
def register():
    def registered(operator):
        module = types.ModuleType("my_module")
        module.boolsmith_operators = hookimpl(lambda: [operator], specname="boolsmith_operators")
        load_plugin(module)
        return registry().operators.get(operator.name)

    yield registered
    unload_plugin("my_module")


def test_a_name_that_means_something_else_where_it_arrives_is_refused(register):
    text = pickle.dumps(Node(register(ODD), LEAVES))
    assert pickle.loads(text).operator is ODD
    register(EVEN)
    with pytest.raises(BoolsmithError, match=r"^operator 'Foo' was pickled with .* my_module"):
        pickle.loads(text)
    assert pickle.loads(pickle.dumps(ODD)) == ODD


def test_a_rule_that_is_parsed_means_what_is_registered(register):
    register(EVEN)
    assert Rule.parse("Foo(a, b, c)") == Node(EVEN, LEAVES)
    assert Rule.parse("Foo(a, b, c)") != Node(ODD, LEAVES)
