"""Accepted counts as intervals: how the masks of an operator become linear inequalities.

A row of the data is right if the count `c` of true literals lies in a set that depends on the
number `L` of literals and the parameter `k`. Such a set is a union of runs of counts. When the
ends of the runs are whole affine functions of `L`, `k` and `several` (1 if `L >= 2`) over all
pairs `(L, k)`, as they are for the five operators of the paper, two inequalities per run say it
all; otherwise a one-hot choice of the pair supplies the ends.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cache

import attrs
from boolsmith.operators import Operator

Run = tuple[int, int]


@attrs.frozen
class Pair:
    """A number of literals and a parameter, with the counts that make the rule true as bits."""

    arity: int
    k: int | None
    mask: int

    @property
    def several(self) -> int:
        """1 if there are at least two literals, so that the rule has an operator."""
        return int(self.arity >= 2)

    @property
    def constant(self) -> bool:
        """Whether the rule has the same outcome for every count."""
        return self.mask in (0, (1 << self.arity + 1) - 1)

    def runs(self, label: bool) -> list[Run]:
        """Return the maximal intervals of counts that are right for a row with this label."""
        right = [(self.mask >> c & 1) == label for c in range(self.arity + 1)]
        edges = [c for c in range(self.arity + 2) if _at(right, c) != _at(right, c - 1)]
        return [(lo, hi - 1) for lo, hi in zip(edges[::2], edges[1::2], strict=True)]


def _at(values: Sequence[bool], index: int) -> bool:
    return 0 <= index < len(values) and values[index]


def family(
    operator: Operator, negated: bool, smallest: int, largest: int, *, lower_bound: bool = True
) -> tuple[Pair, ...]:
    """All pairs of a number of literals and a parameter, smallest first.

    With `lower_bound=False` numbers of literals go down to none, and constants over one are kept.
    """
    pairs = []
    for arity in range(smallest if lower_bound else 0, largest + 1):
        if operator.takes(arity):
            found = [(k, operator.mask(arity, k)) for k in operator.parameter_values(arity)]
        elif not lower_bound:
            found = _extended(operator, arity)
        else:
            found = _single(operator) if arity == 1 else []
        full = (1 << arity + 1) - 1
        pairs += [Pair(arity, k, mask ^ full if negated else mask) for k, mask in found]
    return tuple(pairs)


def _extended(operator: Operator, arity: int) -> list[tuple[int | None, int]]:
    """Return the masks of an operator for fewer children than it takes, by its definition."""
    parameters = operator.parameters
    values: list[int | None] = [None] if parameters is None else list(parameters(arity))
    masks = []
    for k in values:
        arguments = (arity,) if k is None else (arity, k)
        counts = (c for c in range(arity + 1) if operator.accepts(c, *arguments))
        masks.append((k, sum(1 << c for c in counts)))
    return masks


def _single(operator: Operator) -> list[tuple[int | None, int]]:
    """Return what a single literal is: the operator over one child where that means the literal."""
    try:
        found = [(k, mask) for k, mask in _extended(operator, 1) if mask in (0b01, 0b10)]
    except Exception:  # the operator's definition need not know what to do with one child
        found = []
    return found or [(None, 0b10)]


@attrs.frozen
class End:
    """One end of a run, for each pair of a family.

    `coefficients` are those of 1, L, k and several, or None if only a table gives the values.
    """

    values: tuple[int, ...]
    coefficients: tuple[int, int, int, int] | None


@attrs.frozen
class Slot:
    """A run of right counts; an end that never cuts anything off is None."""

    lower: End | None
    upper: End | None


@attrs.frozen
class Encoding:
    """How the pairs of a family and their right counts are said with linear inequalities.

    `slots[label]` are the runs for rows with that label. With `selectors` a one-hot choice among
    `pairs` is needed, and there is no variable k; otherwise `k_lower` and `k_upper` bound k by
    affine functions of the number of literals, where its own bounds do not.
    """

    pairs: tuple[Pair, ...]
    slots: dict[bool, tuple[Slot, ...]]
    selectors: bool
    k_range: Run | None = None
    k_lower: End | None = None
    k_upper: End | None = None

    @property
    def uses_several(self) -> bool:
        """Whether an end depends on there being at least two literals."""
        bounds = Slot(self.k_lower, self.k_upper)
        return _uses_several([bounds, *self.slots[True], *self.slots[False]])


def _uses_several(slots: Sequence[Slot]) -> bool:
    ends = [end for slot in slots for end in (slot.lower, slot.upper) if end is not None]
    return any(end.coefficients is not None and end.coefficients[3] != 0 for end in ends)


@cache
def encode(pairs: tuple[Pair, ...]) -> Encoding:
    """Return the smallest encoding: few runs, then no variable beyond k, then `several`."""
    region = _region(pairs)
    if region is not None:
        found = {label: _affine_slots(pairs, label) for label in (True, False)}
        if found[True] is not None and found[False] is not None:
            slots = {label: tuple(value or ()) for label, value in found.items()}
            return Encoding(pairs, slots, False, *region)
    distinct = tuple({(pair.arity, pair.mask): pair for pair in reversed(pairs)}.values())[::-1]
    return Encoding(
        distinct, {label: _table_slots(distinct, label) for label in (True, False)}, True
    )


def _region(pairs: Sequence[Pair]) -> tuple[Run | None, End | None, End | None] | None:
    """Return the range and bounds of k, or None if inequalities cannot describe the pairs."""
    arities = sorted({pair.arity for pair in pairs})
    if arities != list(range(arities[0], arities[-1] + 1)):
        return None
    ks = {arity: [p.k for p in pairs if p.arity == arity] for arity in arities}
    if all(values == [None] for values in ks.values()):
        return None, None, None
    whole = {arity: sorted(k for k in values if k is not None) for arity, values in ks.items()}
    if any(w != list(range(w[0], w[-1] + 1)) if w else True for w in whole.values()):
        return None
    least, most = min(w[0] for w in whole.values()), max(w[-1] for w in whole.values())
    lowest = [whole[p.arity][0] for p in pairs]
    highest = [whole[p.arity][-1] for p in pairs]
    ends = list(_affine(pairs, with_k=False))
    lower = next((e for e in ends if [max(least, v) for v in e.values] == lowest), None)
    upper = next((e for e in ends if [min(most, v) for v in e.values] == highest), None)
    if lower is None or upper is None:
        return None
    return (
        (least, most),
        None if set(lowest) == {least} else lower,
        None if set(highest) == {most} else upper,
    )


def _affine(
    pairs: Sequence[Pair], exact: tuple[int, int] | None = None, *, with_k: bool = True
) -> Iterator[End]:
    """Affine functions with small coefficients, the simplest first.

    `exact` is a pair's position and the value there, which settles the constant.
    """
    with_k = with_k and all(pair.k is not None for pair in pairs)
    with_several = len({pair.several for pair in pairs}) == 2
    choices = itertools.product(
        (0, 1, -1), (0, 1, -1) if with_k else (0,), (0, 1, -1) if with_several else (0,)
    )
    reach = max(pair.arity for pair in pairs) + 1
    for a, b, s in sorted(choices, key=lambda c: (c[2] != 0, sum(map(abs, c)))):
        values = [a * p.arity + b * (p.k or 0) + s * p.several for p in pairs]
        constants = [exact[1] - values[exact[0]]] if exact else range(-reach, reach + 1)
        for constant in sorted(constants, key=abs):
            yield End(tuple(v + constant for v in values), (constant, a, b, s))


def _affine_slots(pairs: Sequence[Pair], label: bool) -> list[Slot] | None:
    """Return the right counts as few runs with affine ends; None if there are no such runs."""
    fitted = []
    for aligned in _alignments(pairs, label):
        slots = [_fit(pairs, runs) for runs in aligned]
        if all(slot is not None for slot in slots):
            fitted.append([slot for slot in slots if slot is not None])
    return min(fitted, key=_size, default=None)


def _size(slots: Sequence[Slot]) -> tuple[int, bool, int]:
    ends = sum((slot.lower is not None) + (slot.upper is not None) for slot in slots)
    return len(slots), _uses_several(slots), ends


def _alignments(pairs: Sequence[Pair], label: bool) -> Iterator[list[list[Run | None]]]:
    """Ways to say which runs of different pairs are one slot; a pair without one has None.

    From the bottom, from the top, and with the runs that touch an end in slots of their own.
    """
    runs = [pair.runs(label) for pair in pairs]
    width = max(map(len, runs))
    if width == 0:
        yield []
        return
    padded = [[*r, *[None] * (width - len(r))] for r in runs]
    yield [list(slot) for slot in zip(*padded, strict=True)]
    padded = [[*[None] * (width - len(r)), *r] for r in runs]
    yield [list(slot) for slot in zip(*padded, strict=True)]
    arities = [pair.arity for pair in pairs]
    both = list(zip(runs, arities, strict=True))
    bottom = [next((run for run in own if run[0] == 0), None) for own in runs]
    top = [next((run for run in own if run[1] == arity), None) for own, arity in both]
    inner = [[run for run in own if run[0] > 0 and run[1] < arity] for own, arity in both]
    depth = max(map(len, inner))
    middle = [[*i, *[None] * (depth - len(i))] for i in inner]
    yield [bottom, *(list(slot) for slot in zip(*middle, strict=True)), top]


def _fit(pairs: Sequence[Pair], runs: Sequence[Run | None]) -> Slot | None:
    """Return the simplest ends that give every pair its run, and none where it has none."""
    bottoms, tops = _ends(pairs, runs, 0), _ends(pairs, runs, 1)
    open_below = all(run is None or run[0] == 0 for run in runs)
    open_above = all(
        run is None or run[1] == pair.arity for run, pair in zip(runs, pairs, strict=True)
    )
    lowers: list[End | None] = [None] if open_below else []
    uppers: list[End | None] = [None] if open_above else []
    for lower, upper in itertools.product([*lowers, *bottoms], [*uppers, *tops]):
        slot = Slot(lower, upper)
        if all(_cut(slot, i, pair.arity) == runs[i] for i, pair in enumerate(pairs)):
            return slot
    return None


def _ends(pairs: Sequence[Pair], runs: Sequence[Run | None], side: int) -> list[End]:
    """Return the affine functions that agree with one side of every run: 0 lower, 1 upper."""
    wanted = [
        (i, run[side], run[side] == (pair.arity if side else 0))
        for i, (pair, run) in enumerate(zip(pairs, runs, strict=True))
        if run is not None
    ]
    exact = next(((i, value) for i, value, is_open in wanted if not is_open), None)

    def agrees(values: tuple[int, ...]) -> bool:
        return all(
            values[i] == value or (is_open and (values[i] > value if side else values[i] < value))
            for i, value, is_open in wanted
        )

    return [end for end in _affine(pairs, exact) if agrees(end.values)]


def _cut(slot: Slot, index: int, arity: int) -> Run | None:
    """Return the counts that a slot leaves to a pair."""
    lower = 0 if slot.lower is None else max(0, slot.lower.values[index])
    upper = arity if slot.upper is None else min(arity, slot.upper.values[index])
    return (lower, upper) if lower <= upper else None


def _table_slots(pairs: Sequence[Pair], label: bool) -> tuple[Slot, ...]:
    """Return the runs from the bottom, their ends as tables; a missing run is (L+1, -1)."""
    runs = [pair.runs(label) for pair in pairs]
    slots = []
    for r in range(max(map(len, runs))):
        ends = [
            rs[r] if r < len(rs) else (pair.arity + 1, -1)
            for rs, pair in zip(runs, pairs, strict=True)
        ]
        lower = End(tuple(lo for lo, _ in ends), None)
        upper = End(tuple(hi for _, hi in ends), None)
        slots.append(
            Slot(
                None if set(lower.values) == {0} else lower,
                None
                if all(h == p.arity for h, p in zip(upper.values, pairs, strict=True))
                else upper,
            )
        )
    return tuple(slots)
