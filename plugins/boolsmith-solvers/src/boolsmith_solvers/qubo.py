"""The best rule of a subproblem as a QUBO, by the recipe of the paper.

Every row `l <= a.x <= u` of the integer linear program becomes the penalty `(a.x - l - s)**2` or
`(a.x - u + s)**2`, whichever has the bound of smaller magnitude, with a slack `s` of as many bits
as `u - l` needs. `l` and `u` are cut to what the row can reach with at most so many literals. Two
binary variables that exclude each other cost no slack: their product is the penalty.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from boolsmith.errors import BoolsmithError
from boolsmith.rules import Rule
from boolsmith.subproblems import Subproblem
from numpy.typing import ArrayLike, NDArray

from boolsmith_solvers.choices import best_over, pairs_of
from boolsmith_solvers.ilp import ILPModel, formulate
from boolsmith_solvers.linear_program import Floats, Indices, LinearProgram
from boolsmith_solvers.starts import start_rules

if TYPE_CHECKING:
    import dimod


@attrs.frozen(eq=False)
class QUBOModel:
    """Minimise `offset + linear @ x + sum(values * x[first] * x[second])` over bits `x`.

    With error variables the least energy is that of the best rule: `objective(energy)` is then
    the subproblem's objective. Without, the energy is regularization times complexity plus the
    weighted squares of how far the counts are from right, which prefers being wrong by less.
    """

    ilp: ILPModel
    names: tuple[str, ...]
    linear: Floats
    first: Indices
    second: Indices
    values: Floats
    offset: float
    _penalties: _Penalties

    @property
    def num_variables(self) -> int:
        """How many bits there are."""
        return len(self.names)

    def energies(self, samples: ArrayLike) -> Floats:
        """Return the energy of each row of bits."""
        x = np.atleast_2d(np.asarray(samples, dtype=np.float64))
        pairs = (x[:, self.first] * x[:, self.second]) @ self.values
        return np.asarray(self.offset + x @ self.linear + pairs)

    def objective(self, energy: float) -> float:
        """Return the subproblem's objective for an energy, for a model with error variables."""
        return self.ilp.objective(energy)

    def decode(self, sample: ArrayLike) -> Rule | None:
        """Return the best rule over the literals that the bits choose; None if they choose no rule.

        A parameter that does not suit the literals is replaced by the best one.
        """
        subproblem, rows = self.ilp.subproblem, self.ilp.rows
        x = np.asarray(sample) > 0
        if subproblem.shape == "depth-one":
            chosen = np.flatnonzero(x[: self.ilp.program.num_literals])
            return best_over(subproblem, rows, chosen, pairs_of(subproblem))
        try:
            rule = self.ilp.decode(self._penalties.to_variables(x))
        except BoolsmithError:
            return None
        return rule if subproblem.fits(rule) else None

    def encode(self, rule: Rule) -> NDArray[np.int8]:
        """Bits that stand for the rule, with the slacks that suit them best."""
        return self._penalties.to_bits(self.ilp.encode(rule))

    def to_dimod(self) -> dimod.BinaryQuadraticModel:
        """Return the model for samplers of dimod; variables are the positions of the bits."""
        import dimod

        bqm = dimod.BinaryQuadraticModel.from_numpy_vectors(
            self.linear, (self.first, self.second, self.values), self.offset, dimod.BINARY
        )
        if bqm.num_variables < self.num_variables:  # trailing bits without any coefficient
            bqm.add_linear_from((v, 0.0) for v in range(self.num_variables))
        return bqm


