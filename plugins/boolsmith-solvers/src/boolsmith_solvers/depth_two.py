"""Rules of depth two in a fixed form, an Or of Ands or an And of Ors, as an integer linear program.

The rule is the outer operator over children that are literals or terms; a term is the inner
operator over at least two different features, and a lone child stands for itself. Literals that
are children share one group of variables, and at most `max_num_literals // 2` terms have a group
each, so that every rule of the form is there, and none twice because of its single literals.

An And of Ors is an Or of Ands of the opposite literals with the opposite outcome, so one program
does for both: below, a literal's *value* and a row's *target* are meant in that sense.
"""

from __future__ import annotations

from functools import partial

import attrs
import numpy as np
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AND, OR, Operator
from boolsmith.rules import Literal, Node, Rule
from boolsmith.subproblems import Subproblem
from numpy.typing import ArrayLike, NDArray

from boolsmith_solvers.linear_program import (
    Floats,
    Indices,
    LinearProgram,
    ProgramBuilder,
    Term,
)
from boolsmith_solvers.reading import InfeasibleError, Rows, read, require


@attrs.frozen(eq=False)
class DepthTwo:
    """The program for one subproblem, and the way between its assignments and rules."""

    subproblem: Subproblem
    rows: Rows
    program: LinearProgram
    groups: Indices  # one row of positions of literals for the single ones and for each term
    used: Indices
    true: Indices  # for each row that should be true, one position per term
    error: Indices | None
    several: int | None
    total: float

    def decode(self, assignment: ArrayLike) -> Rule:
        """Return the rule that an assignment stands for."""
        x = np.rint(np.asarray(assignment, dtype=np.float64)).astype(np.int64)
        outer, inner = _operators(self.subproblem)
        groups = [self.rows.literals_at(np.flatnonzero(x[group])) for group in self.groups]
        children: list[Rule] = list(groups[0])
        for literals in groups[1:]:
            children += [Node(inner, literals)] if len(literals) > 1 else literals
        if not children:
            raise BoolsmithError("an assignment without literals is not a rule")
        if len(children) == 1:
            return ~children[0] if self.subproblem.negated else children[0]
        return Node(outer, tuple(children), negated=self.subproblem.negated)

    def encode(self, rule: Rule) -> Floats:
        """Return an assignment that stands for the rule, with as few errors as it has."""
        x = np.zeros(self.program.num_variables)
        positions = self.rows.positions
        outer, _ = _operators(self.subproblem)
        lone = not isinstance(rule, Node) or rule.operator != outer
        children = (~rule if self.subproblem.negated else rule,) if lone else rule.children
        terms = [child for child in children if isinstance(child, Node)]
        terms.sort(key=lambda term: -len(term.children))
        for child in children:
            if isinstance(child, Literal):
                x[self.groups[0][positions[child]]] = 1
        values = _values(self.subproblem, self.rows)
        targets = _targets(self.subproblem, self.rows)
        for t, term in enumerate(terms):
            chosen = [positions[literal] for literal in term.literals()]
            x[self.groups[t + 1][chosen]] = 1
            x[self.used[t]] = 1
            x[self.true[:, t]] = values[targets][:, chosen].all(axis=1)
        if self.several is not None:
            x[self.several] = not lone
        if self.error is not None:
            x[self.error] = self.rows.outcome(rule) != self.rows.labels
        return x


def _operators(subproblem: Subproblem) -> tuple[Operator, Operator]:
    return (OR, AND) if subproblem.shape == "or-of-ands" else (AND, OR)


def _values(subproblem: Subproblem, rows: Rows) -> NDArray[np.bool_]:
    return rows.literals if subproblem.shape == "or-of-ands" else ~rows.literals


def _targets(subproblem: Subproblem, rows: Rows) -> NDArray[np.bool_]:
    flipped = (subproblem.shape == "and-of-ors") != subproblem.negated
    return np.asarray(rows.labels != flipped)


def depth_two(subproblem: Subproblem, *, errors: bool) -> DepthTwo:
    """Return the program of a subproblem of depth two."""
    require(subproblem)
    return _Build(subproblem, errors).result()


