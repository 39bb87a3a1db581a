"""How a decision does on a dataset: confusion, subgroups, coverage of parts, importance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.data.columns import RawColumn, raw_columns, text_of
from boolsmith.data.conditions import missing_mask, value_text
from boolsmith.data.tables import Table, frame_to_table
from boolsmith.errors import BoolsmithError
from boolsmith.learn.decisions import Decision, as_decision
from boolsmith.learn.exports.text import phrase
from boolsmith.rules import Path

_MAX_GROUPS = 20


@attrs.frozen
class Scores:
    """How often the label was right: over all rows, and as the mean over the classes."""

    rows: int
    accuracy: float
    balanced_accuracy: float


@attrs.frozen
class Group:
    """The scores on the rows that share a value of a feature."""

    feature: str
    value: str
    scores: Scores
    predicted: dict[str, float]  # the share of each label


@attrs.frozen
class Coverage:
    """Where a part of a rule holds: on which share of rows, and how often the label is right."""

    branch: int
    path: Path
    text: str
    rows: int
    share: float
    precision: float | None  # share of rows of the branch's label among those; None if no rows


@attrs.frozen
class Importance:
    """How much balanced accuracy falls when the values of a feature are shuffled."""

    feature: str
    mean: float
    deviation: float


@attrs.frozen
class DatasetReport:
    """How a decision does on a dataset. `confusion[i][j]`: rows of class i that got label j."""

    labels: tuple[str, ...]
    confusion: tuple[tuple[int, ...], ...]
    scores: Scores
    groups: tuple[Group, ...]
    coverage: tuple[Coverage, ...]
    importance: tuple[Importance, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return attrs.asdict(self)

    def __str__(self) -> str:
        width = max(map(len, self.labels))
        widths = [max(8, len(label)) for label in self.labels]
        lines = [
            f"{self.scores.rows} rows, accuracy {self.scores.accuracy:.4f}, "
            f"balanced accuracy {self.scores.balanced_accuracy:.4f}",
            "confusion (rows: true class, columns: label)",
            "  ".join([" " * width, *(label.rjust(8) for label in self.labels)]),
        ]
        for label, counts in zip(self.labels, self.confusion, strict=True):
            cells = [f"{n:{w}}" for n, w in zip(counts, widths, strict=True)]
            lines.append("  ".join([label.ljust(width), *cells]))
        lines.append("parts (rows where true, share, precision)")
        for part in self.coverage:
            precision = "   -" if part.precision is None else f"{part.precision:.2f}"
            indent = "  " * len(part.path)
            lines.append(f"{part.rows:8d}  {part.share:6.1%}  {precision}  {indent}{part.text}")
        if self.groups:
            lines.append("subgroups (rows, balanced accuracy)")
        for group in self.groups:
            score = group.scores
            name = f"{group.feature} = {group.value}"
            lines.append(f"{score.rows:8d}  {score.balanced_accuracy:.4f}  {name}")
        lines.append("importance (fall in balanced accuracy when shuffled)")
        lines += [f"{i.mean:8.4f} ± {i.deviation:.4f}  {i.feature}" for i in self.importance]
        return "\n".join(lines)


def explain_dataset(
    model: Any,
    X: Any,
    y: Any,
    *,
    groups: Sequence[str] = (),
    repeats: int = 5,
    seed: int = 0,
) -> DatasetReport:
    """Return how a decision does on raw rows X of classes y, and on subgroups of features."""
    decision = as_decision(model)
    table = _as_table(X)
    truth = _texts(np.asarray(y))
    if len(truth) != len(table):
        raise BoolsmithError(f"y has {len(truth)} labels for {len(table)} rows: give one for each")
    guess = _texts(decision.predict(table))
    labels = tuple(sorted({*map(str, decision.labels), *truth.tolist()}))
    return DatasetReport(
        labels,
        tuple(tuple(int(np.sum((truth == a) & (guess == b))) for b in labels) for a in labels),
        scores(truth, guess),
        tuple(group for name in groups for group in _groups(name, table, truth, guess)),
        tuple(_coverage(decision, table, truth)),
        tuple(_importance(decision, table, truth, repeats, seed)),
    )


def _as_table(X: Any) -> Table:
    if isinstance(X, Table):
        return X
    if hasattr(X, "columns") and not isinstance(X, np.ndarray):
        return frame_to_table(X)
    return Table({column.name: column.values for column in raw_columns(np.asarray(X))})


def scores(truth: NDArray[Any], guess: NDArray[Any]) -> Scores:
    """Return accuracy, and its mean over the classes that occur."""
    right = truth == guess
    recalls = [float(right[truth == label].mean()) for label in np.unique(truth)]
    return Scores(len(truth), float(right.mean()), float(np.mean(recalls)))


def _texts(labels: NDArray[Any]) -> NDArray[Any]:
    return np.array([str(label) for label in labels.tolist()])


def _groups(name: str, table: Table, truth: NDArray[Any], guess: NDArray[Any]) -> Iterator[Group]:
    for value, rows in _split(RawColumn(name, table[name])):
        labels, counts = np.unique(guess[rows], return_counts=True)
        shares = dict(zip(labels.tolist(), (counts / rows.sum()).tolist(), strict=True))
        yield Group(name, value, scores(truth[rows], guess[rows]), shares)


def _split(column: RawColumn) -> list[tuple[str, NDArray[np.bool_]]]:
    """Return the rows by value; numbers and dates of many values by quarters."""
    values = column.values.astype(float) if column.values.dtype == bool else column.values
    gone = missing_mask(values)
    distinct = sorted(set(values[~gone].tolist()))
    if len(distinct) <= _MAX_GROUPS or column.kind == "category":
        parts = [(text_of(value), values == value) for value in distinct[: 5 * _MAX_GROUPS]]
    else:
        present = np.sort(values[~gone])
        cuts = [present[len(present) * i // 4 - 1] for i in (1, 2, 3)]
        number = np.searchsorted(np.array(cuts), values)
        ends = [str(cut) if column.kind == "date" else value_text(float(cut)) for cut in cuts]
        names = [f"up to {ends[0]}", *(f"{a} to {b}" for a, b in pairwise(ends))]
        names.append(f"above {ends[-1]}")
        parts = [(text, (number == i) & ~gone) for i, text in enumerate(names)]
    return [(text, rows) for text, rows in [*parts, ("missing", gone)] if rows.any()]


def _coverage(decision: Decision, table: Table, truth: NDArray[Any]) -> Iterator[Coverage]:
    for i, (rule, label) in enumerate(decision.branches):
        for path, node in rule.flatten():
            (holds,) = attrs.evolve(decision, branches=((node, True),)).outcomes(table)
            rows = int(holds.sum())
            right = float(np.mean(truth[holds] == str(label))) if rows else None
            yield Coverage(i, path, phrase(node), rows, rows / len(truth), right)


def _importance(
    decision: Decision, table: Table, truth: NDArray[Any], repeats: int, seed: int
) -> list[Importance]:
    rng = np.random.default_rng(seed)

    def score(rows: Table) -> float:
        return scores(truth, _texts(decision.predict(rows))).balanced_accuracy

    base, found = score(table), []
    for name in decision.features():
        shuffled = (rng.permutation(table[name]) for _ in range(repeats))
        falls = [base - score(Table({**table.columns, name: values})) for values in shuffled]
        found.append(Importance(name, float(np.mean(falls)), float(np.std(falls))))
    return sorted(found, key=lambda item: (-item.mean, item.feature))
