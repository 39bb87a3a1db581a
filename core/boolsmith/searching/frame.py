"""The problem of a search as kernels see it, and how their rules fit into the base rule."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.data import PackedData
from boolsmith.engine.layout import MAX_ARITY
from boolsmith.engine.objective import WORST
from boolsmith.engine.problem import Bounds, Problem, Steps, build_problem
from boolsmith.errors import BoolsmithError
from boolsmith.moves import MoveContext
from boolsmith.rules import Literal, Node, Path, Rule, Zero
from boolsmith.rules.nodes import MAX_DEPTH
from boolsmith.searching.settings import HOLE, LARGEST_COMPLEXITY, Settings
from boolsmith.searching.starts import Found
from boolsmith.subproblems import Backend, Solution
from boolsmith.subproblems.packed_rules import outcomes, outcomes_either_way

_UNBOUNDED_INITIAL = 10  # most literals of an initial rule where complexity has no bound


@attrs.frozen(eq=False)
class Frame:
    """Data, settings and flat problem of a search, with the base rule around what is searched."""

    data: PackedData
    settings: Settings
    problem: Problem
    hole: Path | None
    searchable: bool
    backend: Backend | None = None
    solutions: dict[bytes, Solution] = attrs.field(factory=dict)  # of subproblems met before

    @cached_property
    def warm_rules(self) -> tuple[Rule, ...]:
        """The rules to start from, checked, the best first; constants and literals need none."""
        context = self.move_context(np.random.default_rng(0), {})
        rules = [rule for rule in self.settings.warm_start if isinstance(rule, Node)]
        for rule in rules:
            reason = context.why_not(rule)
            if reason is not None:
                raise BoolsmithError(f"warm_start {rule} will not do: {reason}")
        return tuple(sorted(rules, key=lambda rule: -self.objective(self.whole(rule))))

    def move_context(self, rng: np.random.Generator, archive: Mapping[int, Rule]) -> MoveContext:
        """What moves may use; it also says which rules the search takes."""
        bounds = self.problem.bounds
        return MoveContext(
            rng=rng,
            feature_names=self.feature_names,
            operators=self.settings.operators,
            max_complexity=bounds.max_complexity,
            max_depth=bounds.max_depth,
            archive=archive,
            score=lambda rule: self.objective(self.whole(rule)),
        )

    @cached_property
    def feature_names(self) -> tuple[str, ...]:
        """The features as literals name them."""
        return tuple(Literal(name).feature for name in self.data.feature_names)

    @property
    def base_complexity(self) -> int:
        """The nodes of the base rule without its hole."""
        return 0 if self.settings.base_rule is None else self.settings.base_rule.complexity - 1

    def whole(self, rule: Rule) -> Rule:
        """The full rule for a rule that a kernel found."""
        if self.settings.base_rule is None or self.hole is None:
            return rule
        base = self.settings.base_rule
        negated = base.at(self.hole).negated
        return base.replace(self.hole, ~rule if negated else rule)

    def score_counts(self, tp: float, fp: float) -> float:
        """The metric for weighted counts; WORST where it is not a number."""
        positives, negatives = self.data.class_weights
        try:
            score = self.settings.metric(tp, fp, positives - tp, negatives - fp)
        except Exception:  # the metric of a plugin must not end the search
            return WORST
        return score if math.isfinite(score) else WORST

    def predicted(self, rule: Rule) -> NDArray[np.uint64]:
        """The words of a rule on the data."""
        return outcomes(rule, self.data)

    def score(self, rule: Rule) -> float:
        """The metric of a full rule on the data."""
        words = self.predicted(rule)
        split = self.data.num_positive_words
        tp = fp = 0
        for b, plane in enumerate(self.data.planes):
            shown = np.bitwise_count(words & plane)
            tp += int(shown[:split].sum(dtype=np.int64)) << b
            fp += int(shown[split:].sum(dtype=np.int64)) << b
        return self.score_counts(tp * self.data.unit, fp * self.data.unit)

    def objective(self, rule: Rule) -> float:
        """The metric less what the complexity costs."""
        return self.score(rule) - self.settings.regularization * rule.complexity

    def single_literals(self) -> dict[int, Found]:
        """The best full rule with a single literal in the hole."""
        best: Found | None = None
        for name in self.data.feature_names:
            for literal in (Literal(name), ~Literal(name)):
                rule = self.whole(literal)
                score = self.score(rule)
                if best is None or score > best.score:
                    best = Found(score, rule)
        assert best is not None
        return {best.rule.complexity: best}


def frame_problem(data: PackedData, settings: Settings) -> Frame:
    """Lay out a search: its bounds, its buffers, and what the base rule leaves open."""
    _check_metric(data, settings)
    base = settings.base_rule
    around = 0 if base is None else base.complexity - 1
    capacity = _capacity(settings) - around
    hole = None if base is None else _hole(base)
    depth = min(MAX_DEPTH, settings.max_depth if settings.max_depth is not None else capacity)
    if base is not None and base.depth > (settings.max_depth or MAX_DEPTH):
        raise BoolsmithError(
            f"base_rule {base} has depth {base.depth}, over max_depth={settings.max_depth}"
        )
    depth -= 0 if hole is None else len(hole)
    most = _UNBOUNDED_INITIAL if settings.max_complexity is None else capacity - 1
    bounds = Bounds(capacity, depth, max(2, min(most, data.num_features, MAX_ARITY)))
    fitting = any(
        operator.takes(arity)
        for operator in settings.operators
        for arity in range(2, min(bounds.max_initial, capacity - 1) + 1)
    )
    searchable = capacity >= 3 and depth >= 1 and data.num_features >= 2 and fitting
    if base is not None and not searchable and capacity < 1:
        raise BoolsmithError(
            f"base_rule {base} leaves no room within max_complexity={settings.max_complexity}"
        )
    if not searchable:
        bounds = Bounds(3, 1, 2)
    outside = None
    if base is not None:
        assert hole is not None
        low, high = outcomes_either_way(base.replace(hole, Zero), hole, data)
        if base.at(hole).negated:
            low, high = high, low
        outside = low ^ high, low
    problem = build_problem(
        data, settings.operators, settings.metric, bounds,
        steps=Steps(negated_operators=settings.negated_operators),
        regularization=settings.regularization, num_workers=settings.num_threads,
        transpose=settings.strategy == "sweep", around=outside,
    )  # fmt: skip
    solver = settings.backend
    backend = None if solver is None else solver.load(settings.backend_parameters)
    return Frame(data, settings, problem, hole, searchable, backend)


def _capacity(settings: Settings) -> int:
    """The complexity that kernels make room for: the bound, or where the objective turns bad."""
    if settings.max_complexity is not None:
        return settings.max_complexity
    if settings.regularization > 0:
        return max(3, min(LARGEST_COMPLEXITY, int(1 / settings.regularization)))
    return LARGEST_COMPLEXITY


def _hole(base: Rule) -> Path:
    for path, node in base.flatten():
        if isinstance(node, Literal) and node.feature == HOLE:
            return path
    raise BoolsmithError(f"base_rule {base} has no hole: write {HOLE} where to fill in")


def _check_metric(data: PackedData, settings: Settings) -> None:
    """Refuse a metric that is not a number for plain cases, before any work."""
    positives, negatives = data.class_weights
    for tp, fp in ((positives, 0.0), (0.0, negatives), (0.0, 0.0), (positives, negatives)):
        counts = (tp, fp, positives - tp, negatives - fp)
        try:
            value = settings.metric(*counts)
        except ArithmeticError:
            value = float("nan")
        except Exception as error:
            raise BoolsmithError(
                f"metric {settings.metric.name!r} raises {type(error).__name__} for tp, fp, fn, "
                f"tn = {counts}: it must give a number for all counts"
            ) from error
        if not np.isfinite(value):
            raise BoolsmithError(
                f"metric {settings.metric.name!r} is {value} for tp, fp, fn, tn = {counts}: "
                "it must be a finite number for all counts"
            )
