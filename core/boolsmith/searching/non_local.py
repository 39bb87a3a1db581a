"""Non-local moves: a solver optimises a whole subtree of the current rule at once."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable

import attrs
import numpy as np

from boolsmith.moves import MoveContext
from boolsmith.operators import Operator
from boolsmith.rules import Literal, Path, Rule
from boolsmith.searching.problem import SearchProblem
from boolsmith.subproblems import BackendError, Solution, Subproblem
from boolsmith.subproblems.effective import effective_problem
from boolsmith.subproblems.problem import OUTER, Shape

_MOST_SOLUTIONS = 10_000


@attrs.frozen
class NonLocalMove:
    """Swaps a random node for the best subtree under a random operator, found by the backend."""

    name: str
    problem: SearchProblem
    deadline: Callable[[], float | None]  # when the search ends, by time.perf_counter()

    def __call__(self, rule: Rule, context: MoveContext) -> Rule | None:
        """Return the rule with an optimised subtree at a random node, or None if there is none."""
        paths = [path for path, _ in rule.flatten()]
        target = paths[int(context.rng.integers(len(paths)))]
        subproblem = self._subproblem(rule, target, context.rng)
        if subproblem is None:
            return None
        found = self._solve(subproblem).rule
        if found is None or _stands_beside(found, rule, target):
            return None
        return rule.replace(target, found) if target else self.problem.signed(found)

    def _subproblem(self, rule: Rule, target: Path, rng: np.random.Generator) -> Subproblem | None:
        settings, problem = self.problem.settings, self.problem
        effective = effective_problem(
            problem.whole(rule),
            (*problem.hole, *target),
            problem.data,
            settings.metric,
            max_complexity=settings.max_complexity,
            max_depth=settings.max_depth,
            max_samples=settings.max_samples,
            rng=rng,
        )
        shape, operator = self._draw(rng)
        return effective.subproblem(operator, regularization=settings.regularization, shape=shape)

    def _draw(self, rng: np.random.Generator) -> tuple[Shape, Operator]:
        """Return a random active operator; for depth two, one whose shape the backend takes."""
        settings = self.problem.settings
        active = [o for o in settings.operators if isinstance(o, Operator)]
        if settings.subtree_depth == 2:
            taken = () if settings.backend is None else settings.backend.shapes
            shapes = [(s, o) for s, o in OUTER.items() if o in active and s in taken]
            if shapes:
                return shapes[int(rng.integers(len(shapes)))]
        if not active:
            raise BackendError("no counting operator is active: a backend needs one")
        return "depth-one", active[int(rng.integers(len(active)))]

    def _solve(self, subproblem: Subproblem) -> Solution:
        """Return the solution, from memory if the same subproblem was met before."""
        fingerprint = _fingerprint(subproblem)
        key = (fingerprint, subproblem.operator)  # a name alone does not tell operators apart
        known = self.problem.solutions.get(key)
        if known is not None:
            return known
        seconds = self._seconds()
        if seconds <= 0:
            return Solution("no-incumbent")
        spec, backend = self.problem.settings.backend, self.problem.backend
        assert spec is not None
        assert backend is not None
        reason = spec.refusal(backend, subproblem)
        if reason is not None:
            raise BackendError(reason)
        number = int.from_bytes(fingerprint[:4], "little") >> 1
        solution = backend.solve(subproblem, time_limit=seconds, seed=number)
        if len(self.problem.solutions) < _MOST_SOLUTIONS:
            self.problem.solutions[key] = solution
        return solution

    def _seconds(self) -> float:
        """Return how long the backend may take: the timeout, or what is left of the search."""
        timeout, deadline = self.problem.settings.timeout, self.deadline()
        return timeout if deadline is None else min(timeout, deadline - time.perf_counter())


def _stands_beside(found: Rule, rule: Rule, target: Path) -> bool:
    """Return whether the best subtree is a literal of a feature that its parent reads already."""
    if not target or not isinstance(found, Literal):
        return False
    others = [c for i, c in enumerate(rule.at(target[:-1]).children) if i != target[-1]]
    return any(isinstance(c, Literal) and c.feature == found.feature for c in others)


def _fingerprint(subproblem: Subproblem) -> bytes:
    """Return a digest of everything that makes a subproblem what it is."""
    data = subproblem.data
    digest = hashlib.blake2b(digest_size=16)
    digest.update(np.ascontiguousarray(data.words).tobytes())
    digest.update(np.ascontiguousarray(data.planes).tobytes())
    rest: tuple[object, ...] = (
        data.num_positive, data.unit, subproblem.operator.name, subproblem.negated,
        subproblem.min_num_literals, subproblem.max_num_literals, subproblem.regularization,
        subproblem.shape,
    )  # fmt: skip
    # Only where they are set: the seeds of all other subproblems stay what they were.
    rest += tuple((name, getattr(subproblem, name)) for name in sorted(subproblem.demands))
    digest.update(repr(rest).encode())
    return digest.digest()
