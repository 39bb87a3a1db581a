"""Subproblems: the effective problem of a node, its formulations, and what solves them."""

from boolsmith.subproblems.backend import Backend, BackendError, BackendSpec
from boolsmith.subproblems.problem import Solution, Subproblem

__all__ = ["Backend", "BackendError", "BackendSpec", "Solution", "Subproblem"]
