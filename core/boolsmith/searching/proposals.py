"""Moves proposed by Python: asked for when patience is exceeded, scored again, accepted as any."""

from __future__ import annotations

import time

import attrs

from boolsmith.acceptances import METROPOLIS
from boolsmith.errors import BoolsmithError
from boolsmith.moves import Move, MoveContext
from boolsmith.rules import Rule
from boolsmith.searching.frame import Frame
from boolsmith.searching.non_local import NonLocalMove
from boolsmith.searching.result import MoveStatistics
from boolsmith.searching.starts import ArchiveView, PaperStart, Start


class Proposals:
    """The Python moves of one start: takes turns, checks what is proposed, keeps statistics."""

    def __init__(self, frame: Frame, start: Start, deadline: float | None = None) -> None:
        self.frame, self.start = frame, start
        self.generators: list[Move | NonLocalMove] = [*frame.settings.moves]
        if frame.backend is not None:
            self.generators.append(NonLocalMove(frame, deadline))
        self.statistics = {m.name: MoveStatistics(m.name) for m in self.generators}
        self._turn = 0

    def propose(self) -> None:
        """Let the next move propose a rule in place of the current one."""
        move = self.generators[self._turn % len(self.generators)]
        self._turn += 1
        begun = time.perf_counter()
        failure = ""
        rule: Rule | None = None
        context = self.frame.move_context(self.start.python_rng, ArchiveView(self.start))
        try:
            rule = move(self.start.current, context)
        except Exception as error:  # a plugin's fault must not end the search
            failure = str(error).splitlines()[0] if str(error) else type(error).__name__
        seconds = time.perf_counter() - begun
        if rule is not None:
            failure = self._why_not(rule, context)
        accepted = improved = False
        if rule is not None and not failure:
            accepted, improved = self._decide(rule)
        self._count(move.name, accepted, improved, seconds, failure)
        if isinstance(self.start, PaperStart):
            self.start.proposed(accepted)

    def _why_not(self, rule: Rule, context: MoveContext) -> str:
        """Why a proposal cannot be used; empty if it can."""
        reason = context.why_not(rule)
        if reason is not None:
            return f"proposed {rule}: {reason}"
        try:
            self.frame.problem.encode(rule)  # more children than kernels take, for one
        except BoolsmithError as error:
            return str(error)
        return ""

    def _decide(self, rule: Rule) -> tuple[bool, bool]:
        """Take the proposal by the Metropolis criterion; gives whether taken, whether better."""
        start = self.start
        objective = self.frame.objective(self.frame.whole(rule))
        objective += self.frame.settings.regularization * self.frame.base_complexity
        current = float(start.state.current)
        better = objective > start.objective
        if isinstance(start, PaperStart):
            temperature = start.temperatures[start.state.iteration]
            if not self._accepts(objective - current, float(temperature)):
                return False, False
            start.state.current = objective
        start.take(rule)
        return True, better

    def _accepts(self, difference: float, temperature: float) -> bool:
        if METROPOLIS.takes_better and difference >= 0:
            return True
        return METROPOLIS(difference, temperature, self.start.python_rng.random())

    def _count(
        self, name: str, accepted: bool, improved: bool, seconds: float, failure: str
    ) -> None:
        known = self.statistics[name]
        self.statistics[name] = attrs.evolve(
            known,
            proposals=known.proposals + 1,
            failures=known.failures + bool(failure),
            accepted=known.accepted + accepted,
            improvements=known.improvements + improved,
            seconds=known.seconds + seconds,
            last_failure=failure or known.last_failure,
        )
