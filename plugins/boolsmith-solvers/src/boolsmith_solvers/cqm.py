"""The best rule of a subproblem as a constrained quadratic model of dimod, without slacks."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from boolsmith.rules import Rule
from boolsmith.subproblems import Subproblem

from boolsmith_solvers.ilp import ILPModel, ilp
from boolsmith_solvers.linear_program import LinearProgram

if TYPE_CHECKING:
    import dimod


@attrs.frozen(eq=False)
class CQMModel:
    """A constrained quadratic model with the variables and rows of the integer linear program."""

    ilp: ILPModel
    cqm: dimod.ConstrainedQuadraticModel

    @property
    def num_variables(self) -> int:
        """How many variables there are."""
        return self.ilp.num_variables

    def decode(self, sample: Mapping[str, Any]) -> Rule:
        """Return the rule that a sample of the model stands for."""
        return self.ilp.decode([sample[name] for name in self.ilp.program.names])


def cqm(subproblem: Subproblem, *, lower_bound: bool = True, constants: bool = True) -> CQMModel:
    """Return the subproblem as a constrained quadratic model; the options are those of `ilp`."""
    model = ilp(subproblem, lower_bound=lower_bound, constants=constants)
    return CQMModel(model, _to_cqm(model.program))


def _to_cqm(program: LinearProgram) -> Any:
    dimod: Any = importlib.import_module("dimod")  # only when asked for: the core has no dimod
    cqm = dimod.ConstrainedQuadraticModel()
    for name, low, high in zip(program.names, program.lower, program.upper, strict=True):
        if (low, high) == (0, 1):
            cqm.add_variable("BINARY", name)
        else:
            cqm.add_variable("INTEGER", name, lower_bound=int(low), upper_bound=int(high))
    objective = dimod.QuadraticModel()
    for name, cost in zip(program.names, program.cost, strict=True):
        if cost:
            kind = cqm.vartype(name)
            bounds = {} if kind is dimod.BINARY else {"lower_bound": 0, "upper_bound": 1}
            objective.add_variable(kind, name, **bounds)
            objective.set_linear(name, float(cost))
    cqm.set_objective(objective)
    for row in range(program.num_rows):
        columns, coefficients = program.row(row)
        terms = [(program.names[c], float(a)) for c, a in zip(columns, coefficients, strict=True)]
        low, high = float(program.row_lower[row]), float(program.row_upper[row])
        senses = [("==", low)] if low == high else [(">=", low), ("<=", high)]
        for sense, bound in senses:
            if np.isfinite(bound):
                label = f"row[{row}]{sense}"
                cqm.add_constraint_from_iterable(terms, sense, bound, label=label)
    return cqm
