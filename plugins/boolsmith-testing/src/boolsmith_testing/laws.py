"""Laws: equivalences for every choice of their variables, and the search for a counterexample.

A law is checked with different features for its children, over every number of them up to a
bound, every parameter and every operator. That is enough: what holds for features that are free
to take any value holds for any rules in their place. So the answer is exact up to the bound, and
because small cases come first, the first counterexample is the smallest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeVar

import attrs
from boolsmith.errors import BoolsmithError
from boolsmith.operators import BUILTIN, AnyOperator, Operator, find_operator
from boolsmith.rules import Literal, Rule

from boolsmith_testing.patterns import Binding, Child, Children, Number, Of, Pattern
from boolsmith_testing.reference import Difference, difference

MAX_CHILDREN = 5
"""How many children a variable for several of them stands for at most, unless told."""

T = TypeVar("T")


@attrs.frozen(eq=False)
class Law:
    """An equivalence of two patterns, for all values of their variables.

    `where` narrows the parameters, as in `where=k >= 1`. A choice of variables for which the left
    side makes no sense is left out; one for which only the right side makes none refutes the law.
    """

    name: str
    lhs: Pattern
    rhs: Pattern
    where: Number | None = attrs.field(default=None, kw_only=True)

    def __str__(self) -> str:
        condition = f" where {self.where.text}" if self.where is not None else ""
        return f"{self.lhs} = {self.rhs}{condition}"

    def needs(self) -> frozenset[str]:
        """Return the names of the operators that must be registered for the law to make sense."""
        return frozenset(name for part in self._nodes() if (name := part.operator.needs))

    def operator_variables(self) -> tuple[str, ...]:
        """Return the variables that stand for any operator."""
        names = (part.operator.variable for part in self._nodes())
        return tuple(dict.fromkeys(name for name in names if name))

    def derives(self) -> bool:
        """Whether a side has an operator that is made from another, such as `dual(f)`."""
        return any(not part.operator.is_given for part in self._nodes())

    def parts(self) -> Iterator[Pattern]:
        """All patterns on both sides."""
        yield from self.lhs.parts()
        yield from self.rhs.parts()

    def _nodes(self) -> Iterator[Of]:
        return (part for part in self.parts() if isinstance(part, Of))


@attrs.frozen
class Counterexample:
    """A choice of variables that refutes a law: the two sides, and where they differ.

    `right` is None where the right side makes no sense, and `reason` then says why.
    """

    law: Law
    left: Rule
    right: Rule | None
    reason: Difference | str

    def __str__(self) -> str:
        claim = f"{self.left} = {self.right}" if self.right is not None else f"{self.left}"
        return f"law {self.law.name!r} ({self.law}) does not hold: {claim}; {self.reason}"


class LawRefuted(AssertionError):  # noqa: N818 (it says what happened)
    """A law that does not hold, with its smallest counterexample."""

    def __init__(self, counterexample: Counterexample) -> None:
        self.counterexample = counterexample
        super().__init__(str(counterexample))


def check_law(
    law: Law,
    operators: Iterable[AnyOperator] | None = None,
    *,
    max_children: int = MAX_CHILDREN,
) -> int:
    """How many cases of the law were tried; `LawRefuted` with the smallest if one is false.

    `operators` are what a variable for an operator stands for: the built-in ones unless told.
    """
    cases = 0
    for left, right, problem in instances(law, operators, max_children=max_children):
        found = problem if right is None else difference(left, right)
        if found is not None:
            raise LawRefuted(Counterexample(law, left, right, found))
        cases += 1
    if not cases:
        raise BoolsmithError(
            f"law {law.name!r} ({law}) has no case of up to {max_children} children"
        )
    return cases


def instances(
    law: Law, operators: Iterable[AnyOperator] | None = None, *, max_children: int = MAX_CHILDREN
) -> Iterator[tuple[Rule, Rule | None, str]]:
    """Both sides of a law for every choice of its variables, those with few children first.

    Where the right side makes no sense it is None, and the text says why.
    """
    counting = [f for f in operators or BUILTIN.values() if isinstance(f, Operator)]
    seen = set()
    for binding in _bindings(law, counting, max_children):
        try:
            (left,) = law.lhs.build(binding)
        except BoolsmithError:
            continue
        try:
            (right,) = law.rhs.build(binding)
        except BoolsmithError as error:
            yield left, None, f"the right side makes no sense: {error}"
            continue
        if (left, right) not in seen:
            seen.add((left, right))
            yield left, right, ""


def _bindings(law: Law, operators: Sequence[Operator], max_children: int) -> Iterator[Binding]:
    least = {part.name: part.at_least for part in law.parts() if isinstance(part, Children)}
    sizes = _choices({name: range(n, max_children + 1) for name, n in least.items()})
    singles = {part.name: Literal(part.name) for part in law.parts() if isinstance(part, Child)}
    for size in sorted(sizes, key=lambda size: sum(size.values())):
        several = {
            name: tuple(Literal(f"{name}{i}") for i in range(1, n + 1)) for name, n in size.items()
        }
        for chosen in _choices(dict.fromkeys(law.operator_variables(), operators)):
            binding = {**singles, **several, **chosen}
            for values in _choices(_parameter_ranges(law, binding)):
                if law.where is None or law.where.value({**binding, **values}):
                    yield {**binding, **values}


def _parameter_ranges(law: Law, binding: Binding) -> dict[str, list[int]]:
    """For each parameter, the values that the operators it belongs to allow for any arity here."""
    most = sum(len(v) if isinstance(v, tuple) else 1 for v in binding.values())
    ranges: dict[str, set[int]] = {}
    for part in law.parts():
        if isinstance(part, Of) and part.k is not None and part.k.variable is not None:
            found = part.operator.value(binding)
            arities = [arity for arity in range(2, most + 1) if found.takes(arity)]
            values = {k for arity in arities for k in found.parameter_values(arity)}
            ranges.setdefault(part.k.variable, set()).update(k or 0 for k in values)
    return {name: sorted(values) for name, values in ranges.items()}


def _choices(ranges: Mapping[str, Iterable[T]]) -> Iterator[dict[str, T]]:
    return (dict(zip(ranges, values, strict=True)) for values in product(*ranges.values()))


def applicable(laws: Iterable[Law], operators: Iterable[AnyOperator]) -> Iterator[Law]:
    """Return the laws about any of the given operators that can be checked here."""
    mine = list(operators)
    names = {operator.name for operator in mine}
    counting = any(isinstance(operator, Operator) for operator in mine)
    for law in laws:
        about = bool(law.needs() & names) or (bool(law.operator_variables()) and counting)
        if about and all(name in names or _registered(name) for name in law.needs()):
            yield law


def _registered(name: str) -> bool:
    try:
        return find_operator(name) is not None
    except BoolsmithError:
        return False
