"""The problem of a search: data, settings and bounds, and the base rule around what is sought."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property

import attrs
import numpy as np

from boolsmith.acceptances import METROPOLIS
from boolsmith.data import PackedData
from boolsmith.engine.layout import MAX_ARITY
from boolsmith.engine.objective import WORST
from boolsmith.engine.problem import Bounds, Problem, Steps, build_problem
from boolsmith.errors import BoolsmithError
from boolsmith.moves import MoveContext, turns_of_moves
from boolsmith.operators import AnyOperator
from boolsmith.rules import Literal, Node, Path, Rule, Zero
from boolsmith.rules.nodes import MAX_DEPTH
from boolsmith.searching.checks import HOLE
from boolsmith.searching.result import Archive, ScoredRule
from boolsmith.searching.settings import LARGEST_COMPLEXITY, Settings
from boolsmith.searching.trivial import trivial_rules
from boolsmith.subproblems import Backend, Solution
from boolsmith.subproblems.packed_rules import outcomes, outcomes_either_way

_UNBOUNDED_INITIAL = 10  # most literals of an initial rule where complexity has no bound


@attrs.frozen(eq=False)
class SearchProblem:
    """What a start searches in.

    A start searches for the part of the base rule that is left open, or for the whole rule where
    there is no base rule. All methods take that part, unless they say so; what they score is the
    whole.
    """

    data: PackedData
    settings: Settings
    bounds: Bounds
    base: Rule  # the base rule; a hole alone where there is none
    hole: Path
    searchable: bool = True
    backend: Backend | None = None
    # Of subproblems met before, by their fingerprint and operator.
    solutions: dict[tuple[bytes, AnyOperator], Solution] = attrs.field(factory=dict)
    layouts: dict[bool, Problem] = attrs.field(factory=dict)  # by whether they are transposed

    def layout(self, *, transpose: bool) -> Problem:
        """Return the problem as kernels take it, with buffers for every thread."""
        if transpose not in self.layouts:
            self.layouts[transpose] = self._lay_out(transpose)
        return self.layouts[transpose]

    def _lay_out(self, transpose: bool) -> Problem:
        settings, around = self.settings, None
        if settings.base_rule is not None:
            low, high = outcomes_either_way(
                self.base.replace(self.hole, Zero), self.hole, self.data
            )
            around = low ^ high, high if self.base.at(self.hole).negated else low
        acceptance = settings.acceptance or METROPOLIS
        turns = turns_of_moves(settings.local_moves)
        return build_problem(
            self.data, settings.operators, settings.metric, self.bounds,
            regularization=settings.regularization, num_workers=settings.num_threads,
            steps=Steps(acceptance, turns, settings.negated_operators), transpose=transpose,
            around=around,
        )  # fmt: skip

    @cached_property
    def feature_names(self) -> tuple[str, ...]:
        """The features as literals name them."""
        return tuple(Literal(name).feature for name in self.data.feature_names)

    @property
    def operators(self) -> tuple[AnyOperator, ...]:
        """The operators that a rule may use."""
        return self.settings.operators

    @cached_property
    def warm_rules(self) -> tuple[Rule, ...]:
        """The rules to start from, checked, the best first; constants and literals need none."""
        rules = [rule for rule in self.settings.warm_start if isinstance(rule, Node)]
        for rule in rules:
            if (reason := self.why_not(rule)) is not None:
                raise BoolsmithError(f"warm_start {rule} will not do: {reason}")
        return tuple(sorted(rules, key=lambda rule: -self.scored(rule).objective))

    def context(self, rng: np.random.Generator, archive: Mapping[int, Rule]) -> MoveContext:
        """Return what moves by Python may use; it also says which rules the search takes."""
        return MoveContext(
            rng=rng,
            feature_names=self.feature_names,
            operators=self.operators,
            max_complexity=self.bounds.max_complexity,
            max_depth=self.bounds.max_depth,
            archive=archive,
            score=lambda rule: self.scored(rule).objective,
        )

    def why_not(self, rule: Rule) -> str | None:
        """Return None if the search takes the rule, else the reason why not."""
        return self.context(np.random.default_rng(0), {}).why_not(rule)

    @cached_property
    def _beginnings(self) -> dict[int, list[tuple[AnyOperator, int | None]]]:
        """The operators and parameters that an initial rule of each number of literals may have."""
        found = {
            size: [
                (o, k) for o in self.operators if o.takes(size) for k in o.parameter_values(size)
            ]
            for size in range(2, self.bounds.max_initial + 1)
        }
        return {size: choices for size, choices in found.items() if choices}

    def random_rule(self, rng: np.random.Generator) -> Rule:
        """Return a random rule of depth one, as the paper begins with: literals, one operator."""
        size = int(rng.choice(list(self._beginnings)))
        choices = self._beginnings[size]
        operator, k = choices[int(rng.integers(len(choices)))]
        features = rng.choice(self.data.num_features, size, replace=False)
        signs = rng.integers(2, size=size)
        literals = (
            Literal(self.data.feature_names[feature], bool(sign))
            for feature, sign in zip(features, signs, strict=True)
        )
        return Node(operator, tuple(literals), k)

    def signed(self, rule: Rule) -> Rule:
        """Return the rule, negated if the hole of the base rule is."""
        return ~rule if self.base.at(self.hole).negated else rule

    def whole(self, rule: Rule) -> Rule:
        """Return the base rule with the part put in."""
        return self.base.replace(self.hole, self.signed(rule))

    def part(self, rule: Rule) -> Rule:
        """Return the part of a whole rule that is searched for."""
        return self.signed(rule.at(self.hole))

    @property
    def base_cost(self) -> float:
        """What the nodes of the base rule cost, without its hole."""
        return self.settings.regularization * (self.base.complexity - 1)

    def scored(self, rule: Rule) -> ScoredRule:
        """Return the whole rule with its score and its objective on the data."""
        return self.scored_whole(self.whole(rule))

    def scored_whole(self, rule: Rule) -> ScoredRule:
        """Return a whole rule with its score and its objective on the data."""
        return self.with_objective(rule, self.score(*self.data.counts(outcomes(rule, self.data))))

    def with_objective(self, rule: Rule, score: float) -> ScoredRule:
        """Return a whole rule whose score is known with its objective."""
        return ScoredRule(rule, score, score - self.settings.regularization * rule.complexity)

    def score(self, tp: float, fp: float) -> float:
        """Return the metric for weighted counts; WORST where it is not a number."""
        positives, negatives = self.data.class_weights
        try:
            score = self.settings.metric(tp, fp, positives - tp, negatives - fp)
        except Exception:  # the metric of a plugin must not end the search
            return WORST
        return score if math.isfinite(score) else WORST

    def without_search(self) -> Archive:
        """Return the best rules that need no search: warm starts, constants, single literals."""
        found, given = Archive(), Archive()
        if self.settings.base_rule is None:
            trivial = trivial_rules(self.data, self.score)
            found.keep(*(self.with_objective(one.rule, one.score) for one in trivial))
        else:
            names = self.data.feature_names
            found.keep(*(self.scored(Literal(n, sign)) for n in names for sign in (False, True)))
        given.keep(*map(self.scored, self.warm_rules))
        return Archive({**given, **found})


def pose(data: PackedData, settings: Settings) -> SearchProblem:
    """Return the problem of a search: its bounds, and what the base rule leaves open."""
    _check_metric(data, settings)
    base = Literal(HOLE) if settings.base_rule is None else settings.base_rule
    hole = next(p for p, n in base.flatten() if isinstance(n, Literal) and n.feature == HOLE)
    if base.depth > (settings.max_depth or MAX_DEPTH):
        raise BoolsmithError(
            f"base_rule {base} has depth {base.depth}, over max_depth={settings.max_depth}"
        )
    capacity = _capacity(settings) - (base.complexity - 1)
    if capacity < 1:
        raise BoolsmithError(
            f"base_rule {base} leaves no room within max_complexity={settings.max_complexity}"
        )
    depth = min(MAX_DEPTH, capacity if settings.max_depth is None else settings.max_depth)
    depth -= len(hole)
    most = _UNBOUNDED_INITIAL if settings.max_complexity is None else capacity - 1
    initial = min(most, data.num_features, MAX_ARITY)
    arities = range(2, min(initial, capacity - 1) + 1)
    searchable = depth >= 1 and any(o.takes(n) for o in settings.operators for n in arities)
    bounds = Bounds(capacity, depth, initial) if searchable else Bounds(3, 1, 2)
    solver = settings.backend
    backend = None if solver is None else solver.load(settings.backend_parameters)
    return SearchProblem(data, settings, bounds, base, hole, searchable, backend)


def _capacity(settings: Settings) -> int:
    """Return the complexity to make room for: the bound, or where the objective turns bad."""
    if settings.max_complexity is not None:
        return settings.max_complexity
    if settings.regularization > 0:
        return max(3, min(LARGEST_COMPLEXITY, int(1 / settings.regularization)))
    return LARGEST_COMPLEXITY


def _check_metric(data: PackedData, settings: Settings) -> None:
    """Refuse a metric that is not a number for plain cases, before any work."""
    positives, negatives = data.class_weights
    for tp, fp in ((positives, 0.0), (0.0, negatives), (0.0, 0.0), (positives, negatives)):
        counts = (tp, fp, positives - tp, negatives - fp)
        cause: Exception | None = None
        try:
            value = settings.metric(*counts)
            outcome = f"is {value}"
        except Exception as error:
            value, cause = math.nan, error
            outcome = f"raises {type(error).__name__}"
        if not math.isfinite(value):
            raise BoolsmithError(
                f"metric {settings.metric.name!r} {outcome} for tp, fp, fn, tn = {counts}: "
                "it must be a finite number for all counts"
            ) from cause
