"""Counting operators: those whose outcome depends only on how many children are true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import attrs

from boolsmith.errors import BoolsmithError
from boolsmith.extensions import check_name

_ENDS_IN_DIGIT = re.compile(r"\d$")


def check_operator_name(name: object) -> None:
    """Raise unless `name` can stand in a rule, where digits at the end are the parameter."""
    check_name("operator", name)
    if _ENDS_IN_DIGIT.search(str(name)):
        raise BoolsmithError(
            f"operator name {name!r} ends in a digit: in a rule, digits there are the parameter"
        )


@attrs.frozen(eq=False, repr=False)
class Operator:
    """An operator declared by the counts of true children that it accepts.

    `accepts(count, arity)` says whether the operator is true when `count` of its `arity` children
    are. An operator with a parameter also gives `parameters(arity)`, the values that make sense
    for so many children, and then `accepts(count, arity, k)` takes the parameter as well.
    """

    name: str = attrs.field()
    accepts: Callable[..., bool] = attrs.field()
    parameters: Callable[[int], Iterable[int]] | None = attrs.field(default=None, kw_only=True)
    min_arity: int = attrs.field(default=2, kw_only=True)
    description: str = attrs.field(default="", kw_only=True)
    # Tables belong to this object, not to its name: two plugins may use one name.
    _values: dict[int, tuple[int | None, ...]] = attrs.field(factory=dict, init=False)
    _masks: dict[tuple[int, int | None], int] = attrs.field(factory=dict, init=False)

    @name.validator
    def _check_name(self, _: object, value: object) -> None:
        check_operator_name(value)

    @property
    def parametrized(self) -> bool:
        """Whether the operator takes a parameter, as AtLeast does."""
        return self.parameters is not None

    def takes(self, arity: int) -> bool:
        """Whether the operator can have so many children."""
        return arity >= self.min_arity

    def parameter_values(self, arity: int) -> tuple[int | None, ...]:
        """All parameters for so many children; `(None,)` for an operator without one."""
        if arity not in self._values:
            self._values[arity] = _parameter_values(self, arity)
        return self._values[arity]

    def mask(self, arity: int, k: int | None = None) -> int:
        """The accepted counts as bits: bit `c` is set if `c` true children make it true."""
        if (arity, k) not in self._masks:
            self._masks[arity, k] = _mask(self, arity, k)
        return self._masks[arity, k]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Operator) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<operator {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        from boolsmith.operators.lookup import find_operator

        return find_operator, (self.name,)


def _parameter_values(operator: Operator, arity: int) -> tuple[int | None, ...]:
    if operator.parameters is None:
        return (None,)
    values = tuple(int(k) for k in operator.parameters(arity))
    if not values or any(k < 0 for k in values) or len(set(values)) != len(values):
        raise BoolsmithError(
            f"operator {operator.name!r}: parameters({arity}) gave {list(values)}; "
            "give at least one value, none negative, none twice"
        )
    return values


def _mask(operator: Operator, arity: int, k: int | None) -> int:
    if not operator.takes(arity):
        raise BoolsmithError(
            f"{operator.name} needs at least {operator.min_arity} children, got {arity}"
        )
    if k not in operator.parameter_values(arity):
        raise BoolsmithError(_wrong_parameter(operator, arity, k))
    arguments = (arity,) if k is None else (arity, k)
    return sum(1 << count for count in range(arity + 1) if operator.accepts(count, *arguments))


def _wrong_parameter(operator: Operator, arity: int, k: int | None) -> str:
    values = operator.parameter_values(arity)
    if values == (None,):
        return f"{operator.name} takes no parameter, got {k}"
    if k is None:
        return f"{operator.name} needs a parameter, as in {operator.name}{values[-1]}(...)"
    return (
        f"{operator.name}{k} of {arity} children makes no sense; "
        f"the parameter is one of {', '.join(map(str, values))}"
    )
