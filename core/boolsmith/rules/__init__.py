"""The rule language: nodes, and how to read, write, evaluate, simplify and compare rules."""

from boolsmith.rules.equivalence import equivalent
from boolsmith.rules.nodes import Constant, Literal, Node, One, Path, Rule, Zero, flip
from boolsmith.rules.parser import RuleSyntaxError, parse
from boolsmith.rules.serialize import from_json, to_json
from boolsmith.rules.simplification import simplify
from boolsmith.rules.truth import truth_table

__all__ = [
    "Constant",
    "Literal",
    "Node",
    "One",
    "Path",
    "Rule",
    "RuleSyntaxError",
    "Zero",
    "equivalent",
    "flip",
    "from_json",
    "parse",
    "simplify",
    "to_json",
    "truth_table",
]
