import logging
import socket
import time

import numpy as np
import pytest
from boolsmith.data import pack
from boolsmith.operators import OR
from boolsmith.plugins import registry
from boolsmith.subproblems import BackendError, Subproblem
from boolsmith_solvers import objective

NAMES = ["leap-bqm", "leap-cqm", "qpu"]
LIMIT = 5.0


@pytest.fixture
def subproblem():
    """A small subproblem whose best rule, Or(x0, x1), is right everywhere."""
    X = np.array([[1, 0, 0], [0, 1, 1], [0, 0, 1], [0, 0, 0]])
    return Subproblem(pack(X[:, :2], [1, 1, 0, 0]), OR, max_num_literals=2)


def backend(name, **parameters):
    return registry().backends.get(name).load(parameters)


def failure(name, subproblem, time_limit=LIMIT):
    """The reason of a failure, which must be one line, in time, and without the token."""
    solver = backend(name)
    started = time.perf_counter()
    with pytest.raises(BackendError) as caught:
        solver.solve(subproblem, time_limit=time_limit)
    assert time.perf_counter() - started < time_limit + 0.5
    text = str(caught.value)
    assert "\n" not in text
    assert "token-of" not in text
    assert text.startswith(name)
    return text.removeprefix(name).removeprefix(":").strip()


@pytest.mark.parametrize("name", NAMES)
def test_a_problem_is_solved(service, subproblem, name):
    solution = backend(name).solve(subproblem, time_limit=LIMIT)
    assert solution.status == "feasible"
    assert subproblem.fits(solution.rule)
    assert solution.objective == objective(subproblem, solution.rule) == 4.0
    assert solution.bound is None
    assert len(service.submitted) == 1
    assert service.tokens == {"token-of-the-tests"}


@pytest.mark.parametrize("name", NAMES)
def test_a_connection_serves_several_problems(service, subproblem, name):
    solver = backend(name)
    assert solver.solve(subproblem, time_limit=LIMIT).objective == 4.0
    assert solver.solve(subproblem, time_limit=LIMIT).objective == 4.0
    assert len(service.submitted) == 2


@pytest.mark.parametrize("name", NAMES)
def test_no_token(service, subproblem, name, monkeypatch):
    monkeypatch.delenv("DWAVE_API_TOKEN")
    assert failure(name, subproblem).startswith("no API token: set DWAVE_API_TOKEN")
    assert not service.tokens


@pytest.mark.parametrize("name", NAMES)
def test_a_bad_token(service, subproblem, name, monkeypatch):
    monkeypatch.setenv("DWAVE_API_TOKEN", "token-of-somebody-else")
    assert "token was refused" in failure(name, subproblem)


@pytest.mark.parametrize("name", NAMES)
def test_no_such_solver(service, subproblem, name, monkeypatch):
    monkeypatch.setenv("DWAVE_API_SOLVER", "no_such_solver")
    assert "no solver of this kind that is online" in failure(name, subproblem)


@pytest.mark.parametrize("name", NAMES)
def test_a_solver_that_is_offline(service, subproblem, name):
    for solver in service.solvers:
        solver["status"] = "OFFLINE"
    assert "no solver of this kind that is online" in failure(name, subproblem)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("trouble", "expected"),
    [
        ("offline at submission", "the solver is offline"),
        ("quota", "Insufficient remaining solver access time"),
        ("garbled solvers", "an answer that makes no sense"),
    ],
)
def test_trouble_that_the_service_tells(service, subproblem, name, trouble, expected):
    service.trouble = trouble
    assert expected in failure(name, subproblem)


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_that_cannot_be_read(service, subproblem, name):
    service.trouble = "garbled answer"
    assert "nswer" in failure(name, subproblem)


@pytest.mark.parametrize("name", NAMES)
def test_replies_that_are_no_json(service, subproblem, name):
    service.trouble = "garbled"
    assert "makes no sense" in failure(name, subproblem)


HYBRID = ["leap-bqm", "leap-cqm"]


