"""Rules of depth one as an integer linear program.

Variables, in this order: one per literal (plain, then negated); `error[i]`, 1 if row `i` may be
wrong; `k`; `several`, 1 if there is an operator at all; the one-hot `pair[L,k]` where the ends of
the runs need it; `run[i,b]`, which run of right counts row `i` is in (see `counts`).

For the paper's five operators these are its variables and rows. The big-M of a row is the least
that lets an error switch it off for every pair, which gives the paper's constants too: whatever
the row, each feature has one true literal, so any count up to the number of literals can occur.
"""

from __future__ import annotations

import attrs
import numpy as np
from boolsmith.errors import BoolsmithError
from boolsmith.rules import Literal, Node, Rule
from boolsmith.subproblems import Subproblem
from numpy.typing import ArrayLike, NDArray

from boolsmith_solvers.choices import pairs_of, rule_over
from boolsmith_solvers.counts import Encoding, End, Pair, Slot, encode
from boolsmith_solvers.linear_program import (
    Floats,
    Indices,
    LinearProgram,
    ProgramBuilder,
    Term,
)
from boolsmith_solvers.reading import InfeasibleError, Rows, read, require

Bits = tuple[int, ...]


@attrs.define
class _Layout:
    """Where the variables of a program of depth one are."""

    error: Indices | None = None
    k: int | None = None
    several: int | None = None
    pairs: Indices | None = None
    runs: dict[bool, Indices] = attrs.field(factory=dict)  # one row of positions per data row


@attrs.frozen(eq=False)
class DepthOne:
    """The program for one subproblem, and the way between its assignments and rules."""

    subproblem: Subproblem
    rows: Rows
    encoding: Encoding
    program: LinearProgram
    layout: _Layout
    total: float

    def decode(self, assignment: ArrayLike) -> Rule:
        """Return the rule that an assignment stands for."""
        x = np.rint(np.asarray(assignment, dtype=np.float64)).astype(np.int64)
        chosen = np.flatnonzero(x[: self.program.num_literals])
        k = None if self.layout.k is None else int(x[self.layout.k])
        candidates = [p for p in self.encoding.pairs if p.arity == len(chosen)]
        if self.layout.pairs is not None:
            picked = self.encoding.pairs[int(x[self.layout.pairs].argmax())]
            candidates = [p for p in candidates if p == picked]
        elif k is not None:
            candidates = [p for p in candidates if p.k == k]
        if not candidates:
            raise BoolsmithError(f"an assignment with {len(chosen)} literals is not a rule")
        return rule_over(self.subproblem, self.rows, chosen, candidates[0])

    def encode(self, rule: Rule) -> Floats:
        """Return an assignment that stands for the rule, with as few errors as it has."""
        chosen, pair = self._parts(rule)
        x = np.zeros(self.program.num_variables)
        x[chosen] = 1
        counts = self.rows.literals[:, chosen].sum(axis=1)
        if self.layout.k is not None:
            x[self.layout.k] = pair.k or 0
        if self.layout.several is not None:
            x[self.layout.several] = pair.several
        if self.layout.pairs is not None:
            x[self.layout.pairs[self.encoding.pairs.index(pair)]] = 1
        for label, slots in self.encoding.slots.items():
            part = np.flatnonzero(self.rows.labels == label)
            away = _distances(slots, self.encoding.pairs.index(pair), counts[part])
            if self.layout.error is not None:
                x[self.layout.error[part]] = away.min(axis=1, initial=np.inf) > 0
            if label in self.layout.runs:
                width = self.layout.runs[label].shape[1]
                codes = [(*code, *[0] * (width - len(code))) for code in _codes(len(slots))]
                x[self.layout.runs[label]] = np.array(codes)[away.argmin(axis=1)]
        return x

    def _parts(self, rule: Rule) -> tuple[Indices, Pair]:
        positions = self.rows.positions
        if isinstance(rule, Literal):
            pair = next(p for p in self.encoding.pairs if p.arity == 1 and not p.constant)
            literal = rule if pair.mask == 0b10 else ~rule
            return np.array([positions[literal]]), pair
        chosen = np.array([positions[child] for child in rule.children])  # type: ignore[index]
        mask = Pair(len(chosen), None, _mask(rule, self.subproblem)).mask
        pairs = [p for p in self.encoding.pairs if (p.arity, p.mask) == (len(chosen), mask)]
        same = [p for p in pairs if isinstance(rule, Node) and p.k == rule.k]
        return chosen, (same or pairs)[0]


