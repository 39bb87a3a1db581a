"""Table operators: ordered operators of fixed arity up to 6, such as Implies."""

from __future__ import annotations

import attrs

from boolsmith.errors import BoolsmithError
from boolsmith.operators.counting import ByTable, Operator, check_operator_name

MAX_TABLE_ARITY = 6


@attrs.frozen(eq=False, repr=False)
class TableOperator(ByTable):
    """An operator declared by its truth table, for children whose order matters.

    Bit `i` of `table` is the outcome for the combination in which child `j` is bit `j` of `i`:
    Implies is `TableOperator("Implies", arity=2, table=0b1101)`, false only for `i == 0b01`, the
    first child true and the second false.
    """

    name: str = attrs.field(validator=check_operator_name)
    arity: int = attrs.field(kw_only=True)
    table: int = attrs.field(kw_only=True)
    description: str = attrs.field(default="", kw_only=True)

    parametrized = False

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.arity, int) or not 2 <= self.arity <= MAX_TABLE_ARITY:
            raise BoolsmithError(
                f"operator {self.name!r}: arity {self.arity!r} of a truth table is not 2 to 6"
            )
        if not isinstance(self.table, int) or not 0 <= self.table < 1 << (1 << self.arity):
            raise BoolsmithError(
                f"operator {self.name!r}: table {self.table!r} does not fit in 2**{self.arity} bits"
            )

    def takes(self, arity: int) -> bool:
        """Return whether the operator can have so many children."""
        return arity == self.arity

    def parameter_values(self, arity: int) -> tuple[None]:
        """Return `(None,)`: a table operator has no parameter."""
        return (None,)

    def outcome(self, children: tuple[bool, ...]) -> bool:
        """Return the outcome for the given values of the children."""
        return bool(self.table >> sum(int(value) << j for j, value in enumerate(children)) & 1)

    def _table(self) -> tuple[int, int]:
        return self.arity, self.table

    @classmethod
    def _from_table(cls, name: str, description: str, arity: int, table: int) -> TableOperator:
        return cls(name, arity=arity, table=table, description=description)


AnyOperator = Operator | TableOperator
