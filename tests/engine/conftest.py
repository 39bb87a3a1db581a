"""Parts of the kernels, called one by one, and problems to call them on."""

import numpy as np
import pytest
from boolsmith import pack
from boolsmith.engine import anneal as paper
from boolsmith.engine import descend as sweep
from boolsmith.engine import layout as at
from boolsmith.engine import moves, visits
from boolsmith.engine.derive import decided_rows
from boolsmith.engine.evaluate import STEP_FIELDS, Plan, evaluate_plan, make_plan
from boolsmith.engine.jit import kernel
from boolsmith.engine.problem import Bounds, build_problem
from boolsmith.engine.sweep import Work
from boolsmith.engine.tree import check_rule
from boolsmith.metrics import BALANCED_ACCURACY
from boolsmith.moves import BUILTIN
from boolsmith.plugins import registry

MOVES = {move.name: move.local for move in BUILTIN}


@kernel
def run_move(problem, rule, move, i, rng):
    """One of the six moves at node i; returns whether it was valid."""
    return moves.random_move(problem, rule, move, i, rng)


@kernel
def run_propose(problem, state, rule, rng):
    return moves.propose_local_move(problem, state, rule, rng)


@kernel
def run_initial(problem, rule, rng):
    moves.initial_rule(problem, rule, rng)


@kernel
def run_check(problem, rule):
    return check_rule(problem, rule)


@kernel
def run_marked(problem, rule):
    """Counts of a rule as the annealing kernel gets them."""
    most, slots = problem.numbers.max_complexity + 2, problem.numbers.num_slots
    plan = Plan(
        np.empty(4 * most, dtype=np.uint64),
        np.empty((most, STEP_FIELDS), dtype=np.int64),
        np.arange(slots),
    )
    for i in range(rule[0, at.SIZE]):
        rule[i, at.SLOT] = -1
    count, _ = make_plan(rule, problem.numbers, plan)
    return evaluate_plan(problem.arena, problem.numbers, problem.operators, plan, count)


@kernel
def run_sweep(part, problem, start, i, up_down):
    """What the sweeping kernel does: 0 evaluates, 1 derives, 2 visits."""
    cap = problem.numbers.max_complexity
    work = Work(
        np.empty(128, dtype=np.uint64),
        np.empty((cap + 4) * 2 * problem.numbers.features, dtype=np.int64),
        np.zeros(2, dtype=np.int64),
        np.zeros(2, dtype=np.int64),
        np.zeros((cap + 2, 2), dtype=np.int64),
    )
    rule = start.rules[0]
    sweep.refresh(problem, start, rule, work)
    if part == 1:
        decided = decided_rows(problem, rule, i, work.children)
        for w in range(problem.numbers.words):
            up_down[0, w] = problem.arena[decided.up + np.uint64(w)]
            down = problem.arena[decided.down + np.uint64(w)]
            up_down[1, w] = down if decided.any_down else np.uint64(0)
        return decided.any_down
    improved = part == 2 and visits.visit(problem, start.state, rule, i, work, start.rng)
    if improved:
        sweep.refresh(problem, start, rule, work)
    return improved


class Bench:
    """A problem on which parts of the kernels are run, from rules to rules."""

    def __init__(self, data, operators=None, *, max_complexity=20, max_depth=20, max_initial=10,
                 metric=BALANCED_ACCURACY, **settings):  # fmt: skip
        self.operators = tuple(registry().operators if operators is None else operators)
        bounds = Bounds(max_complexity, max_depth, max_initial)
        self.data, self.metric = data, metric
        self.problem = build_problem(data, self.operators, metric, bounds, **settings)
        self.flat = self.problem.for_worker(0)

    def move(self, name, rule, i, rng):
        """The rule after a move, None if it was invalid; then the nodes must be as they were."""
        nodes = self.problem.encode(rule)
        before = nodes.copy()
        if run_move(self.flat, nodes, MOVES[name], np.int64(i), rng):
            assert self.check(nodes) == 0
            return self.problem.decode(nodes)
        np.testing.assert_array_equal(nodes, before)
        return None

    def outcomes(self, name, rule, i, seed=0, draws=200):
        """All results of a move over many draws."""
        rng = random_words(seed)
        return [self.move(name, rule, i, rng) for _ in range(draws)]

    def propose(self, rule, state, rng):
        nodes = self.problem.encode(rule)
        draws = run_propose(self.flat, state, nodes, rng)
        assert self.check(nodes) == 0
        return self.problem.decode(nodes), draws

    def initial(self, rng):
        nodes = np.full((self.problem.bounds.max_complexity + 2, at.NODE_FIELDS), -1, np.int64)
        run_initial(self.flat, nodes, rng)
        assert self.check(nodes) == 0
        return self.problem.decode(nodes)

    def check(self, nodes):
        return run_check(self.flat, nodes)

    def marked(self, rule):
        """tp and fp by the annealing kernel, in weight."""
        tp, fp = run_marked(self.flat, self.problem.encode(rule))
        return tp * self.data.unit, fp * self.data.unit

    def _sweep(self, part, rule, i=0):
        nodes = self.problem.encode(rule)
        size = len(nodes)
        state, rng = at.new_record(sweep.STATE), np.array([1, 2, 3, 4], dtype=np.uint64)
        start = at.FlatStart(
            state, rng, nodes[np.newaxis], np.zeros((size, size, at.NODE_FIELDS), np.int64),
            np.full(size, -np.inf), np.zeros((1, 2)), np.zeros(1),
        )  # fmt: skip
        up_down = np.zeros((2, self.data.num_words), dtype=np.uint64)
        answer = run_sweep(part, self.flat, start, np.int64(i), up_down)
        return answer, nodes, state, up_down

    def swept(self, rule):
        """tp and fp by the sweeping kernel, in weight, and the objective."""
        _, _, state, _ = self._sweep(0, rule)
        unit = self.data.unit
        return state.tp * unit, state.fp * unit, state.current

    def decided(self, rule, i):
        """The rows that node i decides, up and down, in packed order."""
        *_, up_down = self._sweep(1, rule, i)
        return self.data.unpack(up_down)

    def visit(self, rule, i):
        """The rule after a visit of node i, and its objective; None if nothing improved it."""
        improved, nodes, state, _ = self._sweep(2, rule, i)
        assert self.check(nodes) == 0
        return (self.problem.decode(nodes), state.current) if improved else None

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


@pytest.fixture
def turns():
    """The state of a start of which no move had a turn yet."""
    return at.new_record(paper.STATE)


@pytest.fixture(scope="session")
def make_data():
    return random_data


@pytest.fixture(scope="session")
def words():
    return random_words
