"""Moves proposed by Python: the moves of plugins, and the backend's non-local moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import numpy as np

from boolsmith.errors import BoolsmithError
from boolsmith.moves import Move
from boolsmith.rules import Rule
from boolsmith.searching.non_local import NonLocalMove
from boolsmith.searching.problem import SearchProblem
from boolsmith.searching.result import MoveStatistics, ScoredRule

Take = Callable[[Rule, ScoredRule], bool]


class Proposals:
    """The moves by Python of one start: takes turns, checks what is proposed, keeps statistics."""

    def __init__(self, problem: SearchProblem, rng: np.random.Generator) -> None:
        self.problem, self.rng = problem, rng
        self.deadline: float | None = None  # when the search ends, by time.perf_counter()
        self.generators: list[Move | NonLocalMove] = [*problem.settings.moves]
        if problem.settings.backend is not None:
            name = problem.settings.backend.name
            self.generators.append(NonLocalMove(name, problem, lambda: self.deadline))
        self.statistics = {m.name: MoveStatistics(m.name) for m in self.generators}
        self._turn = 0

    def propose(
        self, rule: Rule, take: Take, archive: Mapping[int, Rule], best_objective: float
    ) -> bool:
        """Let the next move propose a rule in place of `rule`; return whether `take` accepted."""
        if not self.generators:
            raise BoolsmithError("no move is named and no backend: a strategy asks for none then")
        move = self.generators[self._turn % len(self.generators)]
        self._turn += 1
        begun, failure, proposed = time.perf_counter(), "", None
        context = self.problem.context(self.rng, archive)
        try:
            proposed = move(rule, context)
        except Exception as error:  # a plugin's fault must not end the search
            failure = str(error).splitlines()[0] if str(error) else type(error).__name__
        seconds = time.perf_counter() - begun
        if proposed is not None:
            reason = context.why_not(proposed)
            failure = "" if reason is None else f"proposed {proposed}: {reason}"
        accepted = improved = False
        if proposed is not None and not failure:
            try:
                scored = self.problem.scored(proposed)
                accepted = take(proposed, scored)
                improved = accepted and scored.objective > best_objective
            except BoolsmithError as error:  # more children than kernels take, for one
                failure = str(error)
        self.statistics[move.name] += MoveStatistics(
            move.name, 1, int(bool(failure)), int(accepted), int(improved), seconds, failure
        )
        return accepted
