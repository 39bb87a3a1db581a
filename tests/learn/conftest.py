"""The nine datasets of the paper with their missing values, and rules over their columns."""

import warnings
from pathlib import Path

import numpy as np
import pytest
from boolsmith.operators import AND, AT_LEAST, AT_MOST, CHOOSE, OR, Operator, TableOperator
from boolsmith.rules import Literal, Node

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "datasets"
TARGETS = {
    "airline_satisfaction": "satisfaction",
    "breast_cancer": "target",
    "credit_card_default": "default.payment.next.month",
    "credit_risk": "class",
    "customer_churn": "Churn",
    "direct_marketing": "y",
    "home_equity_default": "BAD",
    "online_shoppers": "Revenue",
    "parkinsons": "status",
}
XOR = Operator("Xor", lambda count, arity: count % 2 == 1)
IMPLIES = TableOperator("Implies", arity=2, table=0b1101)
NEVER = Operator("Never", lambda count, arity: False)


def random_rule(rng, names, depth, operators):
    """A rule over the given names, every kind of node with some probability."""
    if depth == 0 or rng.random() < 0.2:
        return Literal(str(rng.choice(names)), bool(rng.random() < 0.5))
    operator = operators[rng.integers(len(operators))]
    arity = operator.arity if isinstance(operator, TableOperator) else int(rng.integers(2, 5))
    children = [random_rule(rng, names, depth - 1, operators) for _ in range(arity)]
    values = operator.parameter_values(arity)
    k = values[rng.integers(len(values))]
    return Node(operator, tuple(children), k, bool(rng.random() < 0.3))


def rules_over(names, seed=0, plugins=True):
    """One rule for every operator at the root, and some of depth three."""
    rng = np.random.default_rng(seed)
    operators = [AND, OR, AT_LEAST, AT_MOST, CHOOSE] + ([XOR, IMPLIES, NEVER] if plugins else [])
    roots = []
    for operator in operators:
        arity = 2 if isinstance(operator, TableOperator) else 3
        children = tuple(random_rule(rng, names, 1, operators) for _ in range(arity))
        k = operator.parameter_values(arity)[-2 if operator.parametrized else 0]
        roots.append(Node(operator, children, k))
    return roots + [random_rule(rng, names, 3, operators) for _ in range(4)]


@pytest.fixture(scope="session")
def make_rules():
    return rules_over


@pytest.fixture(params=TARGETS, scope="session")
def any_dataset(request):
    """The raw features of every row, and a binarizer fitted to them."""
    from boolsmith import Binarizer
    from boolsmith.data.tables import read_table
    from boolsmith.errors import BoolsmithWarning

    path = FOLDER / f"{request.param}.csv.gz"
    if not path.exists():
        pytest.skip(f"the paper's datasets are not in {FOLDER}")
    table = read_table(path).drop([TARGETS[request.param]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BoolsmithWarning)
        return table, Binarizer().fit(table)
