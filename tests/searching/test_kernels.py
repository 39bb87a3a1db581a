"""The kernels of a search let other threads run, and are compiled once for all plugins."""

import threading
import time

import pytest
from boolsmith import Metric, Operator, pack, search
from boolsmith.engine.anneal import anneal
from boolsmith.engine.descend import descend
from boolsmith.engine.jit import cache_folder
from boolsmith.operators import TableOperator
from boolsmith.searching.problem import pose
from boolsmith.searching.start import start_class
from boolsmith_bench.measure import settings_for

KERNELS = {"paper": anneal, "sweep": descend}
QUICK = {"paper": {"num_starts": 1, "num_iterations": 200}, "sweep": {"effort": 0.001}}
both = pytest.mark.parametrize("strategy", ["paper", "sweep"])
LONG = 0.3  # seconds: many times what the interpreter takes to switch threads


def run_kernel(data, strategy, iterations):
    """Runs a kernel in a single call; gives when it began and ended."""
    settings = settings_for(strategy, 10, iterations, 1)
    start = start_class(settings)(pose(data, settings), 0)
    start.run_chunk(0)  # compiles, or loads
    begun = time.perf_counter()
    start.run_chunk(2**40)
    return begun, time.perf_counter()


@both
def test_a_thread_counts_on_while_a_kernel_runs(noisy, strategy):
    data, done, beats = pack(*noisy(2000, 20)), threading.Event(), []

    def count():
        while not done.wait(0.002):
            beats.append(time.perf_counter())

    counting = threading.Thread(target=count)
    counting.start()
    try:
        iterations, begun, ended = 500, 0.0, 0.0
        while ended - begun < LONG:
            iterations *= 2
            begun, ended = run_kernel(data, strategy, iterations)
    finally:
        done.set()
        counting.join()
    quarter = (ended - begun) / 4
    assert sum(begun + quarter < beat < ended - quarter for beat in beats) >= 5


def state(kernel):
    """What a kernel is compiled for in this process, and its files on disk."""
    name = kernel.py_func.__name__
    return list(kernel.signatures), set(cache_folder().glob(f"**/*{name}*.nbc"))


@both
def test_new_operators_and_metrics_compile_no_kernel_again(few, strategy):
    kernel, quick = KERNELS[strategy], {"strategy": strategy, "seed": 0, **QUICK[strategy]}
    search(*few, **quick)
    before = state(kernel)
    assert len(before[0]) == 1
    odd = Operator("Odd", lambda count, arity: count % 2 == 1)
    only = TableOperator("OnlyFirst", arity=2, table=0b0010)
    careful = Metric("careful_once", lambda tp, fp, fn, tn: tp - 3 * fp)
    for more in ({"operators": [odd, only, "And"]}, {"metric": careful}):
        search(*few, **quick, **more)
    assert state(kernel) == before
