"""`boolsmith bench`: the speed of the search, how backends do, and the paper's experiments."""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import Any

from boolsmith.cli.output import add_json_option, print_json, print_line, print_table
from boolsmith.errors import BoolsmithError
from boolsmith.operators import BUILTIN

from boolsmith_bench import paper_command


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parts = parser.add_subparsers(
        dest="benchmark", metavar="engine | subproblems | paper", required=True
    )
    engine = parts.add_parser("engine", help="moves per second, and what the machine allows")
    engine.add_argument(
        "--sizes", type=_sizes, help="rows x columns, as in 569x300,30000x185 (default: four)"
    )
    engine.add_argument("--complexities", type=_numbers, help="as in 5,10,20 (the default)")
    engine.add_argument("--seconds", type=float, default=0.2, help="for one measurement")
    engine.add_argument("--repeats", type=int, default=5, help="the best of so many is kept")
    engine.add_argument("--threads", type=int, help="what all threads means (default: all cores)")
    engine.add_argument("--peer-python", metavar="PATH", help="a Python that can import boolxai")
    engine.add_argument("--peer-seconds", type=float, default=3.0, help="for all its repeats")
    engine.add_argument("--cold", action="store_true", help="time compiling as well")
    engine.add_argument("--quick", action="store_true", help="little of everything, in seconds")
    backends = parts.add_parser("subproblems", help="what backends make of the same subproblems")
    backends.add_argument("--time-limit", type=float, default=1.0, help="seconds for each answer")
    backends.add_argument("--samples", type=int, default=100, help="rows of the small subproblems")
    backends.add_argument("--draws", type=int, default=2, help="how many of these there are")
    backends.add_argument("--literals", type=int, default=4, help="the most a rule may have")
    backends.add_argument("--operators", type=_names, help="as in And,Or (default: the five)")
    backends.add_argument("--backends", type=_names, help="as in exact,highs (default: all here)")
    backends.add_argument(
        "--prove", type=float, metavar="SECONDS", help="let ILP backends prove And and Or, too"
    )
    backends.add_argument("--quick", action="store_true", help="one small subproblem, no other")
    paper = parts.add_parser("paper", help="the paper's experiments, beside other packages")
    paper_command.configure(paper)
    for part in (engine, backends, paper):
        add_json_option(part)
        # The options of all commands, here as well; absent they leave those before alone.
        part.add_argument("--debug", action="store_true", default=argparse.SUPPRESS,
                          help=argparse.SUPPRESS)  # fmt: skip
        part.add_argument("--plugin", action="append", default=argparse.SUPPRESS,
                          help=argparse.SUPPRESS)  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Run a benchmark and print what it measured."""
    runs = {"engine": _run_engine, "subproblems": _run_subproblems, "paper": paper_command.run}
    return runs[args.benchmark](args)


def _run_engine(args: argparse.Namespace) -> int:
    from boolsmith_bench import engine, tables

    if args.repeats < 1 or args.seconds <= 0 or args.peer_seconds <= 0:
        raise BoolsmithError("--repeats, --seconds and --peer-seconds must be above 0")
    plan = engine.Plan(
        sizes=args.sizes or engine.SIZES,
        complexities=args.complexities or engine.COMPLEXITIES,
        threads=args.threads or _cores(),
        seconds=args.seconds,
        repeats=args.repeats,
        peer_python=args.peer_python,
        peer_seconds=args.peer_seconds,
        cold=args.cold,
    )
    report = engine.bench_engine(engine.quick(plan) if args.quick else plan, _tell)
    if args.json:
        print_json(tables.engine_document(report))
        return 0
    _print(tables.engine_tables(report))
    return 0


def _run_subproblems(args: argparse.Namespace) -> int:
    from boolsmith_bench import subproblems, tables

    if args.time_limit <= 0 or (args.prove is not None and args.prove <= 0):
        raise BoolsmithError("--time-limit and --prove must be above 0")
    if args.samples < 2 or args.draws < 1 or args.literals < 2:
        raise BoolsmithError("--samples and --literals must be at least 2, --draws at least 1")
    plan = subproblems.Plan(
        time_limit=args.time_limit,
        samples=args.samples,
        draws=1 if args.quick else args.draws,
        complete=not args.quick,
        max_num_literals=args.literals,
        operators=args.operators or tuple(BUILTIN),
        backends=args.backends,
        prove=args.prove,
    )
    report = subproblems.bench_subproblems(plan, _tell)
    if args.json:
        print_json(tables.subproblems_document(report))
        return 0
    _print(tables.subproblems_tables(report))
    return 0


def _print(sections: Any) -> None:
    for title, columns, rows in sections:
        print_line(title)
        print_table(columns, rows)


def _tell(what: str) -> None:
    print(f"boolsmith: measuring {what}", file=sys.stderr)  # noqa: T201


def _cores() -> int:
    count = getattr(os, "sched_getaffinity", None)
    return len(count(0)) if count else os.cpu_count() or 1


def _sizes(text: str) -> tuple[tuple[int, int], ...]:
    found = [re.fullmatch(r"(\d+)x(\d+)", part) for part in text.split(",")]
    sizes = tuple((int(match[1]), int(match[2])) for match in found if match)
    if len(sizes) < len(found) or any(rows < 2 or columns < 2 for rows, columns in sizes):
        raise argparse.ArgumentTypeError(f"{text!r} is not sizes such as 569x300,30000x185")
    return sizes


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _numbers(text: str) -> tuple[int, ...]:
    parts = text.split(",")
    if not all(part.isdecimal() and int(part) >= 3 for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is not whole numbers above 2, such as 5,10")
    return tuple(map(int, parts))
