"""Explanations: why one row got its label, how a decision does on a dataset, what a model does.

Models are explained by `surrogate`, which needs the search: the rest does not.
"""

from boolsmith.learn.explain.dataset import DatasetReport, explain_dataset
from boolsmith.learn.explain.row import RowExplanation, explain_row

__all__ = ["DatasetReport", "RowExplanation", "explain_dataset", "explain_row"]
