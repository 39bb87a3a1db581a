"""Simplifying rules: an equivalent rule that is smaller or easier to read.

Everything is derived from what an operator accepts, so that the operators of plugins take part:
a counting node is its children with a *mask*, the counts of true children that make it true,
negation included; a table node is its children with a truth table. Constants, repeated children
and complementary pairs change children and mask, and then an operator is sought with that mask.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import attrs

from boolsmith.operators import AND, AT_LEAST, AT_MOST, CHOOSE, OR, Operator, TableOperator
from boolsmith.rules import masks
from boolsmith.rules.masks import Children, all_counts
from boolsmith.rules.nodes import Constant, Literal, Node, One, Rule, Zero, flip

_MAX_PARAMETERS = 64  # an operator with more is not searched through for another parameter
_MAX_COMPARED = 64  # of more parts than this, none is compared with the others


def simplify(rule: Rule) -> Rule:
    """Return an equivalent rule of the same or lower complexity; repeating it changes nothing."""
    simplifier = _Simplifier()
    size = measure(rule)
    while True:
        simpler = simplifier.simplified(rule)
        # Every round must gain something by one fixed measure: so it ends, and a second call
        # finds nothing to gain.
        if (new_size := measure(simpler)) >= size:
            return rule
        rule, size = simpler, new_size


def measure(rule: Rule) -> tuple[int, ...]:
    """Return what simplifying lowers: complexity, leaves, operators beyond And and Or, signs.

    The sign of an operator weighs two, and that of a comparison nothing because it prints as the
    opposite comparison.
    """
    if isinstance(rule, Node):
        own = (1, 0, int(rule.operator not in (AND, OR)), 2 * rule.negated)
        return tuple(map(sum, zip(own, *map(measure, rule.children), strict=True)))
    signed = isinstance(rule, Literal) and rule.negated and flip(rule.feature) is None
    return (rule.complexity, 1, 0, int(signed))


class _Simplifier:
    """Rewrites from the leaves up, remembering what it has rewritten."""

    def __init__(self) -> None:
        self.done: dict[Rule, Rule] = {}

    def simplified(self, rule: Rule) -> Rule:
        if not isinstance(rule, Node):
            return rule
        children = tuple(map(self.simplified, rule.children))
        return self.node(attrs.evolve(rule, children=children))

    def node(self, rule: Rule) -> Rule:
        """Return the rule, whose children are simple already, made simpler at its root."""
        if not isinstance(rule, Node):
            return rule
        if rule not in self.done:
            rewritten = self.table(rule) if _is_table(rule) else self.counting(rule)
            self.done[rule] = min(rule, rewritten, key=measure)
        return self.done[rule]

    def negate(self, rule: Rule) -> Rule:
        """Return the simplest negation of a simple rule."""
        return self.node(~rule)

    def counting(self, rule: Node) -> Rule:
        folded = masks.without_constants(rule.children, _mask(rule))
        paired = masks.without_pairs(*folded, self.negate)
        for children, mask in (paired, folded, (rule.children, _mask(rule))):
            named = self.named(rule.operator, children, mask)
            if named is not None:  # not every mask has an operator
                return named
        return rule

    def table(self, rule: Node) -> Rule:
        """Return a node with a table operator as one that counts, where that is simpler."""
        assert isinstance(rule.operator, TableOperator)
        arity = rule.operator.arity
        table = rule.operator.table ^ ((1 << (1 << arity)) - 1 if rule.negated else 0)
        table, atoms = masks.reduced_table(table, rule.children, self.negate)
        if len(atoms) == arity and not rule.negated:
            return rule
        options: list[Rule] = [rule]
        for flipped in range(1 << len(atoms)):
            mask = masks.as_mask(table, len(atoms), flipped)
            if mask is not None:
                signed = (self.negate(a) if flipped >> j & 1 else a for j, a in enumerate(atoms))
                named = self.named(None, tuple(signed), mask)
                options += [named] if isinstance(named, Rule) else []
        return min(options, key=measure)

    def named(self, operator: object, children: Children, mask: int) -> Rule | None:
        """Return the simplest rule that is true for these counts of true children.

        `operator` is tried besides the built-in ones; None where none has this mask.
        """
        arity, everything = len(children), all_counts(len(children))
        if mask in (0, everything):
            return One if mask else Zero
        if arity == 1:
            return children[0] if mask == 0b10 else self.negate(children[0])
        for junction in (AND, OR):
            parts = self.parts(junction, children, mask)
            if parts is not None:
                return self.junction(junction, parts)
        split = self.split(operator, children, mask)
        if split is not None:
            return split
        return min(self.spellings(operator, children, mask), key=measure, default=None)

    def spellings(self, operator: object, children: Children, mask: int) -> Iterator[Rule]:
        """Return every node of one operator, negated or not, over the children or the negated."""
        everything = all_counts(len(children))
        negated = tuple(map(self.negate, children))
        for these, accepted in ((children, mask), (negated, masks.mirrored(mask, len(children)))):
            for candidate in dict.fromkeys((operator, AT_LEAST, AT_MOST, CHOOSE)):
                if not isinstance(candidate, Operator) or not candidate.takes(len(these)):
                    continue
                for k in _parameters(candidate, len(these), accepted):
                    found = candidate.mask(len(these), k)
                    if found in (accepted, everything ^ accepted):
                        yield Node(candidate, these, k, negated=found != accepted)

    def split(self, operator: object, children: Children, mask: int) -> Rule | None:
        """Return the node without the copies of its most frequent child, if it gets no deeper."""
        child, copies = Counter(children).most_common(1)[0]
        if copies == 1 or len(children) > _MAX_COMPARED:
            return None
        others = tuple(other for other in children if other != child)
        everything = all_counts(len(others))
        low, high = mask & everything, mask >> len(children) - len(others)
        if low == high:  # the child does not matter
            return self.named(operator, others, low)
        if low >> 1 == high & everything >> 1:  # one copy does the same as all
            first = children.index(child)
            once = tuple(c for i, c in enumerate(children) if c != child or i == first)
            return self.named(operator, once, low | high << 1)
        for junction, part, decided, left in (
            (OR, child, high == everything, low),
            (AND, child, low == 0, high),
            (AND, self.negate(child), high == 0, low),
            (OR, self.negate(child), low == everything, high),
        ):
            rest = self.named(operator, others, left) if decided else None
            if rest is not None:
                parts = self.flattened(junction, (part, rest))
                if max(p.depth for p in parts) <= max(c.depth for c in children):
                    return self.junction(junction, parts)
        return None

    def parts(self, junction: Operator, children: Children, mask: int) -> Children | None:
        """Return the parts that `junction`, And or Or, would join to the same; None if it can't."""
        arity, everything = len(children), all_counts(len(children))
        if mask == junction.mask(arity):
            return children
        dual = OR if junction == AND else AND
        if mask == everything ^ dual.mask(arity):
            return tuple(map(self.negate, children))
        return None

    def flattened(self, junction: Operator, parts: Children) -> Children:
        """Return the parts, with those that And or Or join themselves replaced by their own."""
        flat: list[Rule] = []
        for part in parts:
            inner = None
            if isinstance(part, Node) and not _is_table(part):
                inner = self.parts(junction, part.children, _mask(part))
            flat += [part] if inner is None else self.flattened(junction, inner)
        return tuple(flat)

    def junction(self, junction: Operator, parts: Children) -> Rule:
        """Return And or Or over the parts, as `junction` says, in its simplest form."""
        dual = OR if junction == AND else AND
        neutral, absorbing = (One, Zero) if junction == AND else (Zero, One)
        before: Children = ()
        while before != parts:
            before = parts
            flat = dict.fromkeys(self.flattened(junction, parts))
            flat.pop(neutral, None)
            if absorbing in flat or any(self.negate(part) in flat for part in flat):
                return absorbing
            parts = self.settled(junction, tuple(flat))
        parts = self.absorbed(dual, parts)
        if len(parts) < 2:
            return parts[0] if parts else neutral
        mirror = Node(dual, tuple(map(self.negate, parts)), negated=True)
        return min(Node(junction, parts), mirror, key=measure)

    def settled(self, junction: Operator, parts: Children) -> Children:
        """Return the parts, with the features of those that are literals settled inside the others.

        Where `a` is one part of And, it may be taken for true in the other parts.
        """
        groups: list[Children] = [(part,) for part in parts]  # what each part has become
        readers: dict[str, list[int]] = {}
        for i, part in enumerate(parts):
            for feature in part.features() if isinstance(part, Node) else ():
                readers.setdefault(feature, []).append(i)
        fresh = [part for part in parts if isinstance(part, Literal)]
        while fresh:
            known = {x.feature: One if x.negated == (junction == OR) else Zero for x in fresh}
            touched = sorted({i for feature in known for i in readers.get(feature, ())})
            fresh = []
            for i in touched:
                old = groups[i]
                groups[i] = self.flattened(junction, tuple(self.with_known(p, known) for p in old))
                fresh += [p for p in groups[i] if isinstance(p, Literal) and p not in old]
        return tuple(part for group in groups for part in group)

    def with_known(self, part: Rule, known: Mapping[str, Constant]) -> Rule:
        """Return the part with known features as constants, unless one would stay visible."""
        if not isinstance(part, Node) or known.keys().isdisjoint(part.features()):
            return part
        simpler = self.simplified(_substituted(part, known))
        return part if _constants(simpler) > _constants(part) else simpler

    def absorbed(self, dual: Operator, parts: Children) -> Children:
        """Return the parts without those that another implies: `Or(a, b, c)` beside `Or(a, b)`."""
        if len(parts) > _MAX_COMPARED:
            return parts
        sets = [frozenset(self.flattened(dual, (part,))) for part in parts]
        return tuple(
            part
            for i, part in enumerate(parts)
            if not any(s < sets[i] or (s == sets[i] and j < i) for j, s in enumerate(sets))
        )


