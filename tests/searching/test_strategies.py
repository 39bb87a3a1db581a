"""A strategy written in plain Python works wherever one can be named."""

import importlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from boolsmith import BoolsmithError, load_plugin, search
from boolsmith.observers import ObserverBase
from boolsmith.plugins import unload_plugin
from boolsmith.strategies import Strategy

PAGE = Path(__file__).parents[2] / "docs/how-to/add-a-strategy.md"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The strategy of the page, as a file."""
    code = PAGE.read_text(encoding="utf-8").split('title="restarts.py"\n')[1].split("```")[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 40
    file = tmp_path_factory.mktemp("strategy") / "restarts.py"
    file.write_text(code, encoding="utf-8")
    return file


@pytest.fixture
def restarts(file):
    """The name of the strategy, registered."""
    load_plugin(file)
    yield "restarts"
    unload_plugin("restarts")


def run(data, **settings):
    return search(*data, **{"strategy": "restarts", "seed": 0, **settings})


def same(one, other):
    assert [(p.rule, p.score) for p in one.pareto] == [(p.rule, p.score) for p in other.pareto]
    assert [s.moves for s in one.starts] == [s.moves for s in other.starts]


def test_it_finds_rules_within_the_bounds_and_scores_them_right(few, restarts):
    X, y = few
    found = run(few, max_complexity=5, operators=["And", "Or"], num_iterations=30)
    assert found.score > 0.7
    for point in found.pareto:
        shown = np.asarray(point.rule.evaluate(X))
        assert point.score == pytest.approx((shown[y].mean() + (~shown[~y]).mean()) / 2)
        assert point.complexity <= 5
    assert found.settings["strategy"] == "restarts"
    assert found.moves > 30


def test_one_seed_gives_one_result_whatever_the_threads(few, restarts):
    one = run(few, num_starts=4)
    same(one, run(few, num_starts=4, num_threads=3))
    assert [p.rule for p in one.pareto] != [p.rule for p in run(few, num_starts=4, seed=5).pareto]


@pytest.mark.slow
def test_it_runs_in_processes(few, restarts):
    same(run(few, num_starts=2), run(few, num_starts=2, num_processes=2))


def test_a_time_limit_ends_it(few, restarts):
    begun = time.perf_counter()
    found = run(few, num_iterations=10**9, time_limit=0.5)
    assert found.stop_reason == "time limit"
    assert time.perf_counter() - begun < 3
    assert not any(start.finished for start in found.starts)
    assert found.score > 0.6


def test_ctrl_c_ends_it_with_the_best_rule_so_far(few, restarts):
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    found = run(few, num_iterations=10**9)
    assert found.stop_reason == "interrupted"
    assert found.score > 0.6


def test_observers_see_its_progress(few, restarts):
    class Diary(ObserverBase):
        def __init__(self):
            self.ticks, self.improvements = [], []

        def tick(self, progress):
            self.ticks.append(progress)

        def improvement(self, progress):
            self.improvements.append(progress.best_objective)

    diary = Diary()
    found = run(few, observers=[diary], num_iterations=400, num_starts=1)
    fractions = [progress.fraction for progress in diary.ticks]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert diary.improvements == sorted(diary.improvements)
    assert diary.improvements[-1] == found.objective
    assert diary.ticks[-1].moves == found.starts[0].moves


def test_a_base_rule_is_kept_around_what_it_finds(few, restarts):
    found = run(few, base_rule="Or(~_, f3)", max_complexity=7, regularization=0.001)
    for point in found.pareto:
        assert str(point.rule).startswith("Or(")
        assert point.complexity <= 7
        assert point.objective == pytest.approx(point.score - 0.001 * point.complexity)


def test_the_command_line_takes_it_by_name(file, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "boolsmith", "--plugin", str(file), "fit", "breast-cancer",
         "--strategy", "restarts", "--max-complexity", "4", "--num-iterations", "5"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "saved to breast-cancer.rule.json" in done.stdout


def test_an_offer_beyond_the_bounds_names_the_strategy(few, tmp_path):
    file = tmp_path / "beyond.py"
    file.write_text(
        "from boolsmith import Rule, hookimpl\n"
        "from boolsmith.searching import Start\n"
        "from boolsmith.strategies import Strategy\n"
        "class Beyond(Start):\n"
        "    def run(self):\n"
        "        self.offer(Rule.parse('And(f0, f1, f2, f4, f5)'))\n"
        "        yield\n"
        "@hookimpl\n"
        "def boolsmith_strategies():\n"
        "    return [Strategy('beyond', f'{__name__}:Beyond')]\n"
    )
    load_plugin(file)
    try:
        match = "strategy 'beyond' offers And.*: its complexity 6 is above 4"
        with pytest.raises(BoolsmithError, match=match):
            run(few, strategy="beyond", max_complexity=4)
    finally:
        unload_plugin("beyond")


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("none.such:Thing", "strategy 'wrong' is not available: No module named 'none'"),
        ("json:dumps", "json:dumps is not a subclass of boolsmith.searching.Start"),
    ],
)
def test_a_target_that_is_no_strategy_is_one_line(few, target, message):
    with pytest.raises(BoolsmithError, match=message):
        run(few, strategy=Strategy("wrong", target))


def test_no_module_but_its_own_tests_for_a_strategy_by_name():
    core = Path(importlib.import_module("boolsmith").__file__).parent
    binarizer = core / "data"  # its strategy is another thing: how it chooses cuts
    for file in set(core.rglob("*.py")) - set(binarizer.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        for sign in ("==", "!=", " in ("):
            assert f'strategy {sign} "' not in text, file
        assert "isinstance(start, Paper" not in text, file
        assert "isinstance(self.start" not in text, file
