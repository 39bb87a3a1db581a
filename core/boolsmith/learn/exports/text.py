"""A decision as indented text, and the words for each node of a rule."""

from __future__ import annotations

import attrs

from boolsmith.learn.decisions import Decision
from boolsmith.operators import Operator
from boolsmith.rules import Constant, Literal, Node, Rule
from boolsmith.rules.nodes import flip


def to_text(decision: Decision) -> str:
    """Return the decision as indented lines, one for each part of each rule."""
    lines: list[str] = []
    for rule, label in decision.branches:
        for path, node in rule.flatten():
            start = "  " * len(path) + "- " if path else f"{label} if "
            lines.append(start + phrase(node) + (":" if node.children else ""))
    return "\n".join([*lines, f"otherwise {decision.otherwise}"]) + "\n"


def phrase(node: Rule) -> str:
    """Return a node without its children in words, as in `at least 2 of` or `not Partner`."""
    if isinstance(node, Constant):
        return "always" if node.value else "never"
    if isinstance(node, Literal):
        flipped = flip(node.feature) or f"not {node.feature}"
        return flipped if node.negated else node.feature
    assert isinstance(node, Node)
    if node.negated:
        return _opposite_phrase(node) or f"not ({phrase(attrs.evolve(node, negated=False))})"
    words = (node.operator.description or f"{node.operator.name} of").split(" ")
    if node.k is None:
        return " ".join(words)
    filled = [str(node.k) if word == "k" else word for word in words]
    return " ".join(filled if "k" in words else [*words, f"(k = {node.k})"])


def _opposite_phrase(node: Node) -> str | None:
    """Return the counts that a negated operator accepts, in words, if they are a range."""
    if not isinstance(node.operator, Operator):
        return None
    arity = len(node.children)
    mask = node.operator.mask(arity, node.k)
    counts = [count for count in range(arity + 1) if not mask >> count & 1]
    if not counts or counts[-1] - counts[0] + 1 != len(counts) or len(counts) == arity + 1:
        return None
    low, high = counts[0], counts[-1]
    if high == 0:
        return "none of"
    if low == high:
        return "all of" if low == arity else f"exactly {low} of"
    if high == arity:
        return "any of" if low == 1 else f"at least {low} of"
    if low == 0:
        return "not all of" if high == arity - 1 else f"at most {high} of"
    return f"{low} to {high} of"
