"""What a plugin answers, as plain data: to compare it with itself, here and in another process.

Run as a program (`python -m boolsmith_testing.probe PLUGIN`) it prints that for a distribution or
a file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from boolsmith.metrics import Metric
from boolsmith.moves import Move
from boolsmith.operators import AnyOperator, Operator
from boolsmith.schedules import Schedule

if TYPE_CHECKING:
    from boolsmith_testing.subject import Subject

LENGTHS = (1, 2, 3, 10, 1000, 17)
CLASS_TOTALS = ((1, 1), (1, 4), (3, 2), (10, 10), (7, 30))
NUM_PROPOSALS = 100


def operator_tables(operator: AnyOperator, max_arity: int = 8) -> dict[str, list[Any]]:
    """For every arity the parameters and the accepted counts, asked anew; or the truth table."""
    if not isinstance(operator, Operator):
        return {str(operator.arity): [operator.table]}
    tables = {}
    for arity in range(operator.min_arity, max_arity + 1):
        ks = [()] if operator.parameters is None else [(k,) for k in operator.parameters(arity)]
        tables[str(arity)] = [
            [*k, *(bool(operator.accepts(count, arity, *k)) for count in range(arity + 1))]
            for k in ks
        ]
    return tables


def metric_tables() -> list[tuple[float, float, float, float]]:
    """Confusion matrices with rows of both classes, from never right to always."""
    return [
        (float(tp), float(fp), float(positive - tp), float(negative - fp))
        for positive, negative in CLASS_TOTALS
        for tp in range(positive + 1)
        for fp in range(negative + 1)
    ]


def metric_scores(metric: Metric) -> list[Any]:
    """Return the scores of those tables."""
    return [_answer(lambda table=table: metric(*table)) for table in metric_tables()]  # type: ignore[misc]


def temperatures(schedule: Schedule) -> list[Any]:
    """Return what the schedule gives for several lengths."""

    def values(length: int) -> list[float]:
        return [float(t) for t in schedule.temperatures(length, *schedule.values)]

    return [_answer(lambda length=length: values(length)) for length in LENGTHS]  # type: ignore[misc]


def proposals(move: Move, operators: tuple[AnyOperator, ...]) -> list[Any]:
    """Return what the move proposes for several rules and seeds, as text."""
    from boolsmith_testing.material import move_context, search_rules

    rules = search_rules(20, operators)

    def propose(seed: int) -> str:
        return str(move(rules[seed % len(rules)], move_context(seed, operators, rules)))

    return [_answer(lambda seed=seed: propose(seed)) for seed in range(NUM_PROPOSALS)]  # type: ignore[misc]


def _answer(ask: Callable[[], Any]) -> Any:
    """Return an answer as plain data: NaN equals itself, and an exception is an answer."""
    try:
        value = ask()
    except Exception as error:
        return f"raised {type(error).__name__}"
    return repr(value) if isinstance(value, float) and value != value else value  # noqa: PLR0124


def answers(subject: Subject) -> dict[str, dict[str, Any]]:
    """All of the above for everything that a plugin registers, by kind and name."""
    from boolsmith_testing.material import search_operators

    entries = subject.entries
    known = search_operators(entries["operator"])
    return {
        "operator": {f.name: operator_tables(f) for f in entries["operator"]},
        "metric": {m.name: metric_scores(m.with_parameters()) for m in entries["metric"]},
        "schedule": {s.name: temperatures(s.with_parameters()) for s in entries["schedule"]},
        "move": {
            m.name: proposals(m.with_parameters(), known)
            for m in entries["move"]
            if m.local is None
        },
    }


def main(target: str) -> None:
    """Print the answers of a distribution or of a file as one line of JSON."""
    from boolsmith_testing.subject import find_subject, registered

    subject = find_subject(target)
    modules = sorted(sys.modules)  # what importing the plugin imports
    with registered(subject):
        print(json.dumps({"modules": modules, **answers(subject)}))  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1])