def _mask(rule: Rule, subproblem: Subproblem) -> int:
    assert isinstance(rule, Node)
    arity = len(rule.children)
    mask = require(subproblem).mask(arity, rule.k)
    return mask ^ ((1 << arity + 1) - 1) if rule.negated else mask


def depth_one(
    subproblem: Subproblem, *, errors: bool, lower_bound: bool, constants: bool
) -> DepthOne:
    """Return the program of a subproblem of depth one; see `ilp` for what the options mean."""
    pairs = pairs_of(subproblem, lower_bound=lower_bound)
    if not pairs:
        raise InfeasibleError(
            f"no {subproblem.operator.name} has {subproblem.min_num_literals} to "
            f"{subproblem.max_num_literals} of {subproblem.data.num_features} features"
        )
    encoding = encode(pairs)
    return _Build(subproblem, encoding, errors, lower_bound, constants).result()


class _Build:
    """Builds the program step by step; each method adds one kind of variable or row."""

    def __init__(
        self,
        subproblem: Subproblem,
        encoding: Encoding,
        errors: bool,
        lower_bound: bool,
        constants: bool,
    ) -> None:
        self.subproblem, self.encoding = subproblem, encoding
        self.rows = read(subproblem)
        self.errors, self.lower_bound, self.constants = errors, lower_bound, constants
        self.arities = sorted({pair.arity for pair in encoding.pairs})
        self.builder = ProgramBuilder(max_chosen=self.arities[-1])
        self.layout = _Layout()

    def result(self) -> DepthOne:
        self.add_variables()
        self.add_structure()
        for label in (True, False):
            self.add_data_rows(label)
        single = self.layout.several is not None or not self.lower_bound
        total = float(self.rows.weights.sum())
        if not single:
            total -= self.subproblem.regularization * (self.arities[0] >= 2)
        return DepthOne(
            self.subproblem, self.rows, self.encoding, self.builder.build(), self.layout, total
        )

    def add_variables(self) -> None:
        m, cost = self.rows.num_features, self.subproblem.regularization
        names = [f"plain[{j}]" for j in range(m)] + [f"negated[{j}]" for j in range(m)]
        self.builder.variables(names, cost)
        self.builder.num_literals = 2 * m
        if self.errors:
            n = len(self.rows.labels)
            self.layout.error = self.builder.variables(
                [f"error[{i}]" for i in range(n)], self.rows.weights
            )
        if self.encoding.k_range is not None and not self.encoding.selectors:
            self.layout.k = self.builder.variable("k", bounds=self.encoding.k_range)
        mixed = self.lower_bound and self.arities[0] == 1 and self.arities[-1] > 1
        if self.encoding.uses_several or (mixed and cost > 0):
            priced = cost if self.lower_bound else 0.0
            self.layout.several = self.builder.variable("several", priced)
        if self.encoding.selectors:
            self.layout.pairs = self.builder.variables(
                [f"pair[{p.arity},{'' if p.k is None else p.k}]" for p in self.encoding.pairs]
            )

    def add_structure(self) -> None:
        """Rows that say what a rule is: number of literals, features once, k, several, pair."""
        m, add = self.rows.num_features, self.builder.rows
        literals, layout = np.arange(2 * m), self.layout
        least, most = self.arities[0], self.arities[-1]
        if layout.pairs is None:
            add([(literals, 1)], lower=least, upper=most)
        else:
            sizes = [pair.arity for pair in self.encoding.pairs]
            add([(layout.pairs, 1)], lower=1, upper=1)
            add([(literals, 1), (layout.pairs, np.negative(sizes))], lower=0, upper=0)
        add([(np.arange(m)[:, None], 1), (np.arange(m, 2 * m)[:, None], 1)], upper=1, count=m)
        for end, side in ((self.encoding.k_lower, 1), (self.encoding.k_upper, -1)):
            if end is not None and layout.k is not None:
                terms, constant = self.expression(end)
                terms = [([layout.k], 1), *_negated(terms)]
                add(terms, lower=constant) if side > 0 else add(terms, upper=constant)
        if layout.several is not None:
            few = 1 if self.lower_bound else 0
            add([(literals, 1), ([layout.several], -(most - 1))], upper=1)
            add([(literals, 1), ([layout.several], -(2 - few))], lower=few)

    def expression(self, end: End) -> tuple[list[Term], float]:
        """Return an end of a run as terms and a constant."""
        if end.coefficients is None:
            assert self.layout.pairs is not None
            return [(self.layout.pairs, np.array(end.values, dtype=float))], 0.0
        constant, arity, k, several = end.coefficients
        terms: list[Term] = []
        if arity:
            terms.append((np.arange(2 * self.rows.num_features), arity))
        for position, coefficient in ((self.layout.k, k), (self.layout.several, several)):
            if coefficient:
                assert position is not None
                terms.append(([position], coefficient))
        return terms, float(constant)

    def add_data_rows(self, label: bool) -> None:
        """For each run of right counts, the rows that hold a data row in it unless it errs."""
        slots = self.encoding.slots[label]
        part = np.flatnonzero(self.rows.labels == label)
        if not slots and self.layout.error is not None:
            self.builder.rows([(self.layout.error[part][:, None], 1)], lower=1, count=len(part))
        codes = _codes(len(slots))
        if len(slots) > 1:
            width = max(map(len, codes))
            names = [f"run[{i},{b}]" for i in part for b in range(width)]
            self.layout.runs[label] = self.builder.variables(names).reshape(len(part), width)
        for slot, code in zip(slots, codes, strict=True):
            if not self.add_equal_ends(slot, part, len(slots)):
                self.add_end(slot.lower, +1, label, part, code)
                self.add_end(slot.upper, -1, label, part, code)

    def add_equal_ends(self, slot: Slot, part: Indices, num_slots: int) -> bool:
        """One row with both ends, where nothing switches it off and they differ by a constant."""
        if self.errors or num_slots > 1 or slot.lower is None or slot.upper is None:
            return False
        lower, upper = slot.lower.coefficients, slot.upper.coefficients
        if lower is None or upper is None or lower[1:] != upper[1:]:
            return False
        terms, constant = self.expression(slot.lower)
        self.builder.rows(
            [self.counts(part), *_negated(terms)],
            lower=constant,
            upper=constant + upper[0] - lower[0],
            weight=self.rows.weights[part],
            count=len(part),
        )
        return True

    def counts(self, part: Indices) -> Term:
        return np.arange(2 * self.rows.num_features), self.rows.literals[part]

    def add_end(self, end: End | None, sign: int, label: bool, part: Indices, code: Bits) -> None:
        """`sign * (count - end) + big * (error + bits off the code) >= 0` for each data row."""
        if end is None:
            return
        big = self.big(end, sign)
        terms, constant = self.expression(end)
        every = [self.counts(part), *_negated(terms)]
        if self.layout.error is not None:
            every.append((self.layout.error[part][:, None], sign * big))
        for b, bit in enumerate(code):
            every.append((self.layout.runs[label][:, b : b + 1], sign * big * (1 - 2 * bit)))
            constant -= sign * big * bit
        lower, upper = (constant, np.inf) if sign > 0 else (-np.inf, constant)
        weight = self.rows.weights[part]
        self.builder.rows(every, lower=lower, upper=upper, weight=weight, count=len(part))

    def big(self, end: End, sign: int) -> int:
        """How far a count can be on the wrong side of an end."""
        pairs = zip(self.encoding.pairs, end.values, strict=True)
        kept = [(p, v) for p, v in pairs if self.constants or not p.constant]
        return max([1, *(v if sign > 0 else p.arity - v for p, v in kept)])


def _negated(terms: list[Term]) -> list[Term]:
    return [(columns, np.negative(coefficients)) for columns, coefficients in terms]


def _codes(count: int) -> list[Bits]:
    """Return a prefix code of the least length for so many runs: the paper's q for two."""
    if count <= 1:
        return [()] * count
    half = (count + 1) // 2
    first, second = _codes(half), _codes(count - half)
    return [(0, *code) for code in first] + [(1, *code) for code in second]


def _distances(slots: tuple[Slot, ...], index: int, counts: NDArray[np.int64]) -> Floats:
    """How far each count is from each run."""
    away = np.zeros((len(counts), len(slots)))
    for s, slot in enumerate(slots):
        if slot.lower is not None:
            away[:, s] = np.maximum(away[:, s], slot.lower.values[index] - counts)
        if slot.upper is not None:
            away[:, s] = np.maximum(away[:, s], counts - slot.upper.values[index])
    return away
