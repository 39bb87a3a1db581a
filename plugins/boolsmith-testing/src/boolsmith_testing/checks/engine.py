"""Checks of operators inside the compiled search."""

from __future__ import annotations

import numpy as np
from boolsmith.operators import AnyOperator
from boolsmith.rules import Literal, Node, Rule
from boolsmith.searching import search

from boolsmith_testing.check import check, require
from boolsmith_testing.checks.operators import depth_one, uses
from boolsmith_testing.material import (
    FEATURES,
    MAX_COMPLEXITY,
    labels,
    matrix,
    search_operators,
    search_rules,
)
from boolsmith_testing.reference import outcome
from boolsmith_testing.subject import Subject

TOLERANCE = 1e-9


def accuracy(rule: Rule, weights: np.ndarray | None) -> float:
    """The weighted share of rows that the rule gets right, computed row by row."""
    rows = ({name: bool(v) for name, v in zip(FEATURES, row, strict=True)} for row in matrix())
    right = np.array([outcome(rule, row) for row in rows]) == labels()
    return float(np.average(right, weights=weights))


def on_material(rule: Rule) -> Rule:
    """A rule of depth one over features of the material instead."""
    assert isinstance(rule, Node)
    children = tuple(Literal(name) for name in FEATURES[5 : 5 + len(rule.children)])
    return Node(rule.operator, children, rule.k, rule.negated)


@check("operator.kernel")
def kernel(operator: AnyOperator, subject: Subject) -> None:
    """The compiled search scores rules with the operator as their declaration says."""
    known = search_operators(subject.entries["operator"])
    plain = [on_material(rule) for rule in depth_one(operator)]
    nested = [rule for rule in search_rules(400, known) if uses(rule, operator)][:20]
    weights = np.random.default_rng(3).integers(1, 5, len(labels()))
    for given in (None, weights):
        result = search(
            matrix(),
            labels(),
            sample_weight=given,
            feature_names=FEATURES,
            metric="accuracy",
            operators=known,
            strategy="paper",
            max_complexity=MAX_COMPLEXITY,
            num_starts=len(plain) + len(nested),
            num_iterations=1,
            negated_operators=True,
            warm_start=[*plain, *nested],
            seed=1,
        )
        for start in result.starts:
            assert start.rule is not None
            expected = accuracy(start.rule, given)
            require(
                abs(start.score - expected) <= TOLERANCE,
                f"the search scores {start.rule} {start.score:g}, its declaration {expected:g}",
            )


@check("operator.sweep")
def sweep(operator: AnyOperator, subject: Subject) -> None:
    """Rules found with the operator alone have the score that the search says."""
    result = search(
        matrix(),
        labels(),
        feature_names=FEATURES,
        metric="accuracy",
        operators=[operator],
        max_complexity=9,
        num_starts=1,
        effort=0.002,
        seed=1,
    )
    for point in result.pareto:
        expected = accuracy(point.rule, None)
        require(
            abs(point.score - expected) <= TOLERANCE,
            f"the search scores {point.rule} {point.score:g}, its declaration {expected:g}",
        )
    require(
        any(uses(point.rule, operator) for point in result.pareto),
        f"a search with {operator.name} alone found no rule that uses it",
    )
