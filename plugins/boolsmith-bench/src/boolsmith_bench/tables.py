"""Benchmarks as tables for people and as documents for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from boolsmith_bench.engine import EngineReport, Speed, ratio
from boolsmith_bench.measure import Rate
from boolsmith_bench.subproblems import Answer, SubproblemReport

Section = tuple[str, tuple[str, ...], list[tuple[str, ...]]]


def engine_document(report: EngineReport) -> dict[str, Any]:
    """Return the benchmark of the engine as plain data, with the ratios."""
    document = attrs.asdict(report)
    for entry, speed in zip(document["speeds"], report.speeds, strict=True):
        entry["ratios"] = _ratios(speed)
    document["growth"]["exponent"] = report.growth.exponent
    for memory in document["memory"]:
        memory["ratio"] = memory["packed"] / memory["boolean"]
    return document


def _ratios(speed: Speed) -> dict[str, float | None]:
    def against(other: Rate | None) -> float | None:
        return None if other is None else ratio(speed.moves, other)

    return {
        "limit": ratio(speed.moves, speed.limit),
        "threads_cpu": ratio(speed.moves_all_threads, speed.moves),
        "threads_wall": speed.moves_all_threads.wall / speed.moves.wall,
        "peer": against(speed.peer),
        "peer_unchecked": against(speed.peer_unchecked),
    }


def engine_tables(report: EngineReport) -> Iterator[Section]:
    """Return the benchmark of the engine, table by table."""
    many = f"{report.threads} threads"
    yield (
        "Rates are per second of processor time, one thread; `wall` is by the clock on the wall. "
        "The sum over\nthreads is what they reach with a core each; x wall is what they reached "
        "here.\n\nMoves of the published algorithm (strategy paper)",
        ("rows x columns", "complexity", "moves/s", "wall", many, "x", "x wall", "limit", "of it"),
        [_moves_row(speed) for speed in report.speeds],
    )
    yield (
        "limit: moves/s if And and population count were all, over the words a move must touch: "
        "those of the\nchildren of the operators it evaluates again, those it writes, and those "
        "it counts.\n\nLiterals scored by sweeps (strategy sweep)",
        ("rows x columns", "complexity", "literals/s", "wall", many, "x", "x wall"),
        [_literals_row(speed) for speed in report.speeds],
    )
    if report.peer_version is not None:
        yield (
            f"Against boolxai {report.peer_version}, moves per second of processor time",
            (
                "rows x columns", "complexity", "moves/s", "boolxai", "ratio",
                "without its check", "ratio",
            ),
            [_peer_row(speed) for speed in report.speeds],
        )  # fmt: skip
    growth = report.growth
    yield (
        f"Growth with rows: {growth.features} columns, complexity {growth.complexity}; "
        f"time grows as rows to the power {growth.exponent:.2f}",
        ("rows", "us/move", "ns/move/1000 rows"),
        [
            (f"{rows:,}", f"{1e6 * seconds:.3g}", f"{1e12 * seconds / rows:.3g}")
            for rows, seconds in zip(growth.rows, growth.seconds_per_move, strict=True)
        ],
    )
    yield (
        "Memory in MB",
        ("rows x columns", "packed", "Boolean array", "ratio"),
        [
            (
                f"{m.rows:,} x {m.features}", f"{m.packed / 1e6:.3g}", f"{m.boolean / 1e6:.3g}",
                f"1/{m.boolean / m.packed:.2f}",
            )
            for m in report.memory
        ],
    )  # fmt: skip
    yield (
        "Seconds from starting Python to the first move",
        ("strategy", "", "processor", "wall"),
        [(s.strategy, _how(s.cold), f"{s.cpu:.2f}", f"{s.wall:.2f}") for s in report.startup],
    )


def _how(cold: bool) -> str:
    return "compiling included" if cold else "from the cache"


def _shape(speed: Speed) -> tuple[str, str]:
    return f"{speed.rows:,} x {speed.features}", str(speed.complexity)


def _moves_row(speed: Speed) -> tuple[str, ...]:
    one, many = speed.moves, speed.moves_all_threads
    return (
        *_shape(speed), f"{one.cpu:,.0f}", f"{one.wall:,.0f}", f"{many.cpu:,.0f}",
        f"{ratio(many, one):.2f}", f"{many.wall / one.wall:.2f}", f"{speed.limit.cpu:,.0f}",
        f"{ratio(one, speed.limit):.2f}",
    )  # fmt: skip


def _literals_row(speed: Speed) -> tuple[str, ...]:
    one, many = speed.literals, speed.literals_all_threads
    return (
        *_shape(speed), f"{one.cpu:,.0f}", f"{one.wall:,.0f}", f"{many.cpu:,.0f}",
        f"{ratio(many, one):.2f}", f"{many.wall / one.wall:.2f}",
    )  # fmt: skip


def _peer_row(speed: Speed) -> tuple[str, ...]:
    assert speed.peer is not None
    assert speed.peer_unchecked is not None
    return (
        *_shape(speed), f"{speed.moves.cpu:,.0f}",
        f"{speed.peer.cpu:,.3g}", f"{ratio(speed.moves, speed.peer):,.0f}",
        f"{speed.peer_unchecked.cpu:,.4g}", f"{ratio(speed.moves, speed.peer_unchecked):,.0f}",
    )  # fmt: skip


def subproblems_document(report: SubproblemReport) -> dict[str, Any]:
    """Return the benchmark of backends as plain data, with the ratios."""
    document = attrs.asdict(report)
    document["absent"] = dict(report.absent)
    for entry, proof in zip(document["proofs"], report.proofs, strict=True):
        entry["ratio"] = proof.ratio
    return document


def subproblems_tables(report: SubproblemReport) -> Iterator[Section]:
    """Return the benchmark of backends, table by table."""
    operators = tuple(dict.fromkeys(answer.operator for answer in report.answers))
    cells = {(a.rows, a.backend, a.operator): _cell(a) for a in report.answers}
    yield (
        f"At most {report.time_limit:g} s each: balanced accuracy, gap to the bound that was "
        "proven, seconds by the clock on the\nwall. `=` is a proven optimum, `?` no bound.",
        ("left out", "reason"),
        list(report.absent),
    )
    for rows in dict.fromkeys(answer.rows for answer in report.answers):
        yield (
            f"Breast Cancer, {rows}",
            ("backend", *operators),
            [
                (backend, *(cells[rows, backend, operator] for operator in operators))
                for backend in report.backends
            ],
        )
    reasons = dict.fromkeys((a.backend, a.message) for a in report.answers if a.score is None)
    if reasons:
        yield "Without an answer", ("backend", "reason"), list(reasons)
    if report.proofs:
        yield (
            "Seconds to a proven optimum on all rows",
            ("operator", "exact", "fastest ILP", "", "ratio"),
            [
                (
                    p.operator, f"{p.exact:.4f}", f"{p.ilp_seconds:.2f}",
                    p.ilp or "none within the limit",
                    f"{p.ratio:,.0f}" if p.ilp else f"over {p.ratio:,.0f}",
                )
                for p in report.proofs
            ],
        )  # fmt: skip


def _cell(answer: Answer) -> str:
    if answer.score is None:
        return answer.status
    gap = "?" if answer.gap is None else f"+{answer.gap:.4f}"
    proven = "=" if answer.status == "optimal" else gap
    return f"{answer.score:.4f} {proven} {answer.seconds:.2f} s"
