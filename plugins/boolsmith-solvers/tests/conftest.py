"""Oracles for the formulations: all rules by enumeration, and exact solvers for small models."""

import itertools

import numpy as np
import pytest
from boolsmith.data import pack
from boolsmith.operators import AND, BUILTIN, OR, Operator
from boolsmith.rules import Literal, Node
from boolsmith.subproblems import Subproblem

XOR = Operator("Xor", lambda count, arity: count % 2 == 1)
ALL_EQUAL = Operator("AllEqual", lambda count, arity: count in (0, arity))
TWO_THIRDS = Operator("TwoThirds", lambda count, arity: 3 * count >= 2 * arity)
OPERATORS = {op.name: op for op in (*BUILTIN.values(), XOR, ALL_EQUAL, TWO_THIRDS)}


def literal_sets(names, smallest, largest):
    for size in range(smallest, min(largest, len(names)) + 1):
        for features in itertools.combinations(names, size):
            for signs in itertools.product((False, True), repeat=size):
                yield tuple(map(Literal, features, signs))


def rules_of_depth_one(subproblem):
    operator, names = subproblem.operator, subproblem.data.feature_names
    for literals in literal_sets(names, subproblem.min_num_literals, subproblem.max_num_literals):
        if len(literals) == 1:
            yield literals[0]
        elif operator.takes(len(literals)):
            for k in operator.parameter_values(len(literals)):
                yield Node(operator, literals, k, subproblem.negated)


def rules_of_depth_two(subproblem):
    outer, inner = (OR, AND) if subproblem.shape == "or-of-ands" else (AND, OR)
    names, most = subproblem.data.feature_names, subproblem.max_num_literals
    singles = [Literal(name, negated) for name in names for negated in (False, True)]
    if subproblem.min_num_literals == 1:
        yield from singles
    terms = [Node(inner, literals) for literals in literal_sets(names, 2, most)]
    for term in terms:
        if len(term.children) >= subproblem.min_num_literals:
            yield ~term if subproblem.negated else term
    for count in range(2, most + 1):
        for children in itertools.combinations_with_replacement([*singles, *terms], count):
            size = sum(len(list(child.literals())) for child in children)
            alone = [child.feature for child in children if isinstance(child, Literal)]
            if subproblem.min_num_literals <= size <= most and len(set(alone)) == len(alone):
                yield Node(outer, children, negated=subproblem.negated)


def evaluate(rule, columns):
    """The outcome of a rule from the definition of its operators, independent of the package."""
    if isinstance(rule, Literal):
        return columns[rule.feature] != rule.negated
    children = [evaluate(child, columns) for child in rule.children]
    count = np.sum(children, axis=0)
    arguments = (len(children),) if rule.k is None else (len(children), rule.k)
    return np.array([rule.operator.accepts(c, *arguments) for c in count]) != rule.negated


def score(subproblem, rule):
    X, labels, weights = subproblem.data.dense()
    columns = dict(zip(subproblem.data.feature_names, X.T, strict=True))
    right = weights[evaluate(rule, columns) == labels].sum()
    return right - subproblem.regularization * rule.complexity


def all_rules(subproblem):
    one = subproblem.shape == "depth-one"
    return list((rules_of_depth_one if one else rules_of_depth_two)(subproblem))


def brute_force(subproblem):
    return max(score(subproblem, rule) for rule in all_rules(subproblem))


def random_subproblem(seed, operator, *, num_rows=6, num_features=4, most=4, **options):
    rng = np.random.default_rng(seed)
    X = rng.random((num_rows, num_features)) < rng.uniform(0.3, 0.7)
    y = np.arange(num_rows) < rng.integers(1, num_rows)
    weights = rng.integers(0, 5, num_rows) / 2 if seed % 3 else np.ones(num_rows)
    weights[0] = weights[-1] = 1.5
    options.setdefault("min_num_literals", int(rng.integers(1, 3)))
    options.setdefault("negated", bool(rng.integers(2)))
    options.setdefault("regularization", float(rng.choice([0.0, 0.25])))
    data = pack(X, y, sample_weight=weights)
    return Subproblem(data, operator, max_num_literals=most, **options)


def solve_program(program):
    """The optimum of a linear program by scipy; None if there is none."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    shape = (program.num_rows, program.num_variables)
    matrix = csr_array((program.coefficients, program.columns, program.starts), shape=shape)
    result = milp(
        program.cost,
        integrality=np.ones(program.num_variables),
        bounds=Bounds(program.lower, program.upper),
        constraints=LinearConstraint(matrix, program.row_lower, program.row_upper),
    )
    return None if result.x is None else np.rint(result.x)


def ground_state(model):
    """The least energy of a QUBO and its bits, exactly.

    All values of the bits that are no slacks are tried; given those, the slacks of different rows
    do not interact, so each row's are tried on their own. Which bits interact is read off the
    coefficients, not assumed.
    """
    slack = np.array([name.startswith("slack[") for name in model.names])
    core = np.flatnonzero(~slack)
    assert len(core) <= 18
    Q = np.zeros((len(slack), len(slack)))
    np.add.at(Q, (model.first, model.second), model.values)
    Q = Q + Q.T
    states = (np.arange(2 ** len(core))[:, None] >> np.arange(len(core)) & 1).astype(float)
    energy = model.offset + states @ model.linear[core]
    energy += 0.5 * np.einsum("si,ij,sj->s", states, Q[np.ix_(core, core)], states, optimize=True)
    best = []
    for part in components(Q, np.flatnonzero(slack)):
        inner = (np.arange(2 ** len(part))[:, None] >> np.arange(len(part)) & 1).astype(float)
        own = inner @ model.linear[part]
        own += 0.5 * np.einsum("si,ij,sj->s", inner, Q[np.ix_(part, part)], inner)
        total = own[None, :] + states @ Q[np.ix_(core, part)] @ inner.T
        energy += total.min(axis=1)
        best.append((part, inner, total))
    state = int(energy.argmin())
    bits = np.zeros(len(slack), dtype=np.int8)
    bits[core] = states[state]
    for part, inner, total in best:
        bits[part] = inner[total[state].argmin()]
    return float(energy[state]), bits


def components(Q, nodes):
    left = set(nodes.tolist())
    while left:
        stack, part = [left.pop()], []
        while stack:
            node = stack.pop()
            part.append(node)
            near = {int(j) for j in np.flatnonzero(Q[node])} & left
            left -= near
            stack += near
        yield np.array(sorted(part))


@pytest.fixture
def oracle():
    """Everything above, as one object."""
    import types

    return types.SimpleNamespace(**{k: v for k, v in globals().items() if not k.startswith("_")})


@pytest.fixture(params=OPERATORS)
def operator(request):
    return OPERATORS[request.param]
