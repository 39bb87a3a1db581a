"""Rules for papers and for drawing programs: one module for each format.

The modules are named, not imported: listing plugins costs nothing.
"""

from boolsmith import hookimpl
from boolsmith.exporters import Exporter

boolsmith_api = 2


@hookimpl
def boolsmith_exporters() -> list[Exporter]:
    """Return the exporters of this package."""
    return [
        Exporter("latex", "boolsmith_exporters.latex:to_latex", description="a formula"),
        Exporter("dot", "boolsmith_exporters.dot:to_dot", description="a tree for Graphviz"),
    ]
