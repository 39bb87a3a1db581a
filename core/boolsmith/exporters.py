"""The exporter extension point: a rule in another language."""

from __future__ import annotations

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
        built = build_parameters(self.parameters, options, f"exporter {self.name!r}")
        complete = {} if built is None else attrs.asdict(built, recurse=False)
        exported: str | bytes = self.load()(decision, **complete)
        return exported


def _option(default: str, help_text: str) -> Any:
    return attrs.field(default=default, metadata={"help": help_text})


@attrs.frozen
class SqlOptions:
    """How SQL is written."""

    dialect: str = _option("standard", "standard, duckdb (NaN is missing too) or sqlite")
    table: str = _option("", "write a query of this table")
    column: str = _option("prediction", "the name of the result of that query")


@attrs.frozen
class PythonOptions:
    """How Python is written."""

    name: str = _option("predict", "the name of the function")


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