class _Build:
    """Builds the program step by step; each method adds one kind of variable or row."""

    def __init__(self, subproblem: Subproblem, errors: bool) -> None:
        self.subproblem, self.rows, self.errors = subproblem, read(subproblem), errors
        m = self.rows.num_features
        self.num_terms = subproblem.max_num_literals // 2 if m >= 2 else 0
        self.least = subproblem.min_num_literals
        self.most = min(subproblem.max_num_literals, m * (1 + self.num_terms))
        if self.least > self.most:
            raise InfeasibleError(f"{m} features are too few for {self.least} literals")
        self.term_size = min(m, self.most)
        self.builder = ProgramBuilder(max_chosen=self.most)
        self.several: int | None = None

    def result(self) -> DepthTwo:
        self.add_variables()
        self.add_structure()
        targets = _targets(self.subproblem, self.rows)
        self.add_true_rows(np.flatnonzero(targets))
        self.add_false_rows(np.flatnonzero(~targets))
        return DepthTwo(
            self.subproblem,
            self.rows,
            self.builder.build(),
            self.groups,
            self.used,
            self.true,
            self.error,
            self.several,
            float(self.rows.weights.sum()),
        )

    def add_variables(self) -> None:
        m, cost, add = (
            self.rows.num_features,
            self.subproblem.regularization,
            self.builder.variables,
        )
        kinds = [f"{kind}[{{}},{j}]" for kind in ("plain", "negated") for j in range(m)]
        self.groups = np.stack(
            [add([kind.format(g) for kind in kinds], cost) for g in range(1 + self.num_terms)]
        )
        self.builder.num_literals = self.groups.size
        self.used = add([f"used[{t}]" for t in range(self.num_terms)], cost)
        if cost > 0 and self.most > 1:
            self.several = self.builder.variable("several", cost)
        n = len(self.rows.labels)
        names = [f"error[{i}]" for i in range(n)]
        self.error = add(names, self.rows.weights) if self.errors else None
        wanted = np.flatnonzero(_targets(self.subproblem, self.rows))
        names = [f"true[{i},{t}]" for i in wanted for t in range(self.num_terms)]
        self.true = add(names).reshape(len(wanted), self.num_terms)

    def add_structure(self) -> None:
        """Rows that say what a rule is: numbers of literals and children, features once a group."""
        m, add = self.rows.num_features, self.builder.rows
        every = self.groups.ravel()
        children: list[Term] = [(self.groups[0], 1), (self.used, 1)]
        add([(every, 1)], lower=self.least, upper=self.most)
        for group in self.groups:
            add([(group[:m, None], 1), (group[m:, None], 1)], upper=1, count=m)
        for used, group in zip(self.used, self.groups[1:], strict=True):
            add([(group, 1), ([used], -2)], lower=0)
            add([(group, 1), ([used], -self.term_size)], upper=0)
        for first, second in zip(self.groups[1:], self.groups[2:], strict=False):
            add([(first, 1), (second, -1)], lower=0)  # the longest term first: no two orders
        if self.several is not None:
            add([*children, ([self.several], -1)], lower=1)
            add([*children, ([self.several], 1 - self.most)], upper=1)

    def may_err(self, part: Indices, big: float) -> list[Term]:
        return [] if self.error is None else [(self.error[part][:, None], big)]

    def add_true_rows(self, part: Indices) -> None:
        """Return a row that should be true has a true literal, a true term, or an error."""
        values = _values(self.subproblem, self.rows)[part]
        add = partial(self.builder.rows, weight=self.rows.weights[part], count=len(part))
        add([(self.groups[0], values), (self.true, 1), *self.may_err(part, 1)], lower=1)
        for t, group in enumerate(self.groups[1:]):
            true = self.true[:, t : t + 1]
            add([(group, ~values), (true, self.term_size)], upper=self.term_size)
            add([(true, 1), ([self.used[t]], -1)], upper=0)

    def add_false_rows(self, part: Indices) -> None:
        """Return a row that should be false has no true literal and a false one in every term."""
        values = _values(self.subproblem, self.rows)[part]
        add = partial(self.builder.rows, weight=self.rows.weights[part], count=len(part))
        big = min(self.rows.num_features, self.most)
        add([(self.groups[0], values), *self.may_err(part, -big)], upper=0)
        for used, group in zip(self.used, self.groups[1:], strict=True):
            add([(group, ~values), ([used], -1), *self.may_err(part, 1)], lower=0)
