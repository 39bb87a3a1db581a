"""Arithmetic on the masks of counting operators and on small truth tables.

A mask has a bit for each count of true children, a truth table one for each combination. Both
speak of children that are rules, but nothing here looks inside one.
"""

from __future__ import annotations

from collections.abc import Callable

from boolsmith.rules.nodes import Constant, Rule, Zero

Children = tuple[Rule, ...]
Negate = Callable[[Rule], Rule]


def all_counts(arity: int) -> int:
    """Return the mask that accepts every count of so many children."""
    return (1 << arity + 1) - 1


def mirrored(mask: int, arity: int) -> int:
    """Return the mask that accepts the same when every child is negated."""
    return int(format(mask, f"0{arity + 1}b")[::-1], 2)


def without_constants(children: Children, mask: int) -> tuple[Children, int]:
    """Return the children that are not constants, and the mask that is left for them."""
    kept = tuple(child for child in children if not isinstance(child, Constant))
    always_true = len(children) - len(kept) - children.count(Zero)
    return kept, mask >> always_true & all_counts(len(kept))


def without_pairs(children: Children, mask: int, negate: Negate) -> tuple[Children, int]:
    """Return the children without those that come with their negation, and the mask that is left.

    Exactly one child of such a pair is true, whatever the data.
    """
    places: dict[Rule, list[int]] = {}  # of the children that have no partner yet
    for i, child in enumerate(children):
        partners = places.get(negate(child))
        if partners:
            partners.pop()
        else:
            places.setdefault(child, []).append(i)
    kept = tuple(children[i] for i in sorted(i for found in places.values() for i in found))
    pairs = (len(children) - len(kept)) // 2
    return kept, mask >> pairs & all_counts(len(kept))


def reduced_table(table: int, children: Children, negate: Negate) -> tuple[int, Children]:
    """Return the table over the children that matter: no constants, repetitions, negations."""
    atoms: list[Rule] = []
    inputs: list[Callable[[int], int]] = []  # the value of each child from the row of the atoms
    for child in children:
        if isinstance(child, Constant):
            inputs.append(lambda _, value=child.value: int(value))  # type: ignore[misc]
            continue
        opposite = negate(child)
        if child not in atoms and opposite not in atoms:
            atoms.append(child)
        sign = int(child not in atoms)
        j = atoms.index(opposite if sign else child)
        inputs.append(lambda row, j=j, sign=sign: (row >> j & 1) ^ sign)  # type: ignore[misc]
    rows = (
        sum(value(row) << i for i, value in enumerate(inputs)) for row in range(1 << len(atoms))
    )
    table = sum((table >> row & 1) << i for i, row in enumerate(rows))
    for j in reversed(range(len(atoms))):
        low, high = _cofactors(table, len(atoms), j)
        if low == high:
            table = low
            del atoms[j]
    return table, tuple(atoms)


def _cofactors(table: int, arity: int, j: int) -> tuple[int, int]:
    """Return the tables over the other inputs where input `j` is false, and where it is true."""
    halves = [0, 0]
    for row in range(1 << arity):
        rest = row & (1 << j) - 1 | row >> j + 1 << j
        halves[row >> j & 1] |= (table >> row & 1) << rest
    return halves[0], halves[1]


def as_mask(table: int, arity: int, flipped: int) -> int | None:
    """Return the mask that equals the table with some inputs negated; None if order matters.

    Bit `j` of `flipped` says that input `j` is negated.
    """
    by_count: dict[int, int] = {}
    for row in range(1 << arity):
        value = table >> (row ^ flipped) & 1
        if by_count.setdefault(row.bit_count(), value) != value:
            return None
    return sum(value << count for count, value in by_count.items())
