"""Rewriting a rule by a law: the left side is matched, the right side takes its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boolsmith.errors import BoolsmithError
from boolsmith.operators import AnyOperator, Operator, find_operator
from boolsmith.rules import Node, Path, Rule

from boolsmith_testing.laws import Law
from boolsmith_testing.patterns import Binding, Child, Children, Each, Of, OperatorPattern, Pattern


def rewritings(rule: Rule, laws: Iterable[Law]) -> list[tuple[Law, Path, Rule]]:
    """Every rule that one law makes of the given one, with the law and where it was used."""
    made = []
    laws = tuple(laws)
    for path, node in rule.flatten():
        for law in laws:
            rewritten = rewrite(node, law)
            if rewritten is not None:
                made.append((law, path, rule.replace(path, rewritten)))
    return made


def rewrite(rule: Rule, law: Law) -> Rule | None:
    """Return the rule that the law makes of this one, or None if its left side does not match."""
    for flip in (False, True):  # a law for f is a law for ~f
        subject = ~rule if flip else rule
        binding = match(law.lhs, subject, {})
        if binding is None or (law.where is not None and not law.where.value(binding)):
            continue
        try:
            (built,) = law.rhs.build(binding)
        except (BoolsmithError, KeyError):  # no such parameter, or a variable of the right only
            continue
        return ~built if flip else built
    return None


def match(pattern: Pattern, rule: Rule, binding: Binding) -> Binding | None:
    """Return the binding extended so that the pattern is the rule, or None."""
    if isinstance(pattern, Child):
        return _bind(binding, pattern.name, ~rule if pattern.negated else rule)
    if not isinstance(pattern, Of) or not isinstance(rule, Node):
        return None
    if pattern.negated != rule.negated:
        return None
    extended = _match_operator(pattern.operator, rule, binding)
    if extended is not None:
        extended = _match_children(pattern.children, rule.children, extended)
    if extended is None or pattern.k is None:
        return extended
    if pattern.k.variable is not None:
        return _bind(extended, pattern.k.variable, rule.k)
    return extended if pattern.k.value(extended) == rule.k else None


def _match_operator(pattern: OperatorPattern, rule: Node, binding: Binding) -> Binding | None:
    if pattern.variable is not None:
        counting = isinstance(rule.operator, Operator)
        return _bind(binding, pattern.variable, rule.operator) if counting else None
    fixed = pattern.fixed
    if fixed is None:
        return None
    same = rule.operator == (find_operator(fixed) if isinstance(fixed, str) else fixed)
    return binding if same else None


def for_rewriting(laws: Iterable[Law], operators: Iterable[AnyOperator]) -> tuple[Law, ...]:
    """Return the laws whose right sides are made of the given operators only."""
    names = {operator.name for operator in operators}
    return tuple(law for law in laws if law.needs() <= names and not law.derives())


def _match_children(
    patterns: Sequence[Pattern], rules: Sequence[Rule], binding: Binding
) -> Binding | None:
    """Single patterns take one rule each; one for several takes all that the others leave."""
    several = [i for i, p in enumerate(patterns) if isinstance(p, Children | Each)]
    spare = len(rules) - len(patterns)
    if len(several) > 1 or (not several and spare) or (several and spare < -1):
        return None
    extended: Binding | None = binding
    rest = list(rules)
    for pattern in patterns:
        if extended is None:
            return None
        if isinstance(pattern, Children) and not pattern.label:
            taken, rest = rest[: spare + 1], rest[spare + 1 :]
            if len(taken) < pattern.at_least:
                return None
            values = tuple(~rule if pattern.negated else rule for rule in taken)
            extended = _bind(extended, pattern.name, values)
        elif isinstance(pattern, Children | Each):
            return None
        else:
            extended = match(pattern, rest.pop(0), extended)
    return extended


def _bind(binding: Binding, name: str, value: object) -> Binding | None:
    if name in binding:
        return binding if binding[name] == value else None
    return {**binding, name: value}
