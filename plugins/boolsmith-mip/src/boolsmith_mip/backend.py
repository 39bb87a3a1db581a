"""The backends `mip-cbc` and `mip-highs`: their parameters; `solver` calls Python-MIP."""

from __future__ import annotations

import attrs
from attrs.validators import ge, instance_of
from boolsmith_solvers import ProgramBackend, ProgramParameters


@attrs.frozen
class Parameters(ProgramParameters):
    """How the solver runs. Presolve is off: it does not heed the time limit."""

    threads: int = attrs.field(default=1, validator=[instance_of(int), ge(1)])
    presolve: bool = attrs.field(default=False, validator=instance_of(bool))


class CbcBackend(ProgramBackend):
    """Subproblems solved by CBC."""

    name = "mip-cbc"
    runner = "boolsmith_mip.solver:run_cbc"
    Parameters = Parameters


class HighsBackend(ProgramBackend):
    """Subproblems solved by HiGHS."""

    name = "mip-highs"
    runner = "boolsmith_mip.solver:run_highs"
    Parameters = Parameters
