"""Every law of the catalogue holds, and every wrong one is refuted with its smallest case."""

import pytest
from boolsmith import BoolsmithError, Operator
from boolsmith.operators import BUILTIN
from boolsmith.rules import Literal, Node
from boolsmith_testing.catalogue import CATALOGUE, GENERAL, PAPER
from boolsmith_testing.laws import Law, LawRefuted, applicable, check_law, instances
from boolsmith_testing.patterns import child, children, dual, each, of, operator, parameter
from boolsmith_testing.reference import difference, outcome

A, B, C, ITEM = child("a"), child("b"), child("c"), child("i")
X, Y, K, F = children("x", at_least=2), children("y"), parameter("k"), operator("f")
N = X.count

PARITY = Operator("Odd", lambda count, arity: count % 2 == 1)


@pytest.mark.parametrize("law", [*GENERAL, *PAPER], ids=lambda law: law.name)
def test_every_law_of_the_built_in_operators_holds(law):
    assert check_law(law) >= 1


@pytest.mark.parametrize("law", GENERAL, ids=lambda law: law.name)
def test_general_laws_hold_for_an_operator_that_nobody_registered(law):
    assert check_law(law, [PARITY], max_children=6) == 5


def test_laws_of_operators_that_are_not_installed_are_left_out():
    odd = Law("about a stranger", of("NoSuchOperator", X), of("Or", X))
    assert list(applicable([odd], BUILTIN.values())) == []


def test_laws_about_other_operators_only_are_left_out():
    names = {law.name for law in applicable(CATALOGUE, [PARITY])}
    assert names == {law.name for law in GENERAL}


WRONG = {
    "And is Or": (Law("", of("And", X), of("Or", X)), "And(x1, x2) = Or(x1, x2)"),
    "De Morgan without changing the operator": (
        Law("", ~of("And", X), of("And", ~X)),
        "~And(x1, x2) = And(~x1, ~x2)",
    ),
    "De Morgan without negating the children": (
        Law("", ~of("Or", X), of("And", X)),
        "~Or(x1, x2) = And(x1, x2)",
    ),
    "the dual of nothing negated": (Law("", ~of(F, X, k=K), of(dual(F), X, k=K)), "~And(x1, x2)"),
    "AtLeast by AtMost off by one": (
        Law("", of("AtLeast", X, k=K), of("AtMost", ~X, k=N - K + 1), where=K >= 1),
        "AtLeast1(x1, x2) = AtMost2(~x1, ~x2)",
    ),
    "not AtLeast is AtMost the same": (
        Law("", ~of("AtLeast", X, k=K), of("AtMost", X, k=K)),
        "~AtLeast0(x1, x2) = AtMost0(x1, x2)",
    ),
    "Choose is AtLeast": (
        Law("", of("Choose", X, k=K), of("AtLeast", X, k=K)),
        "Choose0(x1, x2) = AtLeast0(x1, x2)",
    ),
    "Choose is AtLeast or AtMost": (
        Law("", of("Choose", X, k=K), of("Or", of("AtLeast", X, k=K), of("AtMost", X, k=K))),
        "Choose0(x1, x2)",
    ),
    "AtLeast1 is And": (Law("", of("AtLeast", X, k=1), of("And", X)), "AtLeast1(x1, x2)"),
    "AtLeast of all is Or": (Law("", of("AtLeast", X, k=N), of("Or", X)), "AtLeast2(x1, x2)"),
    "AtLeast1 is Choose1": (
        Law("", of("AtLeast", X, k=1), of("Choose", X, k=1)),
        "AtLeast1(x1, x2) = Choose1(x1, x2)",
    ),
    "at least half is at least two": (
        Law("", of("AtLeast", A, B, Y, k=2), of("AtLeast", A, B, Y, k=Y.count + 1)),
        "AtLeast2(a, b, y1, y2) = AtLeast3(a, b, y1, y2)",
    ),
    "Choose associative": (
        Law("", of("Choose", of("Choose", X, k=1), Y, k=1), of("Choose", X, Y, k=1)),
        "Choose1(Choose1(x1, x2), y1) = Choose1(x1, x2, y1)",
    ),
    "Or absorbs a neighbour": (Law("", of("Or", A, of("And", B, Y)), A), "Or(a, And(b, y1)) = a"),
    "absorption the wrong way round": (Law("", of("And", A, of("Or", A, Y)), of("Or", A, Y)), "a"),
    "odd is idempotent": (Law("", of(PARITY, A, A), A), "Odd(a, a) = a"),
    "Or distributes over odd": (
        Law("", of("Or", A, of(PARITY, X)), of(PARITY, each(ITEM, X, of("Or", A, ITEM)))),
        "Or(a, Odd(x1, x2)) = Odd(Or(a, x1), Or(a, x2))",
    ),
    "double negation of one side": (Law("", ~of("And", X), of("And", X)), "~And(x1, x2)"),
    "a negated child does not matter": (Law("", of("Or", ~A, Y), of("Or", A, Y)), "Or(~a, y1)"),
    "a right side that is not always a rule": (
        Law("", ~of("AtLeast", X, k=K), of("AtMost", X, k=K - 1)),
        "~AtLeast0(x1, x2); the right side makes no sense",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_every_wrong_law_is_refuted_with_its_smallest_case(name):
    law, smallest = WRONG[name]
    with pytest.raises(LawRefuted) as refuted:
        check_law(law)
    assert smallest in str(refuted.value)


def test_a_counterexample_says_for_which_assignment_the_sides_differ():
    law = Law("mine", of("And", X), of("Or", X))
    with pytest.raises(LawRefuted) as refuted:
        check_law(law)
    found = refuted.value.counterexample
    assert outcome(found.left, found.reason.assignment) is found.reason.left
    assert outcome(found.right, found.reason.assignment) is found.reason.right
    assert str(refuted.value) == (
        "law 'mine' (And(x...) = Or(x...)) does not hold: And(x1, x2) = Or(x1, x2); "
        "for x1=1, x2=0: the left side is 0, the right side 1"
    )


def test_a_right_side_that_makes_no_sense_is_a_counterexample_that_says_why():
    law = Law("mine", ~of("AtLeast", X, k=K), of("AtMost", X, k=K - 1))
    with pytest.raises(LawRefuted, match="the right side makes no sense: AtMost of 2 children"):
        check_law(law)


def test_cases_come_with_few_children_first():
    law = Law("", of("And", of("Or", X), Y), of("And", Y, of("Or", X)))
    sizes = [left.complexity for left, _, _ in instances(law)]
    assert sizes == sorted(sizes)
    assert len(sizes) == 4 * 5


def test_a_law_without_any_case_is_an_error():
    with pytest.raises(BoolsmithError, match="has no case"):
        check_law(Law("empty", of("AtLeast", X, k=9), of("Or", X)))


def test_the_reference_finds_the_difference_with_the_fewest_true_features():
    a, b, c = map(Literal, "abc")
    conjunction, disjunction = (Node(BUILTIN[name], (a, b, c)) for name in ("And", "Or"))
    assert difference(conjunction, disjunction).assignment == {"a": True, "b": False, "c": False}
    assert difference(conjunction, ~Node(BUILTIN["Or"], (~a, ~b, ~c))) is None