@pytest.mark.parametrize("name", HYBRID)
@pytest.mark.parametrize("stage", ["upload", "status", "part", "combine"])
def test_an_upload_that_fails_ends_as_soon_as_the_client_knows(service, subproblem, name, stage):
    service.trouble = f"failed {stage}"
    started = time.perf_counter()
    assert failure(name, subproblem, time_limit=60) == "the upload failed: no room for (token)"
    assert time.perf_counter() - started < 3.0
    assert not service.submitted


@pytest.mark.parametrize("name", HYBRID)
@pytest.mark.parametrize("trouble", ["dropped", "garbled"])
def test_an_upload_that_breaks_ends_as_soon_as_the_client_knows(service, subproblem, name, trouble):
    service.trouble = trouble
    started = time.perf_counter()
    reason = failure(name, subproblem, time_limit=60)
    assert "the connection to the service broke" in reason or "makes no sense" in reason
    assert time.perf_counter() - started < 3.0


@pytest.mark.parametrize("name", NAMES)
def test_a_problem_that_is_never_solved(service, subproblem, name):
    service.trouble = "hung"
    assert "no answer within" in failure(name, subproblem, time_limit=2.0)


@pytest.mark.parametrize("name", NAMES)
def test_a_service_that_does_not_answer(service, subproblem, name):
    service.trouble = "silent"
    assert "no answer within" in failure(name, subproblem, time_limit=2.0)


@pytest.mark.parametrize("name", NAMES)
def test_a_refused_connection_is_told_at_once(service, subproblem, name, monkeypatch):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("DWAVE_API_ENDPOINT", f"http://127.0.0.1:{port}/sapi/v2/")
    started = time.perf_counter()
    assert failure(name, subproblem) == "cannot connect to the service"
    assert time.perf_counter() - started < 2.0


@pytest.mark.parametrize("name", ["leap-bqm", "leap-cqm"])
def test_a_time_limit_below_the_solvers_own_says_what_it_takes(service, subproblem, name):
    for solver in service.solvers[:2]:
        solver["properties"].update(minimum_time_limit=[[1, 3.0]], minimum_time_limit_s=3)
    assert "takes at least 3 s" in failure(name, subproblem, time_limit=2.0)
    assert not service.submitted


@pytest.mark.parametrize("name", ["leap-bqm", "leap-cqm"])
def test_the_hybrid_solver_gets_the_least_time_or_what_is_asked(service, subproblem, name):
    backend(name).solve(subproblem, time_limit=LIMIT)
    backend(name, seconds=2.5).solve(subproblem, time_limit=LIMIT)
    given = [job["params"]["time_limit"] for job in service.submitted]
    assert given == pytest.approx([1.0, 2.5], abs=0.02)


def test_after_a_failure_the_next_problem_is_solved(service, subproblem):
    solver = backend("leap-bqm")
    service.trouble = "quota"
    with pytest.raises(BackendError):
        solver.solve(subproblem, time_limit=LIMIT)
    service.trouble = ""
    assert solver.solve(subproblem, time_limit=LIMIT).objective == 4.0


def test_a_qubo_too_large_to_embed_is_refused_before_anything_is_sent(service):
    X = np.random.default_rng(0).random((20, 100)) < 0.5
    reason = backend("qpu").supports(Subproblem(pack(X, np.arange(20) < 9), OR))
    assert reason == "the QUBO has 200 variables or more, and max_variables is 150"
    assert not service.tokens


@pytest.mark.parametrize("name", NAMES)
def test_the_token_is_not_logged_at_any_level(service, subproblem, name, caplog):
    caplog.set_level(1)
    logging.getLogger("dwave.cloud").setLevel(1)
    backend(name).solve(subproblem, time_limit=LIMIT)
    logging.getLogger("dwave.cloud").setLevel(logging.NOTSET)
    assert "solvers/remote" in caplog.text
    assert "token-of-the-tests" not in caplog.text


def test_loading_contacts_nothing(service, subproblem):
    for name in NAMES:
        assert backend(name).supports(subproblem) is None
    assert not service.tokens
