"""The exporter extension point: a rule in another language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from boolsmith.extensions import Reference, build_parameters


@attrs.frozen
class Exporter(Reference):
    """A format that a rule can be written in, by import string.

    `target` is `module:function`; `function(decision)` gives text, or bytes for a format that is
    not text. `parameters` is an attrs class of its options: the function gets them by name. Every
    field is an option of the command line, with the help in its metadata.
    """

    parameters: type | None = attrs.field(default=None, kw_only=True)

    def __call__(self, decision: Any, **options: Any) -> str | bytes:
        """Return the decision in the format; unknown options are refused."""
        given: Mapping[str, Any] = options
        built = build_parameters(self.parameters, given, f"exporter {self.name!r}")
        asked = {} if built is None else attrs.asdict(built, recurse=False)
        exported: str | bytes = self.load()(decision, **asked)
        return exported


@attrs.frozen
class SqlOptions:
    """How SQL is written."""

    dialect: str = attrs.field(
        default="standard",
        metadata={"help": "of SQL: standard, duckdb (NaN is missing too) or sqlite"},
    )
    table: str = attrs.field(default="", metadata={"help": "write a SQL query of this table"})
    column: str = attrs.field(
        default="prediction", metadata={"help": "the name of the result of that query"}
    )


@attrs.frozen
class PythonOptions:
    """How Python is written."""

    name: str = attrs.field(default="predict", metadata={"help": "the name of the function"})


def _own(name: str, module: str, description: str, parameters: type | None = None) -> Exporter:
    target = f"boolsmith.learn.{module}:to_{name}"
    return Exporter(name, target, description=description, parameters=parameters)


BUILTIN = (
    _own("text", "exports.text", "sentences"),
    _own("python", "exports.python", "a Python function without dependencies", PythonOptions),
    _own("sql", "exports.sql", "a SQL expression, or a query", SqlOptions),
    _own("json", "exports.json_document", "JSON"),
    _own("svg", "pictures.svg", "a picture of the tree"),
)
