"""From Python objects to the flat arrays of kernels, and rules back again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from boolsmith.acceptances import METROPOLIS, Acceptance
from boolsmith.data import PackedData
from boolsmith.engine import layout as at
from boolsmith.engine.addresses import acceptance_address, metric_address
from boolsmith.errors import BoolsmithError
from boolsmith.metrics import Metric
from boolsmith.moves import turns_of_moves
from boolsmith.operators import AnyOperator, TableOperator
from boolsmith.rules import Literal, Node, Rule

_SCRATCH_WORDS = 9 * at.BLOCK  # bit planes, carry, threshold, and a block of zeros


@attrs.frozen
class Bounds:
    """The bounds of a search as kernels take them: always numbers."""

    max_complexity: int
    max_depth: int
    max_initial: int


@attrs.frozen
class Steps:
    """How a search goes from rule to rule: what is proposed, and what is accepted.

    `local_moves` are those of literals and of operators, as `turns_of_moves` orders them.
    """

    acceptance: Acceptance = METROPOLIS
    local_moves: tuple[tuple[int, ...], tuple[int, ...]] = turns_of_moves()
    negated_operators: bool = False


_PAPER_STEPS = Steps()


@attrs.frozen(eq=False)
class OperatorTable:
    """Operators as arrays: a row of parameters for each (operator, arity, k)."""

    operators: tuple[AnyOperator, ...]
    params: NDArray[np.int64]
    masks: NDArray[np.uint64]
    ranges: NDArray[np.int64]  # [operator, arity] -> first row, row after the last
    keys: tuple[tuple[int, int, int | None], ...]  # the (operator, arity, k) of every row

    @cached_property
    def _rows(self) -> dict[tuple[AnyOperator, int, int | None], int]:
        return {
            (self.operators[index], arity, k): row
            for row, (index, arity, k) in enumerate(self.keys)
        }

    def row_of(self, operator: AnyOperator, arity: int, k: int | None) -> int:
        """Return the row of an operator with so many children and this parameter."""
        row = self._rows.get((operator, arity, k))
        if row is None:
            raise BoolsmithError(
                f"{operator.name} of {arity} children is not in this search: "
                f"its operators are {', '.join(o.name for o in self.operators)}"
            )
        return row


def operator_table(operators: Sequence[AnyOperator], max_arity: int) -> OperatorTable:
    """Return a table of operators up to an arity."""
    rows: list[tuple[int, ...]] = []
    masks: list[int] = []
    keys: list[tuple[int, int, int | None]] = []
    ranges = np.zeros((len(operators), max_arity + 1, 2), dtype=np.int64)
    for index, operator in enumerate(operators):
        for arity in range(2, max_arity + 1):
            ranges[index, arity] = len(rows)
            for k in operator.parameter_values(arity) if operator.takes(arity) else ():
                mask, row = _parameter_row(operator, arity, k)
                rows.append(row)
                masks.append(mask)
                keys.append((index, arity, k))
            ranges[index, arity, 1] = len(rows)
    return OperatorTable(
        tuple(operators),
        np.array(rows, dtype=np.int64).reshape(len(rows), at.PARAMETER_FIELDS),
        np.array(masks, dtype=np.uint64),
        ranges,
        tuple(keys),
    )


def _parameter_row(operator: AnyOperator, arity: int, k: int | None) -> tuple[int, tuple[int, ...]]:
    written = -1 if k is None else k
    if isinstance(operator, TableOperator):
        return operator.table, (written, at.KIND_TABLE, 0, 0, 0)
    mask = operator.mask(arity, k)
    changes = [c for c in range(1, arity + 1) if (mask >> c ^ mask >> (c - 1)) & 1]
    never = 7  # a count that the three bits of an interval never reach
    first, second = ([*changes, never, never])[:2]
    if not changes:
        kind = at.KIND_CONSTANT
    elif changes == [arity]:
        kind = at.KIND_ALL
    elif changes == [1]:
        kind = at.KIND_ANY
    else:
        kind = at.KIND_INTERVAL if len(changes) <= 2 else at.KIND_COUNTS
    return mask, (written, kind, first, second, mask & 1)


@attrs.frozen(eq=False)
class Problem:
    """Everything a kernel needs that does not change during a search."""

    data: PackedData
    table: OperatorTable
    metric: Metric
    bounds: Bounds
    regularization: float
    flat: at.FlatProblem
    worker_words: int

    def for_worker(self, worker: int) -> at.FlatProblem:
        """Return the problem as the kernels of one worker take it, with buffers of its own."""
        numbers = self.flat.numbers.copy()
        numbers.slot_base += worker * self.worker_words
        numbers.scratch += worker * self.worker_words
        return self.flat._replace(numbers=numbers)

    def encode(self, rule: Rule) -> NDArray[np.int64]:
        """Return a rule as an array of nodes."""
        nodes = np.full((self.bounds.max_complexity + 2, at.NODE_FIELDS), -1, dtype=np.int64)
        flat = [node for _, node in rule.flatten()]
        if len(flat) > self.bounds.max_complexity:
            raise BoolsmithError(
                f"rule {rule} has complexity {len(flat)}, over the bound of "
                f"{self.bounds.max_complexity}"
            )
        for i, node in enumerate(flat):
            nodes[i] = self._encode_node(node)
        return nodes

    def _encode_node(self, node: Rule) -> tuple[int, int, int, int, int]:
        if isinstance(node, Literal):
            feature, negated = self.find_feature(node)
            return at.LITERAL, feature, int(negated), 1, -1
        if not isinstance(node, Node):
            raise BoolsmithError(f"a search starts from rules with literals, not from {node}")
        row = self.table.row_of(node.operator, len(node.children), node.k)
        return self.table.keys[row][0], row, int(node.negated), node.complexity, -1

    @cached_property
    def _literals(self) -> tuple[Literal, ...]:
        return tuple(Literal(name) for name in self.data.feature_names)

    @cached_property
    def _features(self) -> dict[str, tuple[int, bool]]:
        return {
            literal.feature: (index, literal.negated)
            for index, literal in enumerate(self._literals)
        }

    def find_feature(self, literal: Literal) -> tuple[int, bool]:
        """Return the column of a literal, and whether it is read negated."""
        if literal.feature not in self._features:
            raise BoolsmithError(f"no column is named {literal.feature!r}")
        index, flipped = self._features[literal.feature]
        return index, literal.negated != flipped

    def literal(self, feature: int, negated: bool) -> Rule:
        """Return the literal of a column."""
        return ~self._literals[feature] if negated else self._literals[feature]

    def decode(self, nodes: NDArray[np.int64]) -> Rule:
        """Return the rule in an array of nodes."""
        rule, _ = self._decode(nodes.tolist(), 0)
        return rule

    def _decode(self, nodes: list[list[int]], i: int) -> tuple[Rule, int]:
        operator, argument, negated, size, _ = nodes[i]
        if operator == at.LITERAL:
            return self.literal(argument, bool(negated)), i + 1
        children = []
        end, i = i + size, i + 1
        while i < end:
            child, i = self._decode(nodes, i)
            children.append(child)
        _, _, k = self.table.keys[argument]
        return Node(self.table.operators[operator], tuple(children), k, bool(negated)), end


def build_problem(
    data: PackedData,
    operators: Sequence[AnyOperator],
    metric: Metric,
    bounds: Bounds,
    *,
    steps: Steps = _PAPER_STEPS,
    regularization: float = 0.0,
    num_workers: int = 1,
    transpose: bool = True,
    around: tuple[NDArray[np.uint64], NDArray[np.uint64]] | None = None,
) -> Problem:
    """Return a search problem laid out for the kernels.

    With a base rule, `around` holds the rows that the searched part decides, and the outcome of
    the whole where that part is false.
    """
    table = operator_table(operators, min(bounds.max_complexity - 1, at.MAX_ARITY))
    numbers = at.new_record(at.NUMBERS)
    numbers.operators = len(operators)
    numbers.negate = steps.negated_operators
    numbers.min_initial = min((arity for _, arity, _ in table.keys), default=2)
    numbers.max_initial = bounds.max_initial
    numbers.max_complexity, numbers.max_depth = bounds.max_complexity, bounds.max_depth
    numbers.regularization = regularization
    numbers.acceptance = acceptance_address(steps.acceptance)
    numbers.takes_better = steps.acceptance.takes_better
    _set_metric(numbers, data, metric)
    arena, worker_words = _lay_out(numbers, data, num_workers, around)
    transposed = np.ascontiguousarray(data.words.T).reshape(-1) if transpose else arena[:0]
    moves = [np.array(codes, dtype=np.int64) for codes in steps.local_moves]
    rows = at.Operators(table.params, table.masks)
    flat = at.FlatProblem(arena, transposed, numbers, rows, table.ranges, *moves)
    return Problem(data, table, metric, bounds, regularization, flat, worker_words)


def _lay_out(
    numbers: Any,
    data: PackedData,
    num_workers: int,
    around: tuple[NDArray[np.uint64], NDArray[np.uint64]] | None,
) -> tuple[NDArray[np.uint64], int]:
    """Return the arena, and how many words of it each worker has; `numbers` get what is where."""
    m, words = data.words.shape
    num_slots = 2 * int(numbers.max_complexity) + 6
    worker_words = num_slots * words + _SCRATCH_WORDS
    tails = 2  # the last word of each class with its padding cleared
    planes = len(data.planes)
    fixed = m * words + tails + (planes + 2) * words
    arena = np.zeros(fixed + num_workers * worker_words, dtype=np.uint64)
    arena[: m * words] = data.words.reshape(-1)
    plane_base = m * words + tails
    everything = np.bitwise_or.reduce(data.planes, axis=0) if planes > 1 else data.planes[0]
    valid = data.valid
    arena[plane_base - 2] = valid[data.num_positive_words - 1]
    arena[plane_base - 1] = valid[-1]
    arena[plane_base : plane_base + planes * words] = data.planes.reshape(-1)
    care_base = plane_base + planes * words
    arena[care_base : care_base + words] = everything
    if around is not None:
        care, base = around
        arena[care_base : care_base + words] &= care
        arena[care_base + words : care_base + 2 * words] = base
        numbers.has_base = True
        numbers.base_tp, numbers.base_fp = data.units(base)
    plain = planes == 1 and data.unit == 1.0 and np.array_equal(everything, valid)
    numbers.features, numbers.words = m, words
    numbers.positive_words = data.num_positive_words
    numbers.planes = 0 if plain else planes
    numbers.plane_base = plane_base
    numbers.care_base, numbers.base_base = care_base, care_base + words
    numbers.slot_base, numbers.num_slots = fixed, num_slots
    numbers.scratch = fixed + num_slots * words
    return arena, worker_words


def _set_metric(numbers: Any, data: PackedData, metric: Metric) -> None:
    """Put a metric into the numbers: as coefficients if it is affine, else as an address."""
    positive, negative = data.class_weights
    numbers.total_positive, numbers.total_negative = positive, negative
    numbers.unit = data.unit
    numbers.metric = metric_address(metric)
    if metric.affine:
        constant = metric(0, 0, positive, negative)
        numbers.affine = True
        numbers.constant = constant
        numbers.positive = (metric(positive, 0, 0, negative) - constant) / positive
        numbers.negative = (metric(0, negative, positive, 0) - constant) / negative
