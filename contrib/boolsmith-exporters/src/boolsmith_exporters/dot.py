"""A decision in the language of Graphviz."""

from collections.abc import Iterator
from itertools import count

from boolsmith.learn import Decision
from boolsmith.learn.exports import phrase
from boolsmith.rules import Rule


def to_dot(decision: Decision) -> str:
    """Return the rules as trees, each below its label."""
    numbers = count()
    lines = ["digraph rule {", '  node [shape=box, style=rounded, fontname="sans-serif"];']
    for rule, label in decision.branches:
        root = next(numbers)
        lines.append(f"  n{root} [label={_quoted(str(label))}, shape=plaintext];")
        lines += _tree(rule, root, numbers)
    return "\n".join([*lines, "}"]) + "\n"


def _tree(rule: Rule, parent: int, numbers: Iterator[int]) -> Iterator[str]:
    number = next(numbers)
    yield f"  n{number} [label={_quoted(phrase(rule))}];"
    yield f"  n{parent} -> n{number};"
    for child in rule.children:
        yield from _tree(child, number, numbers)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
