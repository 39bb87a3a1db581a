import json
from itertools import combinations, product

import numpy as np
import pytest
from boolsmith import Binarizer, Literal, Node, One
from boolsmith.data.tables import Table
from boolsmith.errors import BoolsmithError
from boolsmith.learn.decisions import Decision
from boolsmith.learn.explain import explain_row
from boolsmith.operators import AND, AT_LEAST, OR
from hypothesis import given, settings
from hypothesis import strategies as st

# The last category and the last number of w are never seen by the binarizer, as in real life.
GRID = {
    "n": [0.0, 1.0, 2.0, 3.0],
    "c": ["x", "y", "z", "new"],
    "b": [0.0, 1.0],
    "w": [5.0, 6.0, 7.0, 8.0],
}
ALL_ROWS = [dict(zip(GRID, values, strict=True)) for values in product(*GRID.values())]


def grid_table():
    columns = {name: [row[name] for row in ALL_ROWS] for name in GRID}
    return Table(
        {name: np.array(v, dtype=object if name == "c" else float) for name, v in columns.items()}
    )


SEEN = [i for i, row in enumerate(ALL_ROWS) if row["c"] != "new" and row["w"] != 8]
BINARIZER = Binarizer(thresholds={"n": [0.5, 1.5, 2.5]}, missing="refuse")
BINARIZER.fit(grid_table().take(SEEN))


def decision_from(make_rules, seed):
    rules = make_rules(BINARIZER.get_feature_names_out(), seed=seed)
    rule, second = rules[seed % len(rules)], rules[(seed + 3) % len(rules)]
    branches = ((rule, "first"), (second, "second")) if seed % 3 == 0 else ((rule, "first"),)
    return Decision(branches, "else").over(BINARIZER)


@given(st.integers(0, 10_000), st.integers(0, len(ALL_ROWS) - 1), st.sets(st.sampled_from("ncbw")))
@settings(deadline=None, max_examples=60)
def test_smallest_sets_and_changes_are_those_of_brute_force(make_rules, seed, index, actionable):
    decision = decision_from(make_rules, seed)
    labels = dict(zip(map(repr, ALL_ROWS), decision.predict(grid_table()).tolist(), strict=True))
    row = ALL_ROWS[index]
    own = labels[repr(row)]
    explanation = explain_row(decision, row, actionable=sorted(actionable), limit=100)
    assert explanation.label == own

    def fixes(names):
        return all(
            labels[repr(other)] == own
            for other in ALL_ROWS
            if all(other[name] == row[name] for name in names)
        )

    assert fixes(explanation.sufficient)
    assert (
        not any(
            fixes(names) for names in combinations(GRID, max(0, len(explanation.sufficient) - 1))
        )
        or not explanation.sufficient
    )

    flips = [
        {name for name in GRID if other[name] != row[name]}
        for other in ALL_ROWS
        if labels[repr(other)] != own
    ]
    allowed = [names for names in flips if names <= actionable]
    found = explanation.counterfactuals
    if not allowed:
        assert found == ()
        return
    smallest = min(map(len, allowed))
    expected = {frozenset(names) for names in allowed if len(names) == smallest}
    assert {frozenset(change.feature for change in group) for group in found} == expected


@given(st.integers(0, 10_000), st.integers(0, len(ALL_ROWS) - 1))
@settings(deadline=None, max_examples=40)
def test_a_literal_is_decisive_if_its_flip_alone_changes_the_label(make_rules, seed, index):
    decision = decision_from(make_rules, seed)
    table = grid_table().take([index])
    explanation = explain_row(decision, ALL_ROWS[index])
    for part in explanation.parts:
        rule, label = decision.branches[part.branch]
        node = rule.at(part.path)
        probe = Decision.of(node, BINARIZER)
        assert part.holds == probe.predict(table)[0]
        if isinstance(node, Literal):
            branches = list(decision.branches)
            branches[part.branch] = (rule.replace(part.path, ~node), label)
            flipped = Decision(tuple(branches), decision.otherwise).over(BINARIZER)
            assert part.decisive == (flipped.predict(table)[0] != explanation.label)


