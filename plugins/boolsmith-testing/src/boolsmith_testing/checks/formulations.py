"""Checks of operators in formulations and in the exact solver, against trying every rule."""

from __future__ import annotations

import numpy as np
from boolsmith.operators import AnyOperator, Operator
from boolsmith.plugins import registry
from boolsmith_solvers import ILPModel, ilp, qubo
from numpy.typing import NDArray

from boolsmith_testing import brute
from boolsmith_testing.check import CheckSkipped, check, require
from boolsmith_testing.checks.backends import small_subproblems, tiny_subproblems
from boolsmith_testing.subject import Subject

MAX_BITS = 16
"""QUBOs of more bits are not enumerated; their energies are compared rule by rule."""


def counting(operator: AnyOperator) -> Operator:
    """The operator, if it counts; only those have a formulation."""
    if not isinstance(operator, Operator):
        raise CheckSkipped(f"{operator.name} is declared by a table, which has no formulation")
    return operator


@check("operator.ilp")
def integer_program(operator: AnyOperator, subject: Subject) -> None:
    """The optimum of the integer linear program is that of trying every rule."""
    for problem in small_subproblems([counting(operator)]):
        model = ilp(problem)
        assignment = _least_cost(model)
        rule, value = model.decode(assignment), model.value(assignment)
        best = brute.optimum(problem)
        assert best is not None
        require(
            abs(value - best[0]) <= brute.TOLERANCE,
            f"the best {operator.name} scores {best[0]:g} ({best[1]}), its program says {value:g}",
        )
        scored = brute.objective(problem, rule)
        require(
            abs(scored - value) <= brute.TOLERANCE,
            f"the program's {rule} scores {scored:g}, the program says {value:g}",
        )


def _least_cost(model: ILPModel) -> NDArray[np.float64]:
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    program = model.program
    shape = (program.num_rows, program.num_variables)
    matrix = csr_array((program.coefficients, program.columns, program.starts), shape=shape)
    done = milp(
        program.cost,
        integrality=np.ones(program.num_variables),
        bounds=Bounds(program.lower, program.upper),
        constraints=LinearConstraint(matrix, program.row_lower, program.row_upper),
    )
    require(done.success, f"the integer linear program has no solution: {done.message}")
    return np.rint(np.asarray(done.x, dtype=np.float64))


@check("operator.qubo")
def quadratic(operator: AnyOperator, subject: Subject) -> None:
    """The least energy of the QUBO is that of the best rule."""
    tiny = tiny_subproblems(counting(operator))
    if not tiny:
        raise CheckSkipped(f"{operator.name} takes more than three children only")
    for problem in tiny:
        model = qubo(problem)
        best = brute.optimum(problem)
        assert best is not None
        for rule in brute.candidates(problem):
            energy = float(model.energies(model.encode(rule))[0])
            value = brute.objective(problem, rule)
            require(
                abs(model.objective(energy) - value) <= brute.TOLERANCE,
                f"{rule} scores {value:g}, its energy says {model.objective(energy):g}",
            )
        if model.num_variables <= MAX_BITS:
            bits = np.arange(1 << model.num_variables)[:, None] >> np.arange(model.num_variables)
            least = model.objective(float(model.energies(bits & 1).min()))
            require(
                abs(least - best[0]) <= brute.TOLERANCE,
                f"the best {operator.name} scores {best[0]:g}, the least energy says {least:g}",
            )


@check("operator.exact")
def exact(operator: AnyOperator, subject: Subject) -> None:
    """The exact solver proves the optimum that trying every rule finds."""
    backend = registry().backends.get("exact").load()
    for problem in small_subproblems([operator]):
        reason = backend.supports(problem)
        if reason is not None:
            raise CheckSkipped(reason)
        solution = backend.solve(problem, time_limit=60.0, seed=1)
        best = brute.optimum(problem)
        assert best is not None
        require(
            solution.status == "optimal"
            and solution.objective is not None
            and abs(solution.objective - best[0]) <= brute.TOLERANCE,
            f"the best {operator.name} scores {best[0]:g} ({best[1]}), the exact solver says "
            f"{solution.objective} ({solution.status})",
        )
