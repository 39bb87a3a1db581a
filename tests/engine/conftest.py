"""Parts of the kernels, called one by one, and problems to call them on."""

import numpy as np
import pytest
from boolsmith import pack
from boolsmith.engine import descend as sweep
from boolsmith.engine import layout as at
from boolsmith.engine import moves
from boolsmith.engine.counts import buffer
from boolsmith.engine.derive import decided_rows
from boolsmith.engine.evaluate import STEP_FIELDS, evaluate_steps, plan
from boolsmith.engine.jit import kernel
from boolsmith.engine.problem import Bounds, build_problem
from boolsmith.engine.tree import check_rule
from boolsmith.metrics import BALANCED_ACCURACY
from boolsmith.plugins import registry

MOVES = (
    "remove_literal",
    "expand_literal",
    "swap_literal",
    "remove_operator",
    "add_literal",
    "swap_operator",
)


@kernel
def run_move(number, rule, i, dims, params, ranges, rng):
    """One of the six moves at node i; gives whether it was valid."""
    if number == 0:
        return moves.remove_literal(rule, i, params, ranges)
    if number == 1:
        return moves.expand_literal(rule, i, dims, params, ranges, rng)
    if number == 2:
        return moves.swap_literal(rule, i, dims, rng)
    if number == 3:
        return moves.remove_operator(rule, i, params, ranges)
    if number == 4:
        return moves.add_literal(rule, i, dims, params, ranges, rng)
    return moves.swap_operator(rule, i, dims, ranges, rng)


@kernel
def run_propose(rule, cycles, dims, params, ranges, rng):
    return moves.propose(rule, cycles, dims, params, ranges, rng)


@kernel
def run_initial(rule, dims, ranges, rng):
    moves.initial_rule(rule, dims, ranges, rng)


@kernel
def run_check(rule, dims, params, ranges, max_complexity, max_depth):
    return check_rule(rule, dims, params, ranges, max_complexity, max_depth)


@kernel
def run_marked(arena, dims, params, masks, rule):
    """Counts of a rule as the annealing kernel gets them."""
    cap = dims[at.D_MAX_COMPLEXITY]
    kids = np.empty(4 * (cap + 2), dtype=np.uint64)
    steps = np.empty((cap + 2, STEP_FIELDS), dtype=np.int64)
    for i in range(rule[0, at.SIZE]):
        rule[i, at.SLOT] = -1
    count, _ = plan(rule, dims, np.arange(dims[at.D_NUM_SLOTS]), kids, steps)
    return evaluate_steps(arena, dims, params, masks, kids, steps, count)


@kernel
def run_sweep(
    part, arena, transposed, dims, coefs, params, masks, ranges, rule, i, state, floats, up_down
):
    """What the sweeping kernel does: 0 evaluates, 1 derives, 2 visits a literal, 3 an operator."""
    kids = np.empty(128, dtype=np.uint64)
    cap = dims[at.D_MAX_COMPLEXITY]
    gains = np.empty((cap + 4) * 2 * dims[at.D_FEATURES], dtype=np.int64)
    totals = np.zeros(2, dtype=np.int64)
    found = np.zeros(4, dtype=np.int64)
    hist = np.zeros((cap + 2, 2), dtype=np.int64)
    rng = np.array([1, 2, 3, 4], dtype=np.uint64)
    sweep.refresh(arena, dims, coefs, params, masks, rule, kids, state, floats, totals)
    if part == 1:
        up, down = buffer(dims, cap), buffer(dims, cap + 1)
        may_down = decided_rows(
            arena, dims, params, masks, rule, i, up, down,
            buffer(dims, cap + 2), buffer(dims, cap + 3), kids,
        )  # fmt: skip
        for w in range(dims[at.D_WORDS]):
            up_down[0, w] = arena[up + np.uint64(w)]
            up_down[1, w] = arena[down + np.uint64(w)] if may_down else np.uint64(0)
        return may_down
    improved = False
    if part == 2:
        improved = sweep.visit_literal(
            arena, transposed, dims, coefs, params, masks, rule, i, kids, state, floats, gains,
            totals, found, rng,
        )  # fmt: skip
    elif part == 3:
        improved = sweep.visit_operator(
            arena, transposed, dims, coefs, params, masks, ranges, rule, i, kids, state, floats,
            gains, totals, found, hist, rng,
        )  # fmt: skip
    if improved:
        sweep.refresh(arena, dims, coefs, params, masks, rule, kids, state, floats, totals)
    return improved


