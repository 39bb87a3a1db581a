"""One seed gives one result, however the work is cut up and wherever it is done."""

import numpy as np
import pytest
from boolsmith import search
from boolsmith.searching.kernel_start import KernelStart

QUICK = {
    "paper": {"num_starts": 5, "num_iterations": 400},
    "sweep": {"num_starts": 5, "effort": 0.004},
}
both = pytest.mark.parametrize("strategy", ["paper", "sweep"])


def run(data, strategy, **more):
    settings = {"seed": 11, "max_complexity": 8, "regularization": 1e-4, **QUICK[strategy], **more}
    return search(*data, strategy=strategy, **settings)


def assert_same(one, other):
    assert one.rule == other.rule
    assert one.pareto == other.pareto
    assert one.moves == other.moves
    assert len(one.starts) == len(other.starts)
    for a, b in zip(one.starts, other.starts, strict=True):
        assert (a.index, a.rule, a.score, a.objective, a.moves) == (
            b.index, b.rule, b.score, b.objective, b.moves,
        )  # fmt: skip
        for name in ("iteration", "objective", "acceptance", "temperature"):
            np.testing.assert_array_equal(getattr(a.trace, name), getattr(b.trace, name))


@both
@pytest.mark.parametrize("threads", [1, 2, 8])
def test_any_number_of_threads(few, strategy, threads):
    assert_same(run(few, strategy), run(few, strategy, num_threads=threads))


def test_the_number_of_starts_does_not_follow_that_of_threads(few):
    quick = {"effort": 0.002, "num_starts": None}
    assert_same(run(few, "sweep", **quick), run(few, "sweep", num_threads=8, **quick))


@pytest.mark.slow
def test_several_processes(few):
    for strategy in ("paper", "sweep"):
        assert_same(run(few, strategy), run(few, strategy, num_processes=2))


@both
@pytest.mark.parametrize("chunk", [1, 7, 10**12])
def test_chunks_of_any_size(few, strategy, chunk, monkeypatch):
    expected = run(few, strategy)
    scale = 1 if strategy == "paper" else 1000
    run_chunk = KernelStart.run_chunk
    monkeypatch.setattr(KernelStart, "run_chunk", lambda self, _: run_chunk(self, chunk * scale))
    assert_same(expected, run(few, strategy))


@both
def test_chunks_of_any_size_with_moves_by_python(few, strategy, monkeypatch):
    moves = {"moves": ["swap_subtrees"], "patience": 3}
    moves |= {"num_iterations_burn_in": 10} if strategy == "paper" else {}
    expected = run(few, strategy, **moves)
    assert expected.move_statistics[0].proposals > 0

    run_chunk, chunk = KernelStart.run_chunk, 5 if strategy == "paper" else 5000
    monkeypatch.setattr(KernelStart, "run_chunk", lambda self, _: run_chunk(self, chunk))
    assert_same(expected, run(few, strategy, **moves))


@both
def test_another_seed_takes_another_way(noisy, strategy):
    data = noisy(400, 30, 5)
    runs = [run(data, strategy, seed=seed) for seed in range(2)]
    traces = [found.starts[0].trace.objective.tolist() for found in runs]
    assert traces[0] != traces[1]


def test_without_a_seed_the_one_drawn_is_told(few):
    found = run(few, "sweep", seed=None)
    assert_same(found, run(few, "sweep", seed=found.seed))


@both
def test_starts_differ(noisy, strategy):
    found = run(noisy(400, 30, 5), strategy)
    assert len({start.trace.objective.tobytes() for start in found.starts}) > 1
