"""Data: rows packed 64 to a word, and what turns raw tables into Boolean columns."""

from boolsmith.data.packed import PackedData, Segment, pack
from boolsmith.data.tables import Table

__all__ = ["PackedData", "Segment", "Table", "pack"]
