"""Counting operators: those whose outcome depends only on how many children are true."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from boolsmith.errors import BoolsmithError
from boolsmith.extensions import check_name

if TYPE_CHECKING:
    from boolsmith.operators.table import AnyOperator

MAX_TABLE_CHILDREN = 63  # as many as kernels take; a table of masks ends there
_HASHED_ARITIES = 3  # they tell most operators apart, and cost little

Masks = dict[int, dict[int | None, int]]
"""The mask of every parameter (None for an operator without one), by the number of children."""


def check_operator_name(_operator: object, _field: object, name: str) -> None:
    """Raise unless `name` can stand in a rule, where digits at the end are the parameter."""
    check_name("operator", name)
    if name[-1].isdigit():
        raise BoolsmithError(
            f"operator name {name!r} ends in a digit: in a rule, digits there are the parameter"
        )


def check_use(operator: AnyOperator, arity: int, k: int | None) -> None:
    """Raise unless the operator can have so many children and this parameter."""
    children = "1 child" if arity == 1 else f"{arity} children"
    if not operator.takes(arity):
        raise BoolsmithError(f"{operator.name} does not take {children}")
    values = operator.parameter_values(arity)
    if k in values:
        return
    first = values[0]
    if first is None:
        right = "no parameter"
    elif values == tuple(range(first, first + arity + 1)):
        right = f"a parameter from {first} to {values[-1]}"
    else:
        right = f"a parameter out of {', '.join(map(str, values[:20]))}"
    given = "none" if k is None else k
    raise BoolsmithError(f"{operator.name} of {children} takes {right}, got {given}")


class ByTable:
    """What both kinds of operators share: equal if their tables are, whatever their names.

    An operator never changes, so that its copy is itself. It is pickled as its table.
    """

    __slots__ = ()

    name: str

    def _table(self) -> tuple[int, Any]:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other) or hash(self) != hash(other):
            return False
        return bool(self._table() == other._table())

    def __hash__(self) -> int:
        return hash(self._table())

    def __repr__(self) -> str:
        return f"<operator {self.name}>"

    def __deepcopy__(self, _: object) -> ByTable:
        return self

    def __copy__(self) -> ByTable:
        return self

    def __reduce__(self) -> tuple[Callable[..., object], tuple[Any, ...]]:
        from boolsmith.operators.lookup import pickled

        return pickled(self)  # type: ignore[arg-type]


@attrs.frozen(eq=False, repr=False)
class Operator(ByTable):
    """An operator declared by the counts of true children that it accepts.

    `accepts(count, arity)` says whether the operator is true when `count` of its `arity` children
    are. An operator with a parameter also gives `parameters(arity)`, the values that make sense
    for so many children, and then `accepts(count, arity, k)` takes the parameter as well.
    """

    name: str = attrs.field(validator=check_operator_name)
    accepts: Callable[..., bool] = attrs.field()
    parameters: Callable[[int], Iterable[int]] | None = attrs.field(default=None, kw_only=True)
    min_arity: int = attrs.field(default=2, kw_only=True)
    description: str = attrs.field(default="", kw_only=True)
    # Tables belong to this object, not to its name: two plugins may use one name.
    _values: dict[int, tuple[int | None, ...]] = attrs.field(factory=dict, init=False)
    _mask_of: dict[tuple[int, int | None], int] = attrs.field(factory=dict, init=False)

    @property
    def parametrized(self) -> bool:
        """Whether the operator takes a parameter, as AtLeast does."""
        return self.parameters is not None

    def takes(self, arity: int) -> bool:
        """Return whether the operator can have so many children."""
        return arity >= self.min_arity

    def parameter_values(self, arity: int) -> tuple[int | None, ...]:
        """Return all parameters for so many children; `(None,)` for an operator without one."""
        if self.parameters is None:
            return (None,)
        if arity not in self._values:
            values = tuple(int(k) for k in self.parameters(arity))
            if not values or min(values) < 0 or len(set(values)) != len(values):
                raise BoolsmithError(
                    f"operator {self.name!r}: parameters({arity}) gave {list(values)}; "
                    "give at least one value, none negative, none twice"
                )
            self._values[arity] = values
        return self._values[arity]

    def mask(self, arity: int, k: int | None = None) -> int:
        """Return the accepted counts as bits: bit `c` is set if `c` true children make it true."""
        if (arity, k) not in self._mask_of:
            check_use(self, arity, k)
            arguments = (arity,) if k is None else (arity, k)
            accepted = (c for c in range(arity + 1) if self.accepts(c, *arguments))
            self._mask_of[arity, k] = sum(1 << count for count in accepted)
        return self._mask_of[arity, k]

    @cached_property
    def _masks(self) -> Masks:
        return self._masks_up_to(MAX_TABLE_CHILDREN)

    def _masks_up_to(self, most: int) -> Masks:
        return {
            arity: {k: self.mask(arity, k) for k in self.parameter_values(arity)}
            for arity in range(self.min_arity, most + 1)
        }

    def _table(self) -> tuple[int, Masks]:
        return self.min_arity, self._masks

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        few = self._masks_up_to(self.min_arity + _HASHED_ARITIES - 1)
        return hash((self.min_arity, *(frozenset(masks.items()) for masks in few.values())))

    @classmethod
    def _from_table(cls, name: str, description: str, arity: int, table: Masks) -> Operator:
        def masks(arity: int) -> dict[int | None, int]:
            if arity not in table:
                raise BoolsmithError(
                    f"operator {name!r} is known by its table only, which ends at "
                    f"{MAX_TABLE_CHILDREN} children, not {arity}: register it by a plugin"
                )
            return table[arity]

        def accepts(count: int, arity: int, k: int | None = None) -> bool:
            return bool(masks(arity)[k] >> count & 1)

        def parameters(arity: int) -> Iterable[int]:
            return (k for k in masks(arity) if k is not None)

        given = parameters if any(None not in of_arity for of_arity in table.values()) else None
        return cls(name, accepts, parameters=given, min_arity=arity, description=description)