def qubo(
    subproblem: Subproblem,
    *,
    errors: bool = True,
    L1: float = 1.0,
    L2: float | None = None,
    lower_bound: bool = True,
    constants: bool = True,
) -> QUBOModel:
    """Return the subproblem as a QUBO, with or without error variables.

    `L1` times its weight penalizes a data row, `L2` what makes an assignment no rule. With error
    variables every `L1 >= 1` is sound, because an error costs no more than what it lifts. The
    default `L2` is the energy of a rule found quickly, plus one: no assignment that is not a rule
    can have less than the best rule then. `lower_bound` and `constants` are as for `ilp`.

    The paper's count of variables for Choose with its two rows per data row needs one slack for
    both, which is not a correct encoding; here each row has its own.
    """
    if L1 <= 0 or (L2 is not None and L2 <= 0):
        raise BoolsmithError(f"penalties L1={L1} and L2={L2} must be positive")
    model = formulate(subproblem, errors=errors, lower_bound=lower_bound, constants=constants)
    penalties = _Penalties(model.program)
    matrix, targets, weights = penalties.arrays()
    if L2 is None:
        soft = np.where(np.isinf(weights), 0.0, L1 * weights)
        starts = [penalties.to_bits(model.encode(rule)) for rule in start_rules(model)]
        energies = [
            penalties.cost_offset + penalties.cost @ bits + soft @ (matrix @ bits - targets) ** 2
            for bits in starts
        ]
        L2 = 1.0 + float(min(energies, default=model.rows.weights.sum()))
    squares = _Squares(matrix, targets, np.where(np.isinf(weights), L2, L1 * weights))
    return _assemble(model, penalties, squares, L2)


def num_qubo_variables(
    subproblem: Subproblem,
    *,
    errors: bool = True,
    lower_bound: bool = True,
    constants: bool = True,
) -> int:
    """How many bits the QUBO has, without computing its coefficients."""
    model = formulate(subproblem, errors=errors, lower_bound=lower_bound, constants=constants)
    return len(_Penalties(model.program).names)


def bit_values(reach: int) -> list[int]:
    """Return the values of the fewest bits whose sums are exactly 0 to `reach`."""
    values, covered = [], 0
    while covered < reach:
        values.append(min(covered + 1, reach - covered))
        covered += values[-1]
    return values


class _Penalties:
    """The rows of a program as squares over bits: `(matrix @ bits - target)**2` each."""

    def __init__(self, program: LinearProgram) -> None:
        self.program = program
        self.names: list[str] = []
        self.bits_of: list[tuple[Indices, list[int]]] = []
        for name, low, high in zip(program.names, program.lower, program.upper, strict=True):
            self.bits_of.append(self._new_bits(name, int(high - low)))
        self.products: list[tuple[int, int]] = []
        self.slacks: list[tuple[int, Indices, list[int]]] = []  # sign, bits and values, per square
        self.squares: list[int] = []  # the row of the program that each square comes from
        self.targets: list[float] = []
        for row in range(program.num_rows):
            self._add(row)
        self.cost = np.zeros(len(self.names))
        self.cost_offset = float(program.cost @ program.lower)
        for cost, (bits, values) in zip(program.cost, self.bits_of, strict=True):
            self.cost[bits] = cost * np.array(values)

    def _new_bits(self, name: str, reach: int) -> tuple[Indices, list[int]]:
        values = bit_values(reach)
        start = len(self.names)
        single = len(values) == 1
        self.names += [name if single else f"{name}.{b}" for b in range(len(values))]
        return np.arange(start, len(self.names)), values

    def _add(self, row: int) -> None:
        program = self.program
        columns, coefficients = program.row(row)
        low, high = program.activity_range(row)
        below = max(low, float(program.row_lower[row]))
        above = min(high, float(program.row_upper[row]))
        counts_literals = len(columns) == program.num_literals and np.all(coefficients == 1)
        if below <= low and above >= high and not counts_literals:
            return  # the row holds for every choice of so many literals
        binary = np.all(program.upper[columns] - program.lower[columns] == 1)
        if np.array_equal(coefficients, [1, 1]) and binary and (below, above) == (0, 1):
            self.products.append((int(columns[0]), int(columns[1])))
            return
        sign, target = (-1, below) if abs(below) <= abs(above) else (1, above)
        bits, values = self._new_bits(f"slack[{row}]", max(0, round(above - below)))
        self.slacks.append((sign, bits, values))
        self.squares.append(row)
        self.targets.append(target)

    def arrays(self) -> tuple[Any, Floats, Floats]:
        """Return the sparse matrix of the squares, their targets and the weights of their rows."""
        from scipy.sparse import csr_array, hstack

        program, num_squares = self.program, len(self.squares)
        shape = (program.num_rows, program.num_variables)
        every = csr_array((program.coefficients, program.columns, program.starts), shape=shape)
        kept = every[self.squares]
        bits, variables, values = _triplets((own, v, w) for v, (own, w) in enumerate(self.bits_of))
        width = int(bits.max()) + 1
        spread = csr_array((values, (variables, bits)), shape=(program.num_variables, width))
        bits, squares, values = _triplets(
            (own, square, [sign * w for w in weights])
            for square, (sign, own, weights) in enumerate(self.slacks)
        )
        rest = (num_squares, len(self.names) - width)
        slacks = csr_array((values, (squares, bits - width)), shape=rest)
        matrix = hstack([kept @ spread, slacks], format="csr")
        targets = np.array(self.targets) - kept @ program.lower
        return matrix, targets, program.row_weight[self.squares]

    def to_variables(self, bits: NDArray[Any]) -> Floats:
        """Return the values of the program's variables."""
        return np.array(
            [
                low + float(bits[own] @ np.array(values, dtype=float))
                for low, (own, values) in zip(self.program.lower, self.bits_of, strict=True)
            ]
        )

    def to_bits(self, x: ArrayLike) -> NDArray[np.int8]:
        """Bits with the given values of the variables and the best slacks."""
        x = np.asarray(x, dtype=np.float64)
        bits = np.zeros(len(self.names), dtype=np.int8)
        for value, low, (own, values) in zip(x, self.program.lower, self.bits_of, strict=True):
            bits[own] = _binary(round(value - low), values)
        activity = self.program.activity(x)
        for row, target, (sign, own, values) in zip(
            self.squares, self.targets, self.slacks, strict=True
        ):
            bits[own] = _binary(round(-sign * (activity[row] - target)), values)
        return bits