class Bench:
    """A problem on which parts of the kernels are run, from rules to rules."""

    def __init__(self, data, operators=None, *, max_complexity=20, max_depth=20, max_initial=10,
                 metric=BALANCED_ACCURACY, **settings):  # fmt: skip
        self.operators = tuple(registry().operators if operators is None else operators)
        bounds = Bounds(max_complexity, max_depth, max_initial)
        self.data, self.metric = data, metric
        self.problem = build_problem(data, self.operators, metric, bounds, **settings)
        table = self.problem.table
        self.tables = table.params, table.ranges
        self.dims = self.problem.worker_dims(0)

    def move(self, name, rule, i, rng):
        """The rule after a move, None if it was invalid; then the nodes must be as they were."""
        nodes = self.problem.encode(rule)
        before = nodes.copy()
        if run_move(MOVES.index(name), nodes, np.int64(i), self.dims, *self.tables, rng):
            assert self.check(nodes) == 0
            return self.problem.decode(nodes)
        np.testing.assert_array_equal(nodes, before)
        return None

    def outcomes(self, name, rule, i, seed=0, draws=200):
        """All results of a move over many draws."""
        rng = random_words(seed)
        return [self.move(name, rule, i, rng) for _ in range(draws)]

    def propose(self, rule, cycles, rng):
        nodes = self.problem.encode(rule)
        draws = run_propose(nodes, cycles, self.dims, *self.tables, rng)
        assert self.check(nodes) == 0
        return self.problem.decode(nodes), draws

    def initial(self, rng):
        nodes = np.full((self.problem.bounds.max_complexity + 2, at.NODE_FIELDS), -1, np.int64)
        run_initial(nodes, self.dims, self.tables[1], rng)
        assert self.check(nodes) == 0
        return self.problem.decode(nodes)

    def check(self, nodes):
        bounds = self.problem.bounds
        return run_check(nodes, self.dims, *self.tables, bounds.max_complexity, bounds.max_depth)

    def marked(self, rule):
        """tp and fp by the annealing kernel, in weight."""
        p = self.problem
        nodes = p.encode(rule)
        tp, fp = run_marked(p.arena, self.dims, p.table.params, p.table.masks, nodes)
        return tp * self.data.unit, fp * self.data.unit

    def _sweep(self, part, rule, i=0):
        p = self.problem
        nodes = p.encode(rule)
        state = np.zeros(sweep.STATE_COUNT, dtype=np.int64)
        floats = np.zeros(sweep.FLOAT_COUNT)
        up_down = np.zeros((2, self.data.num_words), dtype=np.uint64)
        answer = run_sweep(
            part, p.arena, p.transposed, self.dims, p.coefs, p.table.params, p.table.masks,
            p.table.ranges, nodes, np.int64(i), state, floats, up_down,
        )  # fmt: skip
        return answer, nodes, state, floats, up_down

    def swept(self, rule):
        """tp and fp by the sweeping kernel, in weight, and the objective."""
        _, _, state, floats, _ = self._sweep(0, rule)
        unit = self.data.unit
        return state[sweep.TP] * unit, state[sweep.FP] * unit, floats[sweep.CURRENT]

    def decided(self, rule, i):
        """The rows that node i decides, up and down, in packed order."""
        *_, up_down = self._sweep(1, rule, i)
        return self.data.unpack(up_down)

    def visit(self, rule, i):
        """The rule after a visit of node i, and its objective; None if nothing improved it."""
        literal = self.problem.encode(rule)[i, at.OP] == at.LITERAL
        improved, nodes, _, floats, _ = self._sweep(2 if literal else 3, rule, i)
        assert self.check(nodes) == 0
        return (self.problem.decode(nodes), floats[sweep.CURRENT]) if improved else None

    def counts(self, rule):
        """tp and fp by evaluating the rule row by row, in weight."""
        matrix, labels, weights = self.data.dense()
        shown = rule.evaluate(matrix, self.data.feature_names)
        return weights[shown & labels].sum(), weights[shown & ~labels].sum()

    def score(self, rule):
        tp, fp = self.counts(rule)
        positive, negative = self.data.class_weights
        return self.metric(tp, fp, positive - tp, negative - fp)


def random_words(seed):
    """The state of a random generator of the kernels."""
    return np.random.SeedSequence(seed).generate_state(4, np.uint64)


def random_data(positives, negatives, columns=8, seed=0, weights=None):
    """Random columns, a label that follows the first two a little, and weights of a kind."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(positives + negatives) < positives)
    X = rng.random((len(y), columns)) < rng.uniform(0.2, 0.8, columns)
    X[:, 0] |= y & (rng.random(len(y)) < 0.5)
    sample_weight = {
        None: None,
        "whole": rng.integers(0, 9, len(y)).astype(float),
        "fine": rng.integers(1, 1000, len(y)) / 64,
    }[weights]
    if sample_weight is not None:
        sample_weight[[np.argmax(y), np.argmin(y)]] = 3.0
    return pack(X, y, sample_weight=sample_weight)


@pytest.fixture(scope="session")
def bench():
    """Makes a bench from packed data."""
    return Bench


@pytest.fixture(scope="session")
def make_data():
    return random_data


@pytest.fixture(scope="session")
def words():
    return random_words
