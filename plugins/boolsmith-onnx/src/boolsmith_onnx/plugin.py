"""Registers the exporter `onnx`, without importing the library."""

from boolsmith import hookimpl
from boolsmith.exporters import Exporter

boolsmith_api = 2


@hookimpl
def boolsmith_exporters() -> list[Exporter]:
    """Return the exporter of this package."""
    return [Exporter("onnx", "boolsmith_onnx.model:to_onnx", description="an ONNX model, a file")]
