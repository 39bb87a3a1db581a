"""The backend `cp-sat`: its parameters; `solver` calls CP-SAT."""

from __future__ import annotations

import attrs
from attrs.validators import ge, in_, instance_of
from boolsmith_solvers import ProgramBackend, ProgramParameters


@attrs.frozen
class Parameters(ProgramParameters):
    """How CP-SAT runs; with one worker a search that ends in time depends on the seed alone.

    Presolve and linear relaxations are off: on 100 rows of 300 features they take a second before
    the search finds anything, and without them the best Or was proven in 0.1 s.
    """

    workers: int = attrs.field(default=1, validator=[instance_of(int), ge(1)])
    presolve: bool = attrs.field(default=False, validator=instance_of(bool))
    linearization: int = attrs.field(default=0, validator=in_((0, 1, 2)))


class CpSatBackend(ProgramBackend):
    """Subproblems solved by CP-SAT."""

    name = "cp-sat"
    runner = "boolsmith_cpsat.solver:run"
    Parameters = Parameters
