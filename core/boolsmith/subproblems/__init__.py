"""Subproblems: what a backend is asked, what it answers, and what guards it.

What is exported here is for authors of backends; a test compares it with the contract's page.
"""

from boolsmith.subproblems.backend import (
    Backend,
    BackendError,
    BackendSpec,
    Formulation,
    check_time_limit,
)
from boolsmith.subproblems.guard import Cancel, OverdueError, Worker, Workers, guarded
from boolsmith.subproblems.problem import SHAPES, Origin, Shape, Solution, Status, Subproblem

__all__ = [
    "SHAPES",
    "Backend",
    "BackendError",
    "BackendSpec",
    "Cancel",
    "Formulation",
    "Origin",
    "OverdueError",
    "Shape",
    "Solution",
    "Status",
    "Subproblem",
    "Worker",
    "Workers",
    "check_time_limit",
    "guarded",
]
