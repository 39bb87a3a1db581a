"""Explanations: why one row got its label, and how a decision does on a dataset."""

from boolsmith.learn.explain.dataset import DatasetReport, explain_dataset
from boolsmith.learn.explain.row import RowExplanation, explain_row

__all__ = ["DatasetReport", "RowExplanation", "explain_dataset", "explain_row"]
