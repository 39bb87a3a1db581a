"""`boolsmith backends`: every solver of subproblems, whether it is ready, how to install it."""

from __future__ import annotations

import argparse
from typing import Any

import attrs

from boolsmith.cli.backend_status import Status, backend_statuses, checked
from boolsmith.cli.output import add_json_option, print_json, print_table
from boolsmith.plugins import registry
from boolsmith.subproblems import BackendSpec

_COLUMNS = ("backend", "solves", "subproblems", "operators", "state", "description")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="backends to show (default: all)")
    parser.add_argument(
        "--check",
        action="store_true",
        help="solve a small subproblem with every one that is installed; remote ones contact "
        "their service; exit status 1 if one fails",
    )
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the backends."""
    statuses = backend_statuses(args.names)
    if args.check:
        statuses = list(checked(statuses))
    if args.json:
        print_json({"backends": [_document(status) for status in statuses]})
    else:
        print_table(_COLUMNS, map(_row, statuses))
    return 1 if any(status.check and status.check.reason for status in statuses) else 0


def _row(status: Status) -> tuple[str, ...]:
    spec = status.spec
    solves = spec.formulation.upper() if spec.formulation != "native" else "as it is"
    where = ", remote" if spec.remote else ""
    depths = "depth 1" if spec.shapes == ("depth-one",) else "depth 1 and 2"
    return spec.name, solves + where, depths, _operators(spec), _state(status), spec.description


def _operators(spec: BackendSpec) -> str:
    """Which operators the backend takes: all that are registered, but those named."""
    left_out = [operator.name for operator in registry().operators if not spec.takes(operator)]
    return f"all but {', '.join(left_out)}" if left_out else "all"


def _state(status: Status) -> str:
    if status.check is not None:
        reason, seconds = status.check.reason, status.check.seconds
        return f"FAILED: {reason}" if reason else f"answered in {seconds:.2f} s"
    if status.reason is None:
        return "ready"
    return f"{status.reason}: {status.install}" if status.install else status.reason


def _document(status: Status) -> dict[str, Any]:
    spec = status.spec
    return {
        "name": spec.name,
        "description": spec.description,
        "distribution": status.distribution,
        "version": status.version,
        "formulation": spec.formulation,
        "shapes": list(spec.shapes),
        "operators": [o.name for o in registry().operators if spec.takes(o)],
        "remote": spec.remote,
        "installed": status.installed,
        "ready": status.ready,
        "reason": status.reason,
        "install": spec.install or None,
        "check": None if status.check is None else attrs.asdict(status.check),
    }
