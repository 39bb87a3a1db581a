"""Checks of operators: their tables, their meaning in rules, and the laws."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import pairwise

from boolsmith.operators import AnyOperator, Operator
from boolsmith.rules import Literal, Node, Rule

from boolsmith_testing.catalogue import CATALOGUE
from boolsmith_testing.check import CheckFailed, CheckSkipped, check, require
from boolsmith_testing.laws import LawRefuted, applicable, check_law
from boolsmith_testing.material import random_rules, search_operators
from boolsmith_testing.probe import operator_tables
from boolsmith_testing.reference import assignments, difference, outcome
from boolsmith_testing.subject import Subject

MAX_ARITY = 6
NUM_RULES = 60


def depth_one(operator: AnyOperator, max_arity: int = MAX_ARITY) -> Iterator[Rule]:
    """The operator over every number of features, with every parameter, plain and negated."""
    for arity in range(2, max_arity + 1):
        if operator.takes(arity):
            children = tuple(Literal(f"x{i}") for i in range(1, arity + 1))
            for k in operator.parameter_values(arity):
                yield Node(operator, children, k)
                yield Node(operator, children, k, negated=True)


def sample(operator: AnyOperator, subject: Subject) -> list[Rule]:
    """Rules of several levels that use the operator among the built-in ones."""
    known = search_operators(subject.entries["operator"])
    drawn = random_rules(20 * NUM_RULES, known, features=tuple("abcdef"), max_complexity=12)
    return [rule for rule in drawn if uses(rule, operator)][:NUM_RULES]


def uses(rule: Rule, operator: AnyOperator) -> bool:
    """Whether the operator stands somewhere in the rule."""
    return any(isinstance(n, Node) and n.operator == operator for _, n in rule.flatten())


@check("operator.pure")
def pure(operator: AnyOperator, subject: Subject) -> None:
    """The table is the same whenever it is asked for."""
    first = operator_tables(operator)
    for _ in range(3):
        require(
            operator_tables(operator) == first,
            f"{operator.name} gives another table when asked again: "
            "accepts and parameters must depend on their arguments only",
        )


@check("operator.process")
def process(operator: AnyOperator, subject: Subject) -> None:
    """The table is the same in another process."""
    require(
        subject.elsewhere["operator"].get(operator.name) == operator_tables(operator),
        f"{operator.name} has another table in another process: "
        "accepts and parameters must not depend on hashes, time, files or the environment",
    )


@check("operator.arities")
def arities(operator: AnyOperator, subject: Subject) -> None:
    """The operator takes some number of children up to 6, and every larger one if it counts."""
    taken = [arity for arity in range(2, 33) if operator.takes(arity)]
    require(bool(taken) and taken[0] <= MAX_ARITY, f"{operator.name} takes no 2 to 6 children")
    for arity in taken:
        for k in operator.parameter_values(arity):
            if isinstance(operator, Operator):
                operator.mask(arity, k)


@check("operator.depends")
def depends(operator: AnyOperator, subject: Subject) -> None:
    """Some children make the operator true and some make it false."""
    for rule in depth_one(operator):
        values = {outcome(rule, row) for row in assignments(rule.features())}
        if values == {False, True}:
            return
    raise CheckFailed(f"{operator.name} has the same outcome whatever its children are")


@check("operator.evaluate")
def evaluate(operator: AnyOperator, subject: Subject) -> None:
    """Evaluating a rule on data gives what the operator's declaration says."""
    import numpy as np

    for rule in (*depth_one(operator), *sample(operator, subject)):
        features = rule.features()
        rows = list(assignments(features))
        table = np.array([[row[feature] for feature in features] for row in rows], dtype=bool)
        expected = np.array([outcome(rule, row) for row in rows])
        given = np.asarray(rule.evaluate(table, features))
        require(
            np.array_equal(given, expected),
            f"{rule} evaluates to something else than {operator.name} declares",
        )


@check("operator.laws")
def laws(operator: AnyOperator, subject: Subject) -> None:
    """The laws of the catalogue that apply hold, and so do the plugin's own."""
    own = [law for law in subject.laws if operator.name in law.needs() or law.operator_variables()]
    relevant = [*applicable(CATALOGUE, [operator]), *own]
    for law in relevant:
        try:
            check_law(law, [operator])
        except LawRefuted as refuted:
            raise CheckFailed(str(refuted)) from refuted
    if not relevant:
        raise CheckSkipped(f"no law is about {operator.name}")


@check("operator.text")
def text(operator: AnyOperator, subject: Subject) -> None:
    """A rule printed and parsed again is the same rule."""
    for rule in (*depth_one(operator, 4), *sample(operator, subject)):
        require(Rule.parse(str(rule)) == rule, f"{rule} is another rule when parsed again")


@check("operator.json")
def json_round_trip(operator: AnyOperator, subject: Subject) -> None:
    """A rule saved as JSON and read again is the same rule."""
    for rule in (*depth_one(operator, 4), *sample(operator, subject)):
        require(
            Rule.from_json(rule.to_json()) == rule, f"{rule} is another rule when read from JSON"
        )


@check("operator.pickle")
def pickle_round_trip(operator: AnyOperator, subject: Subject) -> None:
    """A rule can be sent to another process."""
    for rule in depth_one(operator, 3):
        copy = pickle.loads(pickle.dumps(rule))  # noqa: S301 (we made it)
        require(copy == rule, f"{rule} is another rule after pickling")


@check("operator.simplify")
def simplify(operator: AnyOperator, subject: Subject) -> None:
    """Simplifying a rule keeps its meaning and never makes it longer."""
    for rule in (*depth_one(operator), *sample(operator, subject)):
        simple = rule.simplify()
        require(simple.complexity <= rule.complexity, f"{rule} simplifies to the longer {simple}")
        found = difference(rule, simple)
        require(found is None, f"{rule} simplifies to {simple}, which differs: {found}")


@check("operator.equivalent")
def equivalent(operator: AnyOperator, subject: Subject) -> None:
    """Two rules are found equivalent exactly when they are."""
    rules = sample(operator, subject)
    for left, right in pairwise(rules):
        expected = difference(left, right) is None
        require(
            left.equivalent(right) == expected,
            f"{left} and {right} are {'' if expected else 'not '}equivalent, "
            "but equivalent() says otherwise",
        )
