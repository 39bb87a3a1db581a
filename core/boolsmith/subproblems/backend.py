"""The backend extension point: what solves a subproblem.

A backend is registered by an import string, so that listing backends imports no solver.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

import attrs

from boolsmith.errors import BoolsmithError, did_you_mean
from boolsmith.extensions import Reference, build_parameters
from boolsmith.operators import AnyOperator, Operator
from boolsmith.subproblems.problem import DEMANDS, SHAPES, Shape

if TYPE_CHECKING:
    from boolsmith.subproblems.problem import Solution, Subproblem

Formulation = Literal["native", "ilp", "qubo", "cqm"]
Operators = Literal["counting", "all"]


class BackendError(BoolsmithError):
    """Why a backend could not answer, in one line; the search goes on without the proposal."""


def check_time_limit(time_limit: float, *, finite: bool = True) -> None:
    """Raise unless the time limit is a positive number of seconds, infinite only if that will do.

    Every backend calls it first.
    """
    if not time_limit > 0 or (finite and time_limit == math.inf):  # not a number fails as well
        wanted = "a positive, finite number" if finite else "a positive number"
        raise BackendError(f"time_limit={time_limit!r} is not {wanted} of seconds")


@runtime_checkable
class Backend(Protocol):
    """What solves subproblems. It proposes; the core scores every proposal again."""

    def supports(self, subproblem: Subproblem) -> str | None:
        """Return None if the backend can take the subproblem, else the reason why not."""

    def solve(
        self, subproblem: Subproblem, *, time_limit: float, seed: int | None = None
    ) -> Solution:
        """Return the best answer found within `time_limit` seconds."""


@attrs.frozen
class BackendSpec(Reference):
    """A backend by name, without importing it.

    `target` is `module:Class`; the class takes an instance of its attrs class `Parameters` if it
    has one, else nothing. `formulation` says which model it solves, `requires` the module that
    must be importable for it to be ready, `install` the command that makes it so. `configured`
    names a function, `module:function`, that returns None or what is missing besides, such as an
    account; it contacts nothing. `shapes` are those of the subproblems that it takes; the default
    is all shapes for a backend that solves a model, and depth one for a native one. `operators`
    are those that it takes at depth one: those that count their true children, or all, truth
    tables too. `max_samples` is how many rows a subproblem has at most (None: all) if the user
    says nothing else: a model with a variable for each row must stay small. `honours` names the
    provisional fields of a subproblem that the backend heeds, of `signs` and `constraints`: it is
    never handed a subproblem that has others.
    """

    formulation: Formulation = attrs.field(kw_only=True)
    requires: str | None = attrs.field(default=None, kw_only=True)
    install: str = attrs.field(default="", kw_only=True)
    remote: bool = attrs.field(default=False, kw_only=True)
    configured: str | None = attrs.field(default=None, kw_only=True)
    max_samples: int | None = attrs.field(default=100, kw_only=True)
    operators: Operators = attrs.field(default="counting", kw_only=True)
    honours: frozenset[str] = attrs.field(default=frozenset(), kw_only=True)
    shapes: tuple[Shape, ...] = attrs.field(kw_only=True)

    @shapes.default
    def _default_shapes(self) -> tuple[Shape, ...]:
        return ("depth-one",) if self.formulation == "native" else SHAPES

    @honours.validator
    def _check_honours(self, _: object, value: frozenset[str]) -> None:
        for name in value - DEMANDS:
            hint = did_you_mean(name, DEMANDS)
            raise BoolsmithError(f"backend {self.name!r} cannot honour {name!r}{hint}")

    def takes(self, operator: AnyOperator) -> bool:
        """Return whether a subproblem of depth one may have the operator."""
        return self.operators == "all" or isinstance(operator, Operator)

    def refusal(self, backend: Backend, subproblem: Subproblem) -> str | None:
        """Return why the backend cannot take the subproblem, or None: the core asks this first."""
        ignored = sorted(subproblem.demands - self.honours)
        if ignored:
            return (
                f"backend {self.name!r} does not honour {' and '.join(ignored)}: "
                "use one that does, or leave them out"
            )
        return backend.supports(subproblem)

    def load(self, parameters: Mapping[str, Any] | None = None) -> Backend:
        """Return the backend, imported and made with the parameters; unknown ones are refused."""
        factory, built = self._factory(), self.build_parameters(parameters)
        backend = factory() if built is None else factory(built)
        if not isinstance(backend, Backend):
            raise BackendError(f"backend {self.name!r}: {self.target} lacks supports() or solve()")
        return backend

    def build_parameters(self, given: Mapping[str, Any] | None = None) -> Any:
        """Return the parameters that `load` makes the backend with; None if it takes none."""
        kind = getattr(self._factory(), "Parameters", None)
        return build_parameters(kind, given, f"backend {self.name!r}")

    def _factory(self) -> Any:
        try:
            return super().load()
        except BoolsmithError as error:
            hint = f"; install it with: {self.install}" if self.install else ""
            raise BackendError(f"{error}{hint}") from error
