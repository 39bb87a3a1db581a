"""The backend extension point: what solves a subproblem.

A backend is registered by an import string, so that listing backends imports no solver.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

import attrs

from boolsmith.errors import BoolsmithError
from boolsmith.extensions import Reference, build_parameters
from boolsmith.operators import AnyOperator, Operator
from boolsmith.subproblems.problem import SHAPES, Shape

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
        """None if the backend can take the subproblem, else the reason why not."""

    def solve(
        self, subproblem: Subproblem, *, time_limit: float, seed: int | None = None
    ) -> Solution:
        """The best answer found within `time_limit` seconds."""


@attrs.frozen
class BackendSpec(Reference):
    """A backend by name, without importing it.

    `target` is `module:Class`; the class takes an instance of its attrs class `Parameters` if it
    has one, else nothing. `formulation` says which model it solves, `requires` the module that
    must be importable for it to be ready, `install` the command that makes it so. `configured`
    names a function, `module:function`, that gives None or what is missing besides, such as an
    account; it contacts nothing. `shapes` are those of the subproblems that it takes: unless
    told, all that have a formulation, and depth one for a native backend. `operators` are those
    that it takes at depth one: those that count their true children, or all, truth tables too.
    `max_samples` is how many rows a subproblem has at most (None: all) unless the search is told
    otherwise: a model with a variable for each row must stay small.
    """

    formulation: Formulation = attrs.field(kw_only=True)
    requires: str | None = attrs.field(default=None, kw_only=True)
    install: str = attrs.field(default="", kw_only=True)
    remote: bool = attrs.field(default=False, kw_only=True)
    configured: str | None = attrs.field(default=None, kw_only=True)
    max_samples: int | None = attrs.field(default=100, kw_only=True)
    operators: Operators = attrs.field(default="counting", kw_only=True)
    shapes: tuple[Shape, ...] = attrs.field(kw_only=True)

    @shapes.default
    def _default_shapes(self) -> tuple[Shape, ...]:
        return ("depth-one",) if self.formulation == "native" else SHAPES

    def takes(self, operator: AnyOperator) -> bool:
        """Whether a subproblem of depth one may have the operator."""
        return self.operators == "all" or isinstance(operator, Operator)

    def load(self, parameters: Mapping[str, Any] | None = None) -> Backend:
        """Import the backend and make it with the given parameters; unknown ones are refused."""
        factory, built = self._factory(), self.build_parameters(parameters)
        backend = factory() if built is None else factory(built)
        if not isinstance(backend, Backend):
            raise BackendError(f"backend {self.name!r}: {self.target} lacks supports() or solve()")
        return backend

    def build_parameters(self, given: Mapping[str, Any] | None = None) -> Any:
        """The parameters that `load` makes the backend with, checked; None if it takes none."""
        kind = getattr(self._factory(), "Parameters", None)
        return build_parameters(kind, given, f"backend {self.name!r}")

    def _factory(self) -> Any:
        try:
            return super().load()
        except BoolsmithError as error:
            hint = f"; install it with: {self.install}" if self.install else ""
            raise BackendError(f"{error}{hint}") from error
