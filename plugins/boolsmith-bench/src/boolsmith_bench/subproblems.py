"""The benchmark of subproblem backends: the same subproblems for all, side by side.

Every rule is scored again here, whatever the backend says of it. Seconds are by the clock on the
wall, since solvers work in processes and threads of their own.
"""

from __future__ import annotations

import importlib.util
import math
import time
from collections.abc import Callable, Sequence

import attrs
import numpy as np
from boolsmith.data import PackedData, pack
from boolsmith.metrics import BALANCED_ACCURACY
from boolsmith.operators import BUILTIN, AnyOperator
from boolsmith.plugins import registry
from boolsmith.rules import Zero
from boolsmith.subproblems import BackendSpec, Subproblem
from boolsmith.subproblems.backend import Backend, BackendError
from boolsmith.subproblems.effective import EffectiveProblem, effective_problem
from boolsmith_solvers import objective

Tell = Callable[[str], None]
_PROOFS_OF_EXACT = 10  # so short that the best of some is taken


@attrs.frozen
class Plan:
    """Which subproblems to give to which backends, and for how long."""

    time_limit: float = 1.0
    samples: int = 100
    draws: int = 2  # subproblems of so many samples
    complete: bool = True  # and one of all rows
    max_num_literals: int = 4
    operators: tuple[str, ...] = tuple(BUILTIN)
    backends: tuple[str, ...] | None = None  # by name; None: all that work on this machine
    prove: float | None = None  # seconds that ILP backends get to prove And and Or


@attrs.frozen
class Answer:
    """What a backend made of a subproblem; the score is what its rule really has."""

    rows: str
    operator: str
    backend: str
    status: str
    score: float | None
    gap: float | None
    seconds: float
    message: str = ""


@attrs.frozen
class Proof:
    """Seconds that `exact` and the fastest ILP backend took to prove an optimum."""

    operator: str
    exact: float
    ilp: str | None  # None: none proved it within the limit
    ilp_seconds: float

    @property
    def ratio(self) -> float:
        """How many times as long the ILP took; a lower bound if it did not finish."""
        return self.ilp_seconds / self.exact


@attrs.frozen
class SubproblemReport:
    """Everything the benchmark of backends measured."""

    time_limit: float
    backends: tuple[str, ...]
    absent: tuple[tuple[str, str], ...]  # backends left out, with the reason
    answers: tuple[Answer, ...]
    proofs: tuple[Proof, ...]


def bench_subproblems(plan: Plan, tell: Tell = lambda _: None) -> SubproblemReport:
    """Give every subproblem to every backend."""
    backends, absent = _backends(plan.backends)
    data = breast_cancer()
    problems = dict(_problems(data, plan))
    answers = []
    for rows, problem in problems.items():
        for name in plan.operators:
            subproblem = _subproblem(problem, registry().operators.get(name), plan)
            for backend_name, backend in backends.items():
                tell(f"{rows}, {name}, {backend_name}")
                answer = ask(backend, subproblem, plan.time_limit)
                answers.append(_answer((rows, name, backend_name), problem, answer))
    proofs = []
    if plan.prove is not None:
        for name in ("And", "Or"):
            subproblem = _subproblem(_complete(data), registry().operators.get(name), plan)
            proofs.append(_proof(name, subproblem, plan.prove, tell))
    return SubproblemReport(plan.time_limit, tuple(backends), absent, tuple(answers), tuple(proofs))


def breast_cancer() -> PackedData:
    """Return the complete Breast Cancer data in the columns of the paper; benign is positive."""
    from sklearn.datasets import load_breast_cancer

    found = load_breast_cancer()
    columns = [
        values > threshold
        for values in found.data.T
        for threshold in np.unique(np.quantile(values, np.linspace(0, 1, 12)[1:-1]))
    ]
    return pack(np.column_stack(columns), found.target)


def _problems(data: PackedData, plan: Plan) -> list[tuple[str, EffectiveProblem]]:
    problems = []
    for draw in range(plan.draws):
        rng = np.random.default_rng(draw)
        few = effective_problem(
            Zero, (), data, BALANCED_ACCURACY, max_samples=plan.samples, rng=rng
        )
        problems.append((f"{plan.samples} rows, draw {draw + 1}", few))
    if plan.complete:
        problems.append((f"all {data.num_rows} rows", _complete(data)))
    return problems


