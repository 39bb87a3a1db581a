"""The tables say what the names say."""

from itertools import product

from boolsmith_implication import IF_THEN_ELSE, IMPLIES


def test_implies_is_false_only_when_a_true_premise_has_a_false_conclusion():
    for premise, conclusion in product((False, True), repeat=2):
        assert IMPLIES.outcome((premise, conclusion)) == (conclusion or not premise)


def test_if_then_else_takes_the_branch_of_its_condition():
    for condition, then, otherwise in product((False, True), repeat=3):
        expected = then if condition else otherwise
        assert IF_THEN_ELSE.outcome((condition, then, otherwise)) == expected
