"""`boolsmith export`: a saved model in any format that an exporter writes."""

from __future__ import annotations

import argparse

import attrs

from boolsmith.cli.datasets import MODEL_HELP
from boolsmith.cli.output import add_json_option, print_json, print_line
from boolsmith.errors import BoolsmithError
from boolsmith.plugins import registry


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command: its own, then those of all formats."""
    formats = ", ".join(registry().exporters.names())
    parser.add_argument("model", help=MODEL_HELP)
    parser.add_argument("--to", default="text", metavar="FORMAT", help=f"one of {formats}")
    parser.add_argument("--complexity", type=int, metavar="N",
                        help="the best rule up to so many literals and operators")  # fmt: skip
    parser.add_argument("--output", metavar="FILE", help="where to write (default: to the screen)")
    for name, help_text in _options().items():
        parser.add_argument(f"--{name}", metavar="TEXT", help=help_text)
    add_json_option(parser)


def _options() -> dict[str, str]:
    """Return the options of all formats, each with its help."""
    return {
        field.name: f"{exporter.name}: {field.metadata.get('help', 'see its documents')}"
        for exporter in registry().exporters
        if exporter.parameters is not None
        for field in attrs.fields(exporter.parameters)
    }


def run(args: argparse.Namespace) -> int:
    """Print or write the export."""
    from boolsmith.files import write_whole
    from boolsmith.learn.exports import export
    from boolsmith.learn.files import load_model

    registry().exporters.get(args.to)  # a wrong format is known before the model is read
    model = load_model(args.model)
    if args.complexity is not None:
        model = model.select(complexity=args.complexity)
    given = {name: getattr(args, name) for name in _options() if getattr(args, name) is not None}
    found = export(model, args.to, **given)
    text = None if isinstance(found, bytes) else found
    if args.output:
        write_whole(args.output, found)
    elif text is None:
        raise BoolsmithError(f"--output is missing: {args.to} is not text, name a file for it")
    if args.json:
        print_json({"format": args.to, "text": text, "output": args.output})
    else:
        print_line(f"written to {args.output}" if args.output else str(text).rstrip("\n"))
    return 0
