"""Patterns: rules with variables for children, parameters and operators.

    a, x, k, f = child("a"), children("x"), parameter("k"), operator("f")
    of("AtLeast", x, k=k)          AtLeast of any number of children, any parameter
    of("AtMost", ~x, k=x.count - k)  the same children negated, a parameter computed from it
    ~of(f, a, x)                   the negation of any operator, of one child and others

A pattern becomes a rule when its variables are bound (`build`), and a rule may match a pattern,
which binds them (`match`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Self

import attrs
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AnyOperator, Operator, find_operator
from boolsmith.rules import Node, Rule

Binding = dict[str, Any]
"""The value of each variable by name: a rule, a tuple of rules, a number or an operator."""


@attrs.frozen(eq=False)
class Number:
    """A parameter, or a number or condition computed from parameters and counts of children."""

    text: str
    value: Callable[[Binding], int]
    variable: str | None = None

    def _with(self, sign: str, other: Number | int, compute: Callable[[int, int], int]) -> Number:
        right = other if isinstance(other, Number) else constant(other)
        return Number(
            f"{self.text}{sign}{right.text}",
            lambda binding: compute(self.value(binding), right.value(binding)),
        )

    def __add__(self, other: Number | int) -> Number:
        return self._with("+", other, lambda left, right: left + right)

    def __sub__(self, other: Number | int) -> Number:
        return self._with("-", other, lambda left, right: left - right)

    def __ge__(self, other: Number | int) -> Number:
        return self._with(" >= ", other, lambda left, right: left >= right)

    def __le__(self, other: Number | int) -> Number:
        return self._with(" <= ", other, lambda left, right: left <= right)


def constant(value: int) -> Number:
    """Return the number itself, as part of a pattern."""
    return Number(str(value), lambda binding: value)


def parameter(name: str) -> Number:
    """Return a variable for the parameter of an operator: every value that it allows."""
    return Number(name, lambda binding: int(binding[name]), variable=name)


@attrs.frozen(eq=False)
class OperatorPattern:
    """An operator given by name or object, a variable for one, or one made from those."""

    text: str
    value: Callable[[Binding], AnyOperator]
    variable: str | None = None
    fixed: str | AnyOperator | None = None

    @property
    def is_given(self) -> bool:
        """Whether it is an operator or a variable for one, not made from another."""
        return self.fixed is not None or self.variable is not None

    @property
    def needs(self) -> str | None:
        """The name under which the operator must be registered, if it is given by name."""
        return self.fixed if isinstance(self.fixed, str) else None


def operator(name: str) -> OperatorPattern:
    """Return a variable for an operator: every counting operator."""

    def bound(binding: Binding) -> AnyOperator:
        value: AnyOperator = binding[name]
        return value

    return OperatorPattern(name, bound, variable=name)


def dual(of_operator: OperatorPattern) -> OperatorPattern:
    """Return the counting operator g that De Morgan gives: `~f(x...) = g(~x...)`."""
    return _derived("dual", of_operator, lambda f, count, n, *k: not f.accepts(n - count, n, *k))


def complement(of_operator: OperatorPattern) -> OperatorPattern:
    """Return the counting operator that is true where the given one is false."""
    return _derived("complement", of_operator, lambda f, count, n, *k: not f.accepts(count, n, *k))


def mirror(of_operator: OperatorPattern) -> OperatorPattern:
    """Return the operator that counts false children where the given one counts true ones."""
    return _derived("mirror", of_operator, lambda f, count, n, *k: f.accepts(n - count, n, *k))


def _derived(name: str, base: OperatorPattern, accepts: Callable[..., bool]) -> OperatorPattern:
    def build(binding: Binding) -> AnyOperator:
        f = base.value(binding)
        if not isinstance(f, Operator):
            raise BoolsmithError(f"{name}({f.name}) needs a counting operator")
        return Operator(
            f"{name}_{f.name}",
            lambda *arguments: accepts(f, *arguments),
            parameters=f.parameters,
            min_arity=f.min_arity,
        )

    return OperatorPattern(f"{name}({base.text})", build)


class Pattern:
    """A rule, or several standing side by side, with variables in it."""

    negated: bool

    def __invert__(self) -> Self:
        return attrs.evolve(self, negated=not self.negated)  # type: ignore[misc]

    def build(self, binding: Binding) -> tuple[Rule, ...]:
        """Return the rules that the pattern stands for."""
        raise NotImplementedError

    def parts(self) -> Iterator[Pattern]:
        """Return the pattern and all patterns in it."""
        yield self

    def _signed(self, rules: Iterable[Rule]) -> tuple[Rule, ...]:
        return tuple(~rule if self.negated else rule for rule in rules)

    def _sign(self) -> str:
        return "~" if self.negated else ""


@attrs.frozen(eq=False)
class Child(Pattern):
    """A variable for one child: any rule."""

    name: str
    negated: bool = False

    def build(self, binding: Binding) -> tuple[Rule, ...]:
        """Return the rule that the variable is bound to."""
        return self._signed([binding[self.name]])

    def __str__(self) -> str:
        return self._sign() + self.name


@attrs.frozen(eq=False)
class Children(Pattern):
    """A variable for `at_least` or more children standing side by side."""

    name: str
    at_least: int = 1
    negated: bool = False
    arrange: Callable[[Sequence[Rule]], Sequence[Rule]] = attrs.field(default=list)
    label: str = ""

    @property
    def count(self) -> Number:
        """How many children there are."""
        return Number(f"|{self.name}|", lambda binding: len(binding[self.name]))

    @property
    def rotated(self) -> Children:
        """The children with the first one moved to the end."""
        return attrs.evolve(self, arrange=lambda c: [*c[1:], *c[:1]], label=" rotated")

    @property
    def swapped(self) -> Children:
        """The children with the first two changing places."""
        return attrs.evolve(self, arrange=lambda c: [*c[1::-1], *c[2:]], label=" swapped")

    def build(self, binding: Binding) -> tuple[Rule, ...]:
        """Return the rules that the variable is bound to."""
        return self._signed(self.arrange(binding[self.name]))

    def __str__(self) -> str:
        return f"{self._sign()}{self.name}...{self.label}"


@attrs.frozen(eq=False)
class Each(Pattern):
    """A pattern repeated for each of several children."""

    item: Child
    among: Children
    body: Pattern
    negated: bool = False

    def build(self, binding: Binding) -> tuple[Rule, ...]:
        """One rule for each of the children."""
        built: list[Rule] = []
        for rule in self.among.build(binding):
            built.extend(self.body.build({**binding, self.item.name: rule}))
        return self._signed(built)

    def parts(self) -> Iterator[Pattern]:
        """Return the pattern and all patterns in it except the item, which is bound here."""
        yield self
        yield from self.among.parts()
        yield from (
            part
            for part in self.body.parts()
            if not (isinstance(part, Child) and part.name == self.item.name)
        )

    def __str__(self) -> str:
        return f"{self._sign()}[{self.body} for {self.item} in {self.among}]"


@attrs.frozen(eq=False)
class Of(Pattern):
    """An operator over patterns."""

    operator: OperatorPattern
    children: tuple[Pattern, ...]
    k: Number | None = None
    negated: bool = False

    def build(self, binding: Binding) -> tuple[Rule, ...]:
        """Return the rule; raise if the operator does not take those children or parameter."""
        children = tuple(rule for pattern in self.children for rule in pattern.build(binding))
        found = self.operator.value(binding)
        k = None if self.k is None or not found.parametrized else self.k.value(binding)
        return (Node(found, children, k, self.negated),)

    def parts(self) -> Iterator[Pattern]:
        """Return the pattern and all patterns in it."""
        yield self
        for pattern in self.children:
            yield from pattern.parts()

    def __str__(self) -> str:
        k = "" if self.k is None else f"{{{self.k.text}}}"
        inside = ", ".join(map(str, self.children))
        return f"{self._sign()}{self.operator.text}{k}({inside})"


def child(name: str) -> Child:
    """Return a variable for one child."""
    return Child(name)


def children(name: str, at_least: int = 1) -> Children:
    """Return a variable for so many or more children."""
    return Children(name, at_least)


def each(item: Child, among: Children, body: Pattern) -> Each:
    """Return the pattern `body` for each of the children, which `item` stands for in it."""
    return Each(item, among, body)


def of(
    given: str | AnyOperator | OperatorPattern,
    *patterns: Pattern,
    k: Number | int | None = None,
) -> Of:
    """Return the pattern of an operator (by name, object or variable) over other patterns.

    A variable for an operator takes `k` only where the operator bound to it has a parameter.
    """
    number = constant(k) if isinstance(k, int) else k
    if isinstance(given, OperatorPattern):
        return Of(given, patterns, number)
    name = given if isinstance(given, str) else given.name

    def value(binding: Binding) -> AnyOperator:
        return find_operator(given) if isinstance(given, str) else given

    return Of(OperatorPattern(name, value, fixed=given), patterns, number)
