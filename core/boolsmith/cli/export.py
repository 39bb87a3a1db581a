"""`boolsmith export`: a saved model as text, code, SQL, LaTeX, a graph, JSON, SVG or ONNX."""

from __future__ import annotations

import argparse

from boolsmith.cli.output import add_json_option, print_json, print_line
from boolsmith.errors import BoolsmithError, UnknownNameError

_OPTIONS = ("dialect", "table", "column", "name")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("model", help="a model that `boolsmith fit` saved")
    parser.add_argument("--to", default="text", metavar="FORMAT",
                        help="text, python, sql, latex, dot, json, svg or onnx")  # fmt: skip
    parser.add_argument("--complexity", type=int, metavar="N",
                        help="the best rule up to so many literals and operators")  # fmt: skip
    parser.add_argument("--dialect", metavar="NAME",
                        help="of SQL: standard, duckdb (NaN is missing too) or sqlite")  # fmt: skip
    parser.add_argument("--table", metavar="NAME", help="write a SQL query of this table")
    parser.add_argument("--column", metavar="NAME", help="the name of the result of that query")
    parser.add_argument("--name", metavar="NAME", help="the name of the Python function")
    parser.add_argument("--output", metavar="FILE", help="where to write (default: to the screen)")
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print or write the export."""
    from boolsmith.learn.exports import FORMATS, export
    from boolsmith.learn.files import load_model, write_whole

    if args.to not in (*FORMATS, "onnx"):
        raise UnknownNameError("export format", args.to, (*FORMATS, "onnx"))
    model = load_model(args.model)
    if args.complexity is not None:
        model = model.select(complexity=args.complexity)
    if args.to == "onnx":
        return _write_onnx(model, args)
    given = {name: getattr(args, name) for name in _OPTIONS if getattr(args, name) is not None}
    text = export(model, args.to, **given)
    if args.output:
        write_whole(args.output, text if text.endswith("\n") else text + "\n")
    if args.json:
        print_json({"format": args.to, "text": text, "output": args.output})
    elif args.output:
        print_line(f"written to {args.output}")
    else:
        print_line(text.rstrip("\n"))
    return 0


def _write_onnx(model: object, args: argparse.Namespace) -> int:
    from boolsmith.learn.exports.onnx_model import save_onnx

    if not args.output:
        raise BoolsmithError("--output is missing: an ONNX model is not text, name a file for it")
    save_onnx(model, args.output)
    if args.json:
        print_json({"format": "onnx", "text": None, "output": args.output})
    else:
        print_line(f"written to {args.output}")
    return 0
