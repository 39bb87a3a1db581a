import os
import signal
import threading
import time

import pytest
from boolsmith.errors import BoolsmithError
from boolsmith.subproblems import BackendError
from boolsmith.subproblems.guard import Cancel, OverdueError, Workers, guarded

SOLVERS = """
import os, sys, time
from boolsmith.errors import BoolsmithError

def echo(*values, cancel, **options):
    return values, options

def crash(*, cancel):
    os.abort()

def hang(*, cancel):
    while True:
        time.sleep(0.05)

def obedient(*, cancel):
    while not cancel.asked:
        time.sleep(0.01)
    return "stopped"

def fail(*, cancel):
    raise ValueError("first line\\nsecond line")

def chatter(*, cancel):
    print("hello")
    os.write(1, b"noise on standard output")
    return "heard"

def ends(*, cancel):
    os._exit(3)
"""


@pytest.fixture
def solver(tmp_path, monkeypatch):
    """Workers for a function of the module above, ended with the test."""
    (tmp_path / "solvers_of_the_tests.py").write_text(SOLVERS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return lambda name: Workers(f"solvers_of_the_tests:{name}")


def call(workers, time_limit=5.0, *arguments, **options):
    with workers.one("test") as worker:

        def run(cancel):
            cancel.on(worker.kill, force=True)
            return worker.call(time_limit, *arguments, **options)

        return guarded(run, time_limit=time_limit, what="test")


def test_a_result_comes_back():
    assert guarded(lambda cancel: 42, time_limit=1, what="test") == 42


def test_an_error_becomes_one_line():
    def fail(cancel):
        raise ValueError("first\nsecond")

    with pytest.raises(BackendError) as caught:
        guarded(fail, time_limit=1, what="test")
    assert str(caught.value) == "test failed: ValueError: first"


def test_an_error_of_ours_is_kept():
    def fail(cancel):
        raise BoolsmithError("what was wrong")

    with pytest.raises(BackendError, match=r"^what was wrong$"):
        guarded(fail, time_limit=1, what="test")


def test_what_stops_when_asked_is_heard():
    def patient(cancel):
        stop = threading.Event()
        cancel.on(stop.set)
        stop.wait(20)
        return "stopped"

    started = time.perf_counter()
    assert guarded(patient, time_limit=0.2, what="test") == "stopped"
    assert time.perf_counter() - started < 0.7


def test_what_does_not_stop_is_left_behind():
    started = time.perf_counter()
    with pytest.raises(OverdueError, match=r"gave no answer within its time limit of 0\.2 s"):
        guarded(lambda cancel: time.sleep(5), time_limit=0.2, what="test")
    assert time.perf_counter() - started < 0.7


@pytest.fixture
def heard():
    """Ctrl-C raises, also where the tests run in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.usefixtures("heard")
def test_ctrl_c_stops_the_solver_and_goes_through():
    asked, main = threading.Event(), threading.main_thread().ident

    def solver(cancel):
        cancel.on(asked.set)
        # To the thread that waits: any other may be the one that a signal of the process wakes.
        threading.Timer(0.2, signal.pthread_kill, (main, signal.SIGINT)).start()
        asked.wait(20)

    with pytest.raises(KeyboardInterrupt):
        guarded(solver, time_limit=30, what="test")
    assert asked.wait(1)


def test_a_callback_that_comes_too_late_is_called_at_once():
    cancel, called = Cancel(), []
    cancel.ask()
    cancel.on(lambda: called.append(1))
    assert called == [1]


def test_a_worker_calls_its_function_again_and_again(solver):
    workers = solver("echo")
    with workers.one("test") as first:
        pass
    for number in range(3):
        assert call(workers, 5.0, number, key="value") == ((number,), {"key": "value"})
    with workers.one("test") as last:
        assert last is first


def test_what_a_solver_prints_does_not_disturb(solver):
    assert call(solver("chatter")) == "heard"


def test_a_solver_that_crashes_is_an_error_and_is_replaced(solver):
    workers = solver("crash")
    for _ in range(2):
        with pytest.raises(BackendError, match="process of the solver ended with signal 6"):
            call(workers)


def test_a_solver_that_ends_its_process_is_an_error(solver):
    with pytest.raises(BackendError, match="ended with exit status 3"):
        call(solver("ends"))


def test_a_solver_that_hangs_is_killed_in_time(solver):
    workers = solver("hang")
    with workers.one("test"):
        pass
    started = time.perf_counter()
    with pytest.raises(OverdueError):
        call(workers, 0.3)
    assert time.perf_counter() - started < 0.8


def test_a_worker_asks_its_function_to_stop(solver):
    assert call(solver("obedient"), 0.3) == "stopped"


def test_an_error_in_a_worker_is_one_line(solver):
    with pytest.raises(BackendError, match=r"^ValueError: first line$"):
        call(solver("fail"))


def test_a_module_that_cannot_be_imported_is_an_error():
    workers = Workers("no_such_module_anywhere:run")
    with pytest.raises(BackendError, match="No module named 'no_such_module_anywhere'"):
        call(workers)


def test_a_worker_ends_with_its_owner(solver):
    workers = solver("echo")
    with workers.one("test") as worker:
        process = worker._process
    assert process.poll() is None
    del worker, workers
    for _ in range(100):
        if process.poll() is not None:
            break
        time.sleep(0.05)
    assert process.poll() is not None


def test_workers_serve_threads_at_once(solver):
    workers, results = solver("echo"), []
    threads = [
        threading.Thread(target=lambda n=n: results.append(call(workers, 10.0, n)[0][0]))
        for n in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [0, 1, 2]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_fork_has_workers_of_its_own(solver):
    workers = solver("echo")
    with workers.one("test") as mine:
        pass
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if call(workers, 20.0, 1)[0] == (1,) else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert call(workers, 5.0, 2)[0] == (2,)
    with workers.one("test") as again:
        assert again is mine
