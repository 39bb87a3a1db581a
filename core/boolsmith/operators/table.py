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

    name: str = attrs.field()
    arity: int = attrs.field(kw_only=True)
    table: int = attrs.field(kw_only=True)
    description: str = attrs.field(default="", kw_only=True)

    parametrized = False

    @name.validator
    def _check_name(self, _: object, value: object) -> None:
        check_operator_name(value)

    @arity.validator
    def _check_arity(self, _: object, value: int) -> None:
        if not isinstance(value, int) or not 2 <= value <= MAX_TABLE_ARITY:
            raise BoolsmithError(
                f"operator {self.name!r}: arity {value!r} of a truth table is not 2 to 6"
            )

    @table.validator
    def _check_table(self, _: object, value: int) -> None:
        bits = 1 << self.arity
        if not isinstance(value, int) or not 0 <= value < 1 << bits:
            raise BoolsmithError(
                f"operator {self.name!r}: table {value!r} does not fit in 2**{self.arity} bits"
            )

    def takes(self, arity: int) -> bool:
        """Whether the operator can have so many children."""
        return arity == self.arity

    def parameter_values(self, arity: int) -> tuple[None]:
        """`(None,)`: a table operator has no parameter."""
        return (None,)

    def outcome(self, children: tuple[bool, ...]) -> bool:
        """The outcome for the given values of the children."""
        return bool(self.table >> sum(int(value) << j for j, value in enumerate(children)) & 1)

    def _table(self) -> tuple[int, int]:
        return self.arity, self.table

    @classmethod
    def _from_table(cls, name: str, description: str, arity: int, table: int) -> TableOperator:
        return cls(name, arity=arity, table=table, description=description)


AnyOperator = Operator | TableOperator
