"""The best rule of a subproblem as an integer linear program."""

from __future__ import annotations

import attrs
import numpy as np
from boolsmith.rules import Rule
from boolsmith.subproblems import Subproblem
from numpy.typing import ArrayLike

from boolsmith_solvers.depth_one import DepthOne, depth_one
from boolsmith_solvers.depth_two import DepthTwo, depth_two
from boolsmith_solvers.linear_program import Floats, LinearProgram
from boolsmith_solvers.reading import Rows, require


@attrs.frozen(eq=False)
class ILPModel:
    """An integer linear program whose optimum is the best rule of a subproblem.

    The program *minimises* the weight of the rows that are wrong plus regularization times
    complexity, up to a constant; `objective` gives what the subproblem *maximises*.
    """

    _form: DepthOne | DepthTwo

    @property
    def subproblem(self) -> Subproblem:
        """What the model was made from."""
        return self._form.subproblem

    @property
    def rows(self) -> Rows:
        """The rows of the subproblem as the formulation read them."""
        return self._form.rows

    @property
    def program(self) -> LinearProgram:
        """The program as plain arrays, for a solver."""
        return self._form.program

    @property
    def num_variables(self) -> int:
        """How many variables the program has."""
        return self.program.num_variables

    def objective(self, cost: float) -> float:
        """Return the subproblem's objective for a value of the program's; bounds become bounds."""
        return self._form.total - cost

    def value(self, assignment: ArrayLike) -> float:
        """Return the subproblem's objective of a feasible assignment."""
        return self.objective(float(self.program.cost @ np.asarray(assignment, dtype=np.float64)))

    def decode(self, assignment: ArrayLike) -> Rule:
        """Return the rule that an assignment stands for, which has the same objective."""
        return self._form.decode(assignment)

    def encode(self, rule: Rule) -> Floats:
        """Return an assignment that stands for the rule: a start for a solver."""
        return self._form.encode(rule)


def ilp(subproblem: Subproblem, *, lower_bound: bool = True, constants: bool = True) -> ILPModel:
    """Return the subproblem as an integer linear program, of depth one or two by its shape.

    `lower_bound=False` leaves the lower bound on the number of literals out, as the paper's text
    does; an assignment without literals, or a constant over one, then decodes to Zero or One, and
    the operator's own complexity of 1 is not counted.

    `constants=False` lets a big-M be too small for parameters that make the rule constant, such
    as AtLeast0: such a rule over `max_num_literals` literals may then be cut off. The same
    constant over fewer literals remains, so that only a subproblem whose numbers of literals are
    all equal can lose its optimum. It is the choice behind the paper's count for AtLeast and
    AtMost. Both are for depth one only.
    """
    return formulate(subproblem, errors=True, lower_bound=lower_bound, constants=constants)


def formulate(
    subproblem: Subproblem, *, errors: bool, lower_bound: bool = True, constants: bool = True
) -> ILPModel:
    """Return the program; without error variables, every row is a hard constraint."""
    require(subproblem)
    if subproblem.shape != "depth-one":
        return ILPModel(depth_two(subproblem, errors=errors))
    return ILPModel(
        depth_one(subproblem, errors=errors, lower_bound=lower_bound, constants=constants)
    )
