"""The settings of a search, each declared once; made from what a user gives, and checked.

To add a setting, declare it here and run `python tests/signatures.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from boolsmith.acceptances import Acceptance
from boolsmith.errors import BoolsmithError
from boolsmith.metrics import Metric
from boolsmith.moves import Move
from boolsmith.observers import ObserverBase
from boolsmith.operators import AnyOperator
from boolsmith.plugins import registry
from boolsmith.rules import Rule
from boolsmith.schedules import Schedule
from boolsmith.searching import checks
from boolsmith.searching.checks import by_name, not_negative, optional, parameters, positive, whole
from boolsmith.searching.declaring import SAME, Parameter, Setting, declared, owner, setting
from boolsmith.strategies import Strategy
from boolsmith.subproblems import BackendSpec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST_COMPLEXITY = 200  # where no bound is given
_TABLE = "Mapping[str, Any] | None"
_PROPOSALS = ("moves", "backend")


@attrs.frozen(kw_only=True)
class Settings:
    """A search as a user asks for it, with names looked up and every value checked.

    Fields are resolved in their order, so that each may use those before it. What the strategy
    does not use is None, or empty. `attrs.evolve` takes values that are resolved already.
    """

    strategy: Strategy = setting(
        "sweep", "how a start searches, by name: `sweep`, `paper` for the published algorithm",
        by_name, given="str | Strategy",
    )  # fmt: skip
    strategy_parameters: Any = setting(
        None, "parameters of the strategy", checks.strategy_parameters, given=_TABLE
    )
    metric: Metric = setting(
        "balanced_accuracy", "what is maximised, by name", by_name,
        given="str | Metric", classifier=Parameter(type="str"),
    )  # fmt: skip
    metric_parameters: Mapping[str, Any] = setting(
        None, "parameters of the metric", parameters, given=_TABLE, classifier=SAME
    )
    operators: tuple[AnyOperator, ...] = setting(
        None, "operators that a rule may use, by name; without it, the five of the paper",
        checks.operators, given="Iterable[str | AnyOperator] | None",
        classifier=Parameter(type="Sequence[str] | None"),
    )  # fmt: skip
    max_complexity: int | None = setting(
        10, "most literals and operators in a rule", whole(3, checks.LARGEST_BOUND), classifier=SAME
    )
    max_depth: int | None = setting(
        None, "most operators on the way from the root to a literal", whole(1), classifier=SAME
    )
    regularization: float = setting(
        0.0, "what a unit of complexity costs, in units of the metric", not_negative,
        classifier=SAME,
    )  # fmt: skip
    negated_operators: bool = setting(False, "let rules negate operators, not only literals")
    base_rule: Rule | None = setting(
        None, "rule of which only the part written `_` is searched for", optional(checks.base_rule),
        given="str | Rule | None",
    )  # fmt: skip
    seed: int = setting(
        None, "number that determines the result", checks.seed, given="int | None",
        classifier=Parameter("random_state", "Any"),
    )  # fmt: skip
    time_limit: float | None = setting(
        None, "seconds after which the search ends with the best rule so far", optional(positive),
        classifier=SAME,
    )  # fmt: skip
    num_threads: int = setting(
        None, "threads that run starts side by side", checks.at_least_one, given="int | None",
        described=False, classifier=Parameter("n_jobs"),
    )  # fmt: skip
    num_processes: int = setting(
        1, "processes that run starts side by side", checks.at_least_one, described=False
    )
    num_starts: int = setting(
        None, "starts, each from a new rule; without it, the strategy chooses",
        whole(1, default=checks.default_starts), given="int | None",
    )  # fmt: skip
    num_iterations: int | None = setting(None, "iterations of each start", whole(1))
    effort: float = setting(
        None, "factor on the work of a start", optional(positive), classifier=SAME
    )
    schedule: Schedule | None = setting(
        None, "temperatures of the iterations, by name", optional(by_name), given="str | Schedule"
    )
    schedule_parameters: Mapping[str, Any] = setting(
        None, "parameters of the schedule", parameters, given=_TABLE
    )
    acceptance: Acceptance | None = setting(
        None, "whether a worse rule is taken, by name", optional(by_name),
        given="str | Acceptance",
    )  # fmt: skip
    acceptance_parameters: Mapping[str, Any] = setting(
        None, "parameters of the acceptance", parameters, given=_TABLE
    )
    local_moves: Any = setting(
        None, "local moves that take part, by name, or how often each does; else all equally",
        checks.local_moves, given="Sequence[str] | Mapping[str, int] | None",
    )  # fmt: skip
    warm_start: tuple[Rule, ...] = setting(
        None, "rules that the first starts begin from", checks.warm_start,
        given="Sequence[str | Rule]", group="python",
        classifier=Parameter(type="bool", default=False,
                             help="whether a further `fit` starts from the rules of the last one"),
    )  # fmt: skip
    moves: tuple[Move, ...] = setting(
        None, "moves of plugins, by name", checks.moves, given="Sequence[str | Move]"
    )
    move_parameters: Mapping[str, Mapping[str, Any]] = setting(
        None, "parameters of each move", checks.move_parameters,
        given="Mapping[str, Mapping[str, Any]] | None",
    )  # fmt: skip
    backend: BackendSpec | None = setting(
        None, "solver of the subproblems of non-local moves, by name; none: no such moves",
        optional(by_name), given="str | BackendSpec | None",
    )  # fmt: skip
    backend_parameters: Mapping[str, Any] = setting(
        None, "parameters of the backend", checks.backend_parameters, given=_TABLE,
        needs=("backend",),
    )  # fmt: skip
    max_samples: int | None = setting(
        "auto", "most rows of a subproblem; none: all, auto: as suits the backend",
        checks.max_samples, given="int | str | None", needs=("backend",),
    )  # fmt: skip
    timeout: float = setting(
        None, "seconds for one subproblem", optional(positive), needs=("backend",)
    )
    subtree_depth: int = setting(
        None, "depth of the subtree that a non-local move replaces: 1 or 2",
        checks.subtree_depth, needs=("backend",),
    )  # fmt: skip
    patience: int = setting(
        None, "iterations without an improvement before a move is asked for", whole(1),
        needs=_PROPOSALS,
    )  # fmt: skip
    num_iterations_burn_in: int = setting(
        None, "iterations before the first move is asked for; without it, a third of them",
        checks.burn_in, needs=_PROPOSALS,
    )  # fmt: skip
    observers: tuple[ObserverBase, ...] = setting(
        (), "observers that follow how the search goes, by name", checks.observers,
        given="Sequence[str | Observer | ObserverBase]", described=False,
    )  # fmt: skip
    progress: bool = setting(
        False, "show the progress of the search", described=False,
        classifier=Parameter(type="bool | None", default=None,
                             help="whether to show it; None shows a bar in notebooks only"),
    )  # fmt: skip
    _resolved: bool = attrs.field(default=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        """Resolve the settings one after the other; an error carries the name of its setting."""
        if self._resolved:
            return
        for said in declared(type(self)).values():
            try:
                self._resolve(said)
            except BoolsmithError as error:
                error.setting = said.name
                raise
        self._put("_resolved", True)

    def _resolve(self, said: Setting) -> None:
        name, given = said.name, getattr(self, said.name)
        chosen = _is_chosen(given, said.default)
        value = given
        if said.by_strategy and chosen:
            self._check_used(name, given)
        elif said.by_strategy:
            value = self.strategy.settings.get(name)
        if said.check is not None:
            value = said.check(name, value, self)
        if chosen and said.needs and not any(getattr(self, need) for need in said.needs):
            needed = " or ".join(said.needs).replace("backend", "a backend")
            raise BoolsmithError(f"{_shown(name, given)} has no effect without {needed}: name one")
        self._put(name, value)

    def _check_used(self, name: str, given: Any) -> None:
        """Raise if the strategy does not use what is given."""
        if owner(name, self.strategy.settings) in self.strategy.settings:
            return
        users = [s.name for s in registry().strategies if owner(name, s.settings) in s.settings]
        hint = f"; strategies that do: {', '.join(users)}" if users else ""
        raise BoolsmithError(
            f"{_shown(name, given)}: strategy {self.strategy.name!r} does not use it{hint}"
        )

    def _put(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    @property
    def proposes(self) -> bool:
        """Whether moves by Python take part."""
        return bool(self.moves) or self.backend is not None

    @cached_property
    def temperatures(self) -> NDArray[np.float64]:
        """The temperature of every iteration; all starts share it."""
        assert self.schedule is not None, "the strategy uses no schedule"
        return self.schedule(self.num_iterations or 1)

    def describe(self) -> dict[str, Any]:
        """Return the settings as plain data."""
        shown = [name for name, said in declared(Settings).items() if said.described]
        return {name: checks.plain(getattr(self, name)) for name in shown}


def _is_chosen(given: Any, default: Any) -> bool:
    """Return whether a user chose the value: it is neither the default nor empty."""
    empty = isinstance(given, list | tuple | Mapping) and not given
    return not empty and given is not default and bool(given != default)


def _shown(name: str, value: Any) -> str:
    text = " ".join(repr(checks.plain(value)).split())
    return f"{name}={text if len(text) <= 60 else text[:57] + '...'}"
