"""A small imitation of D-Wave's solver API on the loopback interface.

The client that talks to it is the real one. Problems are really solved: small ones by enumeration,
others by tabu search or by SciPy. What the service does wrong is said by `service.trouble`.
"""

import base64
import hashlib
import io
import json
import struct
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import dimod
import numpy as np
import pytest
from dwave.cloud.testing import mocks
from dwave.samplers import TabuSampler
from scipy.optimize import Bounds, LinearConstraint, milp

TOKEN = "token-of-the-tests"
QUBITS = 16
MOST_ENUMERATED = 14


class Service(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.trouble = ""
        self.solvers = [
            mocks.hybrid_bqm_solver_data(),
            mocks.hybrid_cqm_solver_data(),
            mocks.qpu_clique_solver_data(QUBITS),
        ]
        self.uploads, self.answers, self.submitted, self.tokens = {}, {}, [], set()

    @property
    def endpoint(self):
        return f"http://127.0.0.1:{self.server_port}/sapi/v2/"

    def handle_error(self, *_):
        """Say nothing: a client that hangs up is part of the tests."""

    def new_id(self, kind):
        return f"{kind}-{len(self.uploads) + len(self.answers)}"

    def submit(self, job):
        self.submitted.append(job)
        identity = self.new_id("problem")
        status = {
            "id": identity,
            "type": job["type"],
            "solver": job["solver"],
            "status": "PENDING",
            "submitted_on": "2026-01-01T00:00:00.000000Z",
        }
        if self.trouble == "quota":
            return {"error_code": 400, "error_msg": "Insufficient remaining solver access time"}
        if self.trouble == "offline at submission":
            return {**status, "status": "FAILED", "error_message": "Solver is offline"}
        if self.trouble != "hung":
            answer = {"garbled answer": {"format": "bq"}}.get(self.trouble) or self.solve(job)
            status = {**status, "status": "COMPLETED", "solved_on": status["submitted_on"]}
            self.answers[identity] = {**status, "answer": answer}
        return {**status, "status": "PENDING"} if self.trouble == "hung" else status

    def status(self, identity):
        known = self.answers.get(identity, {"id": identity, "status": "PENDING", "type": "bqm"})
        return {key: value for key, value in known.items() if key != "answer"}

    def solve(self, job):
        if job["type"] == "bqm":
            bqm = dimod.BQM.from_file(io.BytesIO(self.uploads[job["data"]["data"]]))
            small = bqm.num_variables <= MOST_ENUMERATED
            solver = dimod.ExactSolver() if small else TabuSampler()
            return {"format": "bq", "data": lowest(solver.sample(bqm))}
        if job["type"] == "cqm":
            model = dimod.CQM.from_file(io.BytesIO(self.uploads[job["data"]["data"]]))
            return {"format": "bq", "data": lowest(solve_cqm(model))}
        return anneal(job)


def lowest(samples):
    return samples.truncate(3, sorted_by="energy").to_serializable()


def solve_cqm(model):
    """The best samples of a model whose objective and constraints are linear."""
    if len(model.variables) <= MOST_ENUMERATED:
        found = dimod.ExactCQMSolver().sample_cqm(model)
        return found.filter(lambda row: row.is_feasible)
    names = list(model.variables)

    def row(expression):
        return [expression.linear.get(name, 0.0) for name in names]

    lower = [model.lower_bound(name) for name in names]
    upper = [model.upper_bound(name) for name in names]
    limits = []
    for constraint in model.constraints.values():
        sense = constraint.sense.value
        low = -np.inf if sense == "<=" else constraint.rhs - constraint.lhs.offset
        high = np.inf if sense == ">=" else constraint.rhs - constraint.lhs.offset
        limits.append(LinearConstraint(np.array(row(constraint.lhs)), low, high))
    found = milp(
        row(model.objective),
        integrality=np.ones(len(names)),
        bounds=Bounds(lower, upper),
        constraints=limits,
        options={"time_limit": 5.0},
    )
    sample = dict(zip(names, np.rint(found.x), strict=True))
    return dimod.SampleSet.from_samples_cqm([sample], model)


def anneal(job):
    """The answer of an annealer whose qubits are all coupled."""
    linear = np.frombuffer(base64.b64decode(job["data"]["lin"]), dtype="<f8")
    active = np.flatnonzero(~np.isnan(linear))
    biases = np.frombuffer(base64.b64decode(job["data"]["quad"]), dtype="<f8")
    pairs = [(i, j) for i in range(QUBITS) for j in range(i + 1, QUBITS)]
    pairs = [pair for pair in pairs if set(pair) <= set(active.tolist())]
    bqm = dimod.BQM(
        {int(q): linear[q] for q in active},
        dict(zip(pairs, biases, strict=True)),
        job["type"].upper().replace("ISING", "SPIN").replace("QUBO", "BINARY"),
    )
    best = dimod.ExactSolver().sample(bqm).first
    bits = np.packbits([best.sample[int(q)] > 0 for q in active])
    return {
        "format": "qp",
        "num_variables": QUBITS,
        "active_variables": encode("i", active),
        "energies": encode("d", [best.energy]),
        "num_occurrences": encode("i", [1]),
        "solutions": base64.b64encode(bits.tobytes()).decode(),
        "timing": {},
    }


def encode(kind, values):
    return base64.b64encode(struct.pack(f"<{len(values)}{kind}", *values)).decode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def body(self):
        if self.headers.get("Transfer-Encoding") == "chunked":
            data = b""
            while size := int(self.rfile.readline(), 16):
                data += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        return zlib.decompress(data) if self.headers.get("Content-Encoding") == "deflate" else data

    def reply(self, document, status=200):
        data = document if isinstance(document, bytes) else json.dumps(document).encode()
        self.send_response(status)
        accepted = self.headers.get("Accept", "*/*")
        self.send_header("Content-Type", "application/json" if accepted == "*/*" else accepted)
        self.send_header("Content-Length", str(len(data)))
        if self.close_connection:  # hybrid samplers ask for that, and are to know
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)

    def dispatch(self):
        service, data = self.server, self.body()
        path, _, query = self.path.removeprefix("/sapi/v2/").partition("?")
        parts = [part for part in path.split("/") if part]
        service.tokens.add(self.headers.get("X-Auth-Token"))
        if service.trouble == "silent":
            time.sleep(30)
        if service.trouble == "dropped" and parts[0] != "solvers":
            self.close_connection = True
            self.connection.close()
            return
        garbled = "garbled solvers" if parts[0] == "solvers" else "garbled"
        if service.trouble == garbled:
            self.reply(b"<html>this is no JSON")
        elif self.headers.get("X-Auth-Token") != TOKEN:
            self.reply({"error_code": 401, "error_msg": "Invalid token"}, 401)
        elif parts[0] == "solvers":
            self.solvers(parts[2:])
        elif parts[0] == "bqm":
            self.upload(parts[2:], data)
        else:
            self.problems(parts[1:], query, data)

    do_GET = do_POST = do_PUT = do_DELETE = dispatch  # noqa: N815

    def solvers(self, name):
        found = [s for s in self.server.solvers if not name or s["identity"]["name"] == name[0]]
        if name and not found:
            self.reply({"error_code": 404, "error_msg": "no such solver"}, 404)
        else:
            self.reply(found[0] if name else found)

    def upload(self, parts, data):
        uploads = self.server.uploads
        if self.server.trouble == f"failed {parts[1] if parts else 'upload'}":
            self.reply({"error_code": 500, "error_msg": f"no room for {TOKEN}"}, 500)
        elif not parts:
            identity = self.server.new_id("upload")
            uploads[identity] = b""
            self.reply({"id": identity})
        elif parts[1] == "part":
            uploads[parts[0]] += data
            self.reply({})
        elif parts[1] == "status":
            stored = uploads[parts[0]]
            checksum = hashlib.md5(stored).hexdigest()
            part = [{"part_number": 1, "checksum": checksum}] if stored else []
            self.reply({"status": "UPLOAD_IN_PROGRESS", "parts": part})
        else:
            self.reply({})

    def problems(self, identity, query, data):
        service = self.server
        if self.command == "POST":
            self.reply([service.submit(job) for job in json.loads(data)])
        elif identity:
            self.reply(service.answers[identity[0]])
        else:
            names = query.partition("id=")[2].partition("&")[0].split(",")
            self.reply([service.status(name) for name in names])


@pytest.fixture
def service(monkeypatch, tmp_path):
    """The imitation, running, with D-Wave's environment pointing to it and nothing else."""
    server = Service()
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("DWAVE_PROFILE", "DWAVE_API_REGION", "DWAVE_API_SOLVER", "DWAVE_CONFIG_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DWAVE_API_ENDPOINT", server.endpoint)
    monkeypatch.setenv("DWAVE_API_TOKEN", TOKEN)
    yield server
    server.shutdown()
    server.server_close()
