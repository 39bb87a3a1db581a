"""Boolsmith models as ONNX: `plugin` registers the exporter, `model` writes the graph.

`save_onnx` and `to_model` are imported when they are first used: listing plugins does not import
the library.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boolsmith_onnx.model import save_onnx as save_onnx
    from boolsmith_onnx.model import to_model as to_model

__all__ = ["save_onnx", "to_model"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'boolsmith_onnx' has no attribute {name!r}")
    from boolsmith_onnx import model

    return getattr(model, name)
