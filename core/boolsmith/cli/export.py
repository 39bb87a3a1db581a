"""`boolsmith export`: a saved model in any format that an exporter writes."""

from __future__ import annotations

import argparse

import attrs

from boolsmith.cli.output import add_json_option, print_json, print_line
from boolsmith.errors import BoolsmithError
from boolsmith.plugins import registry


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command: its own, then those of all formats."""
    formats = ", ".join(registry().exporters.names())
    parser.add_argument("model", help="a model that `boolsmith fit` saved")
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
        field.name: field.metadata.get("help", f"for {exporter.name}")
        for exporter in registry().exporters
        if exporter.parameters is not None
        for field in attrs.fields(exporter.parameters)
    }


def run(args: argparse.Namespace) -> int:
    """Print or write the export."""
    from boolsmith.files import write_whole
    from boolsmith.learn.exports import export
    from boolsmith.learn.files import load_model

    registry().exporters.get(args.to)  # a format that is not known is told before the model
    model = load_model(args.model)
    if args.complexity is not None:
        model = model.select(complexity=args.complexity)
    given = {name: getattr(args, name) for name in _options() if getattr(args, name) is not None}
    found = export(model, args.to, **given)
    if isinstance(found, bytes) and not args.output:
        raise BoolsmithError(f"--output is missing: {args.to} is not text, name a file for it")
    if args.output:
        write_whole(args.output, found)
    if args.json:
        text = None if isinstance(found, bytes) else found
        print_json({"format": args.to, "text": text, "output": args.output})
    elif args.output:
        print_line(f"written to {args.output}")
    else:
        print_line(str(found).rstrip("\n"))
    return 0