def _complete(data: PackedData) -> EffectiveProblem:
    return effective_problem(Zero, (), data, BALANCED_ACCURACY)


def _subproblem(problem: EffectiveProblem, operator: AnyOperator, plan: Plan) -> Subproblem:
    return Subproblem(problem.data, operator, max_num_literals=plan.max_num_literals)


def _backends(
    names: Sequence[str] | None,
) -> tuple[dict[str, Backend], tuple[tuple[str, str], ...]]:
    """Return the backends to ask, loaded, and the reasons why others are not."""
    loaded: dict[str, Backend] = {}
    absent: list[tuple[str, str]] = []
    known = registry().backends
    for spec in known if names is None else [known.get(name) for name in names]:
        reason = _why_not(spec, named=names is not None)
        if reason is None:
            try:
                loaded[spec.name] = spec.load()
                _warm_up(loaded[spec.name])
            except BackendError as error:
                loaded.pop(spec.name, None)
                reason = str(error)
        if reason is not None:
            absent.append((spec.name, reason))
    return loaded, tuple(absent)


def _why_not(spec: BackendSpec, *, named: bool) -> str | None:
    if spec.remote and not named:
        return f"a remote service; ask for it with --backends {spec.name}"
    package = (spec.requires or "boolsmith").partition(".")[0]
    if importlib.util.find_spec(package) is None:
        return f"needs {spec.requires}: {spec.install}".rstrip(": ")
    return None


def _warm_up(backend: Backend) -> None:
    """Let a backend compile, or import its solver, before anything is timed."""
    tiny = pack([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1])
    subproblem = Subproblem(tiny, BUILTIN["And"], max_num_literals=2)
    if backend.supports(subproblem) is None:
        backend.solve(subproblem, time_limit=1.0, seed=0)


@attrs.frozen
class _Raw:
    status: str
    objective: float | None
    gap: float | None
    seconds: float
    message: str = ""


def ask(backend: Backend, subproblem: Subproblem, time_limit: float) -> _Raw:
    """Return what a backend answers, with its rule scored again; a failure is an answer as well."""
    reason = backend.supports(subproblem)
    if reason is not None:
        return _Raw("refused", None, None, 0.0, reason)
    begun = time.perf_counter()
    try:
        found = backend.solve(subproblem, time_limit=time_limit, seed=0)
    except BackendError as error:
        return _Raw("failed", None, None, time.perf_counter() - begun, str(error))
    seconds = time.perf_counter() - begun
    if found.rule is None or not subproblem.fits(found.rule):
        status = found.status if found.rule is None else "wrong"
        return _Raw(status, None, None, seconds, found.message)
    real = objective(subproblem, found.rule)
    gap = None if found.bound is None else max(0.0, found.bound - real)
    return _Raw(found.status, real, gap, seconds, found.message)


def _answer(where: tuple[str, str, str], problem: EffectiveProblem, raw: _Raw) -> Answer:
    score = None if raw.objective is None else problem.constant + raw.objective
    return Answer(*where, raw.status, score, raw.gap, raw.seconds, raw.message)


def _proof(operator: str, subproblem: Subproblem, limit: float, tell: Tell) -> Proof:
    """Return the fastest proof by an ILP backend against that of `exact`."""
    own = registry().backends.get("exact").load()
    _warm_up(own)
    exact = min(ask(own, subproblem, math.inf).seconds for _ in range(_PROOFS_OF_EXACT))
    fastest: tuple[str, float] | None = None
    for spec in registry().backends:
        if spec.formulation == "ilp" and _why_not(spec, named=False) is None:
            most = limit if fastest is None else fastest[1]
            tell(f"a proof for {operator} by {spec.name}, at most {most:.3g} s")
            backend = spec.load()
            _warm_up(backend)
            raw = ask(backend, subproblem, most)
            if raw.status == "optimal" and (fastest is None or raw.seconds < fastest[1]):
                fastest = spec.name, raw.seconds
    return Proof(operator, exact, *(fastest or (None, limit)))
