"""The rule language: nodes, and how to read, write, evaluate, simplify and compare rules."""

from boolsmith.rules.nodes import Constant, Literal, Node, One, Path, Rule, Zero

__all__ = ["Constant", "Literal", "Node", "One", "Path", "Rule", "Zero"]
