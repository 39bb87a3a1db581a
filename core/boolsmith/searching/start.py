"""What a strategy is: a class whose objects are starts, each a search from a rule of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from boolsmith.errors import BoolsmithError
from boolsmith.rules import Rule
from boolsmith.searching.problem import SearchProblem
from boolsmith.searching.proposals import Proposals
from boolsmith.searching.result import Archive, ScoredRule, StartResult, Trace
from boolsmith.searching.settings import Settings


class Start:
    """One start of a strategy. Subclass it, write `run`, and register it as a `Strategy`.

    `run` is a generator. It draws from `self.rng` alone, hands every rule that it comes across to
    `self.offer`, and yields at least every few hundredths of a second: at a yield, the time limit,
    Ctrl-C, progress and observers have their turn, and a start that is stopped is not resumed.

    `self.problem` scores rules and says which ones the search takes (see `SearchProblem`),
    `self.settings` are those of the search, `self.parameters` those of the strategy, `self.given`
    is the rule to begin with, if the user gave one. Set `self.fraction` to how much is done.
    """

    def __init__(
        self, problem: SearchProblem, index: int, *, worker: int = 0, given: Rule | None = None
    ) -> None:
        self.problem, self.index, self.worker, self.given = problem, index, worker, given
        self.settings = problem.settings
        self.parameters: Any = self.settings.strategy_parameters
        sequence = np.random.SeedSequence(self.settings.seed, spawn_key=(index,))
        self.words = sequence.generate_state(4, np.uint64)  # for random numbers in kernels
        self.rng = np.random.default_rng(sequence.spawn(1)[0])
        self.proposals = Proposals(problem, self.rng)
        self.moves = 0
        self.fraction = 0.0
        self.finished = False
        self._found = Archive()
        self.prepare()

    @classmethod
    def warm_up(cls, problem: SearchProblem) -> None:
        """Do what is done once on a machine or for a search, such as compiling, off the clock."""

    def prepare(self) -> None:
        """Set up what the strategy needs before it runs."""

    def run(self) -> Iterator[None]:
        """Search, and yield now and then."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it runs")

    def offer(self, rule: Rule) -> ScoredRule:
        """Score a rule, keep it if it is the best of its complexity, and return it scored."""
        if (reason := self.problem.why_not(rule)) is not None:
            name = self.settings.strategy.name
            raise BoolsmithError(f"strategy {name!r} offers {rule}: {reason}")
        self.moves += 1
        scored = self.problem.scored(rule)
        self._found.keep(scored)
        return scored

    def propose(self, rule: Rule, take: Callable[[Rule, ScoredRule], bool]) -> bool:
        """Let the next move by Python change a rule; return whether `take` accepted what came.

        Those are the moves of plugins that the search names, and the backend's non-local moves.
        """
        return self.proposals.propose(rule, take, self.kept_rules(), self.objective)

    def accepts(self, difference: float, temperature: float) -> bool:
        """Return whether the acceptance rule of the search takes a rule that differs by so much."""
        acceptance = self.settings.acceptance
        if acceptance is None:
            name = self.settings.strategy.name
            raise BoolsmithError(f"strategy {name!r} does not say that it uses an acceptance")
        if acceptance.takes_better and difference >= 0:
            return True
        return acceptance(difference, temperature, self.rng.random())

    def archive(self) -> Archive:
        """Return the best rule of every complexity so far, as whole rules."""
        return self._found

    def kept_rules(self) -> Mapping[int, Rule]:
        """Return the best rule of every complexity so far, as the parts that are searched for."""
        parts = (self.problem.part(scored.rule) for scored in self._found.values())
        return {part.complexity: part for part in parts}

    def best(self) -> ScoredRule | None:
        """Return the rule of the best objective so far, as a whole rule; None if there is none."""
        return self._found.best()

    @property
    def objective(self) -> float:
        """The best objective so far, of a whole rule."""
        best = self.best()
        return float("-inf") if best is None else best.objective

    def trace(self) -> Trace:
        """Return how the start went, for plots."""
        return Trace()

    def result(self) -> StartResult:
        """Return what the start found."""
        best = self.best()
        rule, score, objective = None, float("-inf"), float("-inf")
        if best is not None:  # kernels round their scores differently from the metric
            best = self.problem.scored_whole(best.rule)
            rule, score, objective = best.rule, best.score, best.objective
        return StartResult(
            self.index, rule, score, objective, self.moves, self.trace(), self.finished
        )


def start_class(settings: Settings) -> type[Start]:
    """Return the class of the strategy's starts."""
    found = settings.strategy.load()
    if not isinstance(found, type) or not issubclass(found, Start):
        strategy = settings.strategy
        raise BoolsmithError(
            f"strategy {strategy.name!r}: {strategy.target} is not a subclass of "
            "boolsmith.searching.Start"
        )
    return found
