"""The binarizer: raw tables into Boolean columns with readable names."""

from boolsmith.data.binarizer.estimator import Binarizer

__all__ = ["Binarizer"]
