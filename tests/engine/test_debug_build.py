"""The debug build, with bounds checks and assertions, runs both kernels on whatever comes."""

import os
import subprocess
import sys

import pytest

FUZZ = """
import numpy as np
from hypothesis import HealthCheck, given, settings, strategies as st
from boolsmith import BoolsmithError, search
from boolsmith.engine.jit import DEBUG
from boolsmith.plugins import registry

assert DEBUG
NAMES = sorted(o.name for o in registry().operators)
WAITS = {"sweep": {"patience": 2}, "paper": {"patience": 2, "num_iterations_burn_in": 3}}
ran = []

@settings(max_examples=150, deadline=None, database=None, derandomize=True,
          suppress_health_check=list(HealthCheck))
@given(
    shape=st.tuples(st.integers(2, 200), st.integers(1, 12)),
    positives=st.floats(0.01, 0.99),
    seed=st.integers(0, 2**32),
    strategy=st.sampled_from(["paper", "sweep"]),
    max_complexity=st.one_of(st.none(), st.integers(3, 24)),
    max_depth=st.one_of(st.none(), st.integers(1, 4)),
    operators=st.lists(st.sampled_from(NAMES), min_size=1, unique=True),
    weighted=st.sampled_from([None, "whole", "float", "mostly zero"]),
    base=st.sampled_from([None, "_", "Or(_, x0)", "~AtMost1(~_, x0, And(x0, ~x0))"]),
    metric=st.sampled_from(["balanced_accuracy", "f1"]),
    negated=st.booleans(),
    regularization=st.sampled_from([0.0, 0.02]),
    moves=st.sampled_from([(), ("swap_subtrees", "crossover", "wrap", "unwrap")]),
)
def fuzz(shape, positives, seed, strategy, max_complexity, max_depth, operators, weighted, base,
         metric, negated, regularization, moves):
    rng = np.random.default_rng(seed)
    X = rng.random(shape) < 0.5
    y = rng.random(shape[0]) < positives
    y[:2] = True, False
    weights = {
        None: None,
        "whole": rng.integers(1, 20, shape[0]),
        "float": rng.random(shape[0]) + 0.01,
        "mostly zero": np.where(np.arange(shape[0]) < 2, 1.0, rng.random(shape[0]) < 0.2),
    }[weighted]
    try:
        found = search(
            X, y, sample_weight=weights, strategy=strategy, max_complexity=max_complexity,
            max_depth=max_depth, operators=operators, base_rule=base, metric=metric, seed=seed,
            negated_operators=negated, regularization=regularization, moves=moves,
            num_starts=2, num_iterations=60, **(WAITS[strategy] if moves else {}),
        )
    except BoolsmithError as error:
        assert "base_rule" in str(error), error
        return
    ran.append(len(found.starts) > 0)
    for point in found.pareto:
        assert np.isfinite(point.score)
        assert point.complexity <= (max_complexity or 10**9)
        assert point.rule.depth <= (max_depth or 10**9)

fuzz()
assert sum(ran) > 50, ran
many = np.random.default_rng(0).random((140_000, 6)) < 0.5  # more than a block of words
for strategy, iterations in (("paper", 20), ("sweep", 2)):
    search(many, many[:, 0], seed=0, strategy=strategy, num_starts=1, num_iterations=iterations)
large = np.random.default_rng(0).random((9000, 120)) < 0.5  # some starts have lower bounds
search(large, large[:, :5].sum(axis=1) > 2, seed=0, max_complexity=12, effort=0.01)
print("sound", sum(ran))
"""


@pytest.mark.slow
def test_no_index_leaves_its_array_and_every_rule_on_the_way_is_valid():
    environment = {**os.environ, "BOOLSMITH_DEBUG": "1"}
    done = subprocess.run(
        [sys.executable, "-c", FUZZ], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.startswith("sound")
