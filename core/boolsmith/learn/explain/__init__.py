"""Explanations: why one row got its label, how a decision does on a dataset, what a model does."""

from __future__ import annotations

from typing import Any

from boolsmith.learn.explain.dataset import DatasetReport, explain_dataset
from boolsmith.learn.explain.row import RowExplanation, explain_row

__all__ = [
    "DatasetReport",
    "RowExplanation",
    "Surrogate",
    "explain_dataset",
    "explain_model",
    "explain_row",
]


def __getattr__(name: str) -> Any:
    # A surrogate is fitted by the search; the rest needs none of that.
    if name in ("Surrogate", "explain_model"):
        from boolsmith.learn.explain import surrogate

        return getattr(surrogate, name)
    raise AttributeError(f"module 'boolsmith.learn.explain' has no attribute {name!r}")
