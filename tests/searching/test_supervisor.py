"""Observers, the time limit and Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from boolsmith import Observer, search
from boolsmith.errors import BoolsmithWarning
from boolsmith.observers import ObserverBase

both = pytest.mark.parametrize("strategy", ["paper", "sweep"])


class Diary(ObserverBase):
    def __init__(self):
        self.events = []

    def start(self, settings):
        self.events.append(("start", settings))

    def improvement(self, progress):
        self.events.append(("improvement", progress))

    def tick(self, progress):
        self.events.append(("tick", progress))

    def end(self, result):
        self.events.append(("end", result))


@both
def test_observers_are_told_of_start_improvements_ticks_and_end(few, strategy):
    diary = Diary()
    found = search(
        *few, strategy=strategy, observers=[diary], seed=0, time_limit=0.6, num_starts=1,
        num_iterations=10**9 if strategy == "sweep" else 10**7,
    )  # fmt: skip
    kinds = [kind for kind, _ in diary.events]
    assert (kinds[0], kinds[-1]) == ("start", "end")
    assert kinds.count("start") == kinds.count("end") == 1
    assert kinds.count("tick") >= 2
    assert diary.events[0][1]["strategy"] == strategy
    assert diary.events[-1][1] is found
    improvements = [p for kind, p in diary.events if kind == "improvement"]
    objectives = [p.best_objective for p in improvements]
    assert objectives == sorted(set(objectives))
    assert improvements[-1].best_score == pytest.approx(found.score)
    fractions = [p.fraction for kind, p in diary.events if kind == "tick"]
    assert fractions == sorted(fractions)
    assert 0 <= fractions[0] <= fractions[-1] <= 1


def test_the_objective_of_progress_counts_the_base_rule(few):
    diary = Diary()
    found = search(
        *few, observers=diary, seed=0, effort=0.005, base_rule="Or(_, f3)", regularization=0.01
    )
    last = [p for kind, p in diary.events if kind == "tick"][-1]
    assert last.best_objective == pytest.approx(found.objective)


@pytest.mark.parametrize("event", ["start", "improvement", "tick", "end"])
def test_an_observer_that_raises_is_left_out_with_one_warning(few, event):
    class Broken(Diary):
        pass

    def fail(self, *_):
        self.events.append(event)
        raise RuntimeError("pen is empty")

    setattr(Broken, event, fail)
    broken, diary = Broken(), Diary()
    with pytest.warns(BoolsmithWarning, match=rf"observer Broken failed in {event}\(\)") as told:
        found = search(*few, observers=[broken, diary], seed=0, effort=0.001)
    assert len(told) == 1
    assert broken.events[-1] == event
    assert diary.events[-1] == ("end", found)
    assert found.stop_reason == "finished"


def test_a_kind_of_observer_makes_a_new_one_for_each_search(few):
    made = []
    kind = Observer("diary", lambda: made.append(Diary()) or made[-1])
    for _ in range(2):
        search(*few, observers=[kind], seed=0, effort=0.001)
    assert [len([e for e in d.events if e[0] == "end"]) for d in made] == [1, 1]


@both
def test_the_time_limit_is_kept(noisy, strategy):
    data = noisy(20_000, 40)
    overshoot = []
    for _ in range(3):
        begun = time.perf_counter()
        found = search(
            *data, strategy=strategy, time_limit=0.4, seed=0, max_complexity=15,
            num_starts=1, num_iterations=10**6,
        )  # fmt: skip
        overshoot.append(time.perf_counter() - begun - 0.4)
        assert found.stop_reason == "time limit"
        assert not found.starts[0].finished
        assert found.score > 0.5
        if overshoot[-1] < 0.2:
            break
    assert min(overshoot) < 0.5


def test_a_short_search_does_not_use_up_its_time(few):
    found = search(*few, strategy="paper", time_limit=60, num_starts=1, num_iterations=10, seed=0)
    assert found.stop_reason == "finished"
    assert found.seconds < 30


@pytest.mark.slow
def test_a_time_limit_puts_every_process_to_work(noisy):
    found = search(*noisy(300, 10), time_limit=8.0, num_processes=2, seed=0)
    assert len(found.starts) == 2
    assert found.stop_reason == "time limit"


LONG = """
import json, sys, threading
import numpy as np
from boolsmith import search
from boolsmith.observers import ObserverBase

class Shout(ObserverBase):
    def tick(self, progress):
        if progress.moves > 0:
            print("ticking", flush=True)

rng = np.random.default_rng(0)
X = rng.random((2000, 30)) < 0.5
y = (X[:, 0] & X[:, 1]) ^ (rng.random(2000) < 0.1)
found = search(X, y, strategy=sys.argv[1], num_iterations=10**7, num_starts=2, num_threads=2,
               seed=0, observers=[Shout()])
print(json.dumps([found.stop_reason, found.score, str(found.rule), len(found.starts)]), flush=True)
"""


@both
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_gives_the_best_so_far(strategy):
    process = subprocess.Popen(
        [sys.executable, "-c", LONG, strategy],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout.readline().strip() == "ticking"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0, err
    reason, score, _, starts = json.loads(out.splitlines()[-1])
    assert reason == "interrupted"
    assert 1 <= starts <= 2
    assert score > 0.7


def test_progress_is_a_line_where_there_is_no_terminal(few, capsys):
    search(*few, seed=0, effort=0.001, progress=True)
    err = capsys.readouterr().err
    assert "finished after" in err
    assert err.count("\n") == 1
    search(*few, seed=0, effort=0.001)
    assert capsys.readouterr().err == ""