def _is_table(rule: Node) -> bool:
    return isinstance(rule.operator, TableOperator)


def _mask(rule: Node) -> int:
    """Return the counts of true children that make a node true, its negation included."""
    assert isinstance(rule.operator, Operator)
    arity = len(rule.children)
    mask = rule.operator.mask(arity, rule.k)
    return all_counts(arity) ^ mask if rule.negated else mask


def _parameters(operator: Operator, arity: int, mask: int) -> Iterator[int | None]:
    """Return the parameters with which an operator may have a mask: all, or the ends of runs."""
    values = operator.parameter_values(arity)
    if len(values) <= _MAX_PARAMETERS:
        yield from values
        return
    for run in (mask, all_counts(arity) ^ mask):
        for k in dict.fromkeys(((run & -run).bit_length() - 1, run.bit_length() - 1)):
            if k in values:
                yield k


def _substituted(rule: Rule, known: Mapping[str, Constant]) -> Rule:
    if isinstance(rule, Literal) and rule.feature in known:
        value = known[rule.feature]
        return ~value if rule.negated else value
    if not isinstance(rule, Node):
        return rule
    children = tuple(_substituted(child, known) for child in rule.children)
    return attrs.evolve(rule, children=children)


def _constants(rule: Rule) -> int:
    """Return how many constants stand inside the rule."""
    return sum(isinstance(node, Constant) for path, node in rule.flatten() if path)