def _triplets(
    parts: Iterable[tuple[Indices, int, list[int]]],
) -> tuple[Indices, Indices, Floats]:
    """Bits, what they belong to, and their values, as three flat arrays."""
    found = [
        (bit, owner, value)
        for own, owner, values in parts
        for bit, value in zip(own, values, strict=True)
    ]
    flat = np.array(found, dtype=np.int64).reshape(-1, 3)
    return flat[:, 0], flat[:, 1], flat[:, 2].astype(np.float64)


def _binary(value: int, values: list[int]) -> list[int]:
    """Bits for a value, or for the nearest one that can be had."""
    bits = [0] * len(values)
    for b in sorted(range(len(values)), key=lambda b: -values[b]):
        if value >= values[b]:
            bits[b], value = 1, value - values[b]
    return bits


@attrs.frozen(eq=False)
class _Squares:
    """`strengths * (matrix @ bits - targets)**2`, with a sparse matrix."""

    matrix: Any
    targets: Floats
    strengths: Floats


def _assemble(model: ILPModel, penalties: _Penalties, squares: _Squares, L2: float) -> QUBOModel:
    """Return the model with the squares expanded."""
    from scipy.sparse import triu

    weighted = squares.matrix.multiply(squares.strengths[:, None]).tocsr()
    gram = (squares.matrix.T @ weighted).tocsr()
    upper = triu(gram, k=1).tocoo()
    linear = penalties.cost + gram.diagonal() - 2.0 * (weighted.T @ squares.targets)
    products = np.array(penalties.products, dtype=np.int64).reshape(-1, 2)
    first = np.concatenate([upper.row, products[:, 0]])
    second = np.concatenate([upper.col, products[:, 1]])
    values = np.concatenate([2.0 * upper.data, np.full(len(products), L2)])
    keys, where = np.unique(first * len(linear) + second, return_inverse=True)
    merged = np.bincount(where, weights=values, minlength=len(keys))
    keys, merged = keys[merged != 0], merged[merged != 0]
    return QUBOModel(
        ilp=model,
        names=tuple(penalties.names),
        linear=linear,
        first=keys // len(linear),
        second=keys % len(linear),
        values=merged,
        offset=float(squares.strengths @ squares.targets**2) + penalties.cost_offset,
        penalties=penalties,
    )
