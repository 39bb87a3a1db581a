"""The backend `highs`: its parameters; `solver` calls HiGHS."""

from __future__ import annotations

import attrs
from attrs.validators import ge, instance_of
from boolsmith_solvers import ProgramBackend, ProgramParameters


@attrs.frozen
class Parameters(ProgramParameters):
    """How HiGHS runs.

    Presolve is off: it removes next to nothing from these dense programs and does not heed the
    time limit (8 s instead of 3 s on 569 rows of 300 features).
    """

    threads: int = attrs.field(default=1, validator=[instance_of(int), ge(1)])
    presolve: bool = attrs.field(default=False, validator=instance_of(bool))


class HighsBackend(ProgramBackend):
    """Subproblems solved by HiGHS."""

    name = "highs"
    runner = "boolsmith_highs.solver:run"
    Parameters = Parameters
