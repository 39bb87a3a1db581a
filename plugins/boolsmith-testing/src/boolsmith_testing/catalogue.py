"""The laws that ship with Boolsmith: those of every counting operator, and those of named ones.

A law about an operator of a plugin, such as Xor, applies where that plugin is installed.
"""

from __future__ import annotations

from boolsmith_testing.laws import Law
from boolsmith_testing.patterns import (
    child,
    children,
    complement,
    dual,
    each,
    mirror,
    of,
    operator,
    parameter,
)

_a, _b, _c = child("a"), child("b"), child("c")
_x, _y = children("x", at_least=2), children("y")
_f, _k, _n = operator("f"), parameter("k"), _x.count
_item = child("i")

GENERAL = (
    Law("De Morgan", ~of(_f, _x, k=_k), of(dual(_f), ~_x, k=_k)),
    Law("negation is the complement", ~of(_f, _x, k=_k), of(complement(_f), _x, k=_k)),
    Law("negated children mirror the counts", of(_f, ~_x, k=_k), of(mirror(_f), _x, k=_k)),
    Law("double negation", ~of(complement(_f), _x, k=_k), of(_f, _x, k=_k)),
    Law("the dual of the dual", of(dual(dual(_f)), _x, k=_k), of(_f, _x, k=_k)),
    Law("children may change places", of(_f, _x, k=_k), of(_f, _x.swapped, k=_k)),
    Law("children may rotate", of(_f, _x, k=_k), of(_f, _x.rotated, k=_k)),
)

PAPER = (
    Law("De Morgan for And", ~of("And", _x), of("Or", ~_x)),
    Law("De Morgan for Or", ~of("Or", _x), of("And", ~_x)),
    Law(
        "De Morgan for AtLeast",
        ~of("AtLeast", _x, k=_k),
        of("AtLeast", ~_x, k=_n - _k + 1),
        where=_k >= 1,
    ),
    Law(
        "De Morgan for AtMost",
        ~of("AtMost", _x, k=_k),
        of("AtMost", ~_x, k=_n - _k - 1),
        where=_k <= _n - 1,
    ),
    Law("De Morgan for Choose", ~of("Choose", _x, k=_k), ~of("Choose", ~_x, k=_n - _k)),
    Law("AtLeast is AtMost of the negated", of("AtLeast", _x, k=_k), of("AtMost", ~_x, k=_n - _k)),
    Law("AtMost is AtLeast of the negated", of("AtMost", _x, k=_k), of("AtLeast", ~_x, k=_n - _k)),
    Law("Choose of the negated", of("Choose", _x, k=_k), of("Choose", ~_x, k=_n - _k)),
    Law(
        "Choose is AtLeast and AtMost",
        of("Choose", _x, k=_k),
        of("And", of("AtLeast", _x, k=_k), of("AtMost", _x, k=_k)),
    ),
    Law("AtLeast1 is Or", of("AtLeast", _x, k=1), of("Or", _x)),
    Law("AtLeast of all is And", of("AtLeast", _x, k=_n), of("And", _x)),
    Law("AtMost0 is not Or", of("AtMost", _x, k=0), ~of("Or", _x)),
    Law("Choose of all is And", of("Choose", _x, k=_n), of("And", _x)),
    Law("Choose0 is not Or", of("Choose", _x, k=0), ~of("Or", _x)),
    Law(
        "not AtLeast is AtMost one less",
        ~of("AtLeast", _x, k=_k),
        of("AtMost", _x, k=_k - 1),
        where=_k >= 1,
    ),
    Law(
        "not AtMost is AtLeast one more",
        ~of("AtMost", _x, k=_k),
        of("AtLeast", _x, k=_k + 1),
        where=_k <= _n - 1,
    ),
    Law("And associative", of("And", of("And", _x), _y), of("And", _x, _y)),
    Law("Or associative", of("Or", of("Or", _x), _y), of("Or", _x, _y)),
    Law("And absorbs Or", of("And", _a, of("Or", _a, _y)), _a),
    Law("Or absorbs And", of("Or", _a, of("And", _a, _y)), _a),
    Law("And idempotent", of("And", _a, _a), _a),
    Law("Or idempotent", of("Or", _a, _a), _a),
    Law(
        "And distributes over Or",
        of("And", _a, of("Or", _x)),
        of("Or", each(_item, _x, of("And", _a, _item))),
    ),
    Law(
        "Or distributes over And",
        of("Or", _a, of("And", _x)),
        of("And", each(_item, _x, of("Or", _a, _item))),
    ),
)

PARITY = (
    Law("Xor associative", of("Xor", of("Xor", _x), _y), of("Xor", _x, _y)),
    Law("Xor of a negated child", of("Xor", ~_a, _y), ~of("Xor", _a, _y)),
    Law(
        "And distributes over Xor",
        of("And", _a, of("Xor", _x)),
        of("Xor", each(_item, _x, of("And", _a, _item))),
    ),
    Law("ExactlyOne is Choose1", of("ExactlyOne", _x), of("Choose", _x, k=1)),
    Law("AllEqual is all or none", of("AllEqual", _x), of("Or", of("And", _x), ~of("Or", _x))),
    Law("AllEqual of the negated", of("AllEqual", ~_x), of("AllEqual", _x)),
    Law("NotAllEqual is not AllEqual", of("NotAllEqual", _x), ~of("AllEqual", _x)),
    Law("Majority of three", of("Majority", _a, _b, _c), of("AtLeast", _a, _b, _c, k=2)),
)

IMPLICATION = (
    Law("Implies is not or", of("Implies", _a, _b), of("Or", ~_a, _b)),
    Law("contraposition", of("Implies", _a, _b), of("Implies", ~_b, ~_a)),
    Law(
        "IfThenElse by cases",
        of("IfThenElse", _a, _b, _c),
        of("Or", of("And", _a, _b), of("And", ~_a, _c)),
    ),
    Law(
        "IfThenElse of a negated condition",
        of("IfThenElse", ~_a, _b, _c),
        of("IfThenElse", _a, _c, _b),
    ),
)

CATALOGUE = (*GENERAL, *PAPER, *PARITY, *IMPLICATION)
