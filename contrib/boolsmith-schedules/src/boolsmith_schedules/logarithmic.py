"""The slow schedule for which annealing provably finds the optimum, given for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import gt
from boolsmith import Schedule

if TYPE_CHECKING:
    import numpy as np


@attrs.frozen
class Escape:
    """How much of the objective the search may have to give up to leave a local optimum."""

    depth: float = attrs.field(default=0.02, validator=gt(0))


def _logarithmic(num_iterations: int, depth: float) -> np.ndarray:
    import numpy as np

    return depth / np.log(np.arange(num_iterations) + 2.0)


LOGARITHMIC = Schedule(
    "logarithmic",
    _logarithmic,
    parameters=Escape,
    description="falls as depth / log(iteration), slower than any other",
)
