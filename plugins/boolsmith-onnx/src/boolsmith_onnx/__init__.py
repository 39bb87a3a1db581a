"""Boolsmith models as ONNX; `plugin` registers the exporter, `model` writes the graph."""

from boolsmith_onnx.model import save_onnx, to_model

__all__ = ["save_onnx", "to_model"]