@pytest.fixture
def churn():
    table = Table(
        {
            "tenure": np.array([1.0, 7.0, 30.0, np.nan] * 10) + np.tile(np.arange(10) / 10, 4),
            "Contract": np.array(["Month-to-month", "One year", None, "Two year"] * 10),
            "Partner": np.array([True, False] * 20),
        }
    )
    binarizer = Binarizer(thresholds={"tenure": [5, 12]}).fit(table)
    rule = Node(
        AT_LEAST,
        (Literal("tenure <= 5"), Literal("Contract = Month-to-month"), ~Literal("Partner")),
        2,
    )
    return Decision.of(rule, binarizer, label="churn", otherwise="stay")


def test_the_text_of_an_explanation_can_be_shown_to_a_customer(churn):
    row = {"tenure": 3, "Contract": "Month-to-month", "Partner": True}
    explanation = explain_row(churn, row, actionable=["Contract"])
    assert str(explanation) == (
        "label: churn\n"
        "true  at least 2 of\n"
        "true    tenure <= 5  (decisive)\n"
        "true    Contract = Month-to-month  (decisive)\n"
        "false   not Partner\n"
        "enough to decide: tenure = 3, Contract = Month-to-month\n"
        "would change it: Contract != Month-to-month (now Month-to-month)"
    )
    document = json.loads(json.dumps(explanation.to_json()))
    assert document["label"] == "churn"
    assert document["decisive"] == ["tenure <= 5", "Contract = Month-to-month"]
    assert document["counterfactuals"][0][0]["to"] == "Contract != Month-to-month"


def test_ranges_are_told_with_both_ends():
    table = Table({"age": np.arange(100.0)})
    binarizer = Binarizer(thresholds={"age": [18, 65]}).fit(table)
    decision = Decision.of(Node(AND, (Literal("age > 18"), Literal("age <= 65"))), binarizer)
    (group,) = explain_row(decision, {"age": 70}).counterfactuals
    assert group[0].to == "18 < age <= 65"


def test_a_missing_value_is_explained_and_never_proposed(churn):
    explanation = explain_row(churn, {"tenure": None, "Contract": None, "Partner": 0})
    assert explanation.label == "churn", "not above 5, as the model has it"
    assert "now missing" in str(explanation)
    rule = Node(OR, (Literal("tenure is missing"), Literal("tenure > 12")))
    table = Table({"tenure": np.array([1.0, 20.0, np.nan] * 5)})
    binarizer = Binarizer(thresholds={"tenure": [12]}).fit(table)
    explanation = explain_row(Decision.of(rule, binarizer), {"tenure": 3.0})
    assert [c.to for group in explanation.counterfactuals for c in group] == ["tenure > 12"]


def test_a_target_label_may_be_asked_for(churn):
    row = {"tenure": 30, "Contract": "One year", "Partner": 1}
    groups = explain_row(churn, row, to="churn").counterfactuals
    assert {len(group) for group in groups} == {2}
    assert explain_row(churn, row, to="stay").counterfactuals == ()
    with pytest.raises(BoolsmithError, match="did you mean 'churn'"):
        explain_row(churn, row, to="chrn")


def test_a_rule_that_is_always_true_needs_nothing():
    explanation = explain_row(Decision.of(One), {})
    assert explanation.sufficient == {}
    assert explanation.counterfactuals == ()


def test_rows_and_features_that_do_not_fit_are_refused(churn):
    with pytest.raises(BoolsmithError, match="the row has no 'tenure'; did you mean 'Tenure'"):
        explain_row(churn, {"Tenure": 3, "Contract": "x", "Partner": 1})
    row = {"tenure": 3, "Contract": "One year", "Partner": 1}
    with pytest.raises(BoolsmithError, match="did you mean 'Contract'"):
        explain_row(churn, row, actionable=["Contrct"])


def test_a_rule_over_very_many_features_is_explained_without_the_smallest_sets():
    names = [f"f{i}" for i in range(40)]
    rule = Node(OR, tuple(map(Literal, names)))
    explanation = explain_row(rule, dict.fromkeys(names, 0) | {"f3": 1})
    assert explanation.decisive == ("f3",)
    assert explanation.sufficient is None
    assert explanation.counterfactuals is None
