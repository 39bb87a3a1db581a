"""The rule of a decision as a picture."""

from __future__ import annotations

from boolsmith.errors import BoolsmithError
from boolsmith.learn.decisions import Decision
from boolsmith.learn.pictures.svg import rule_svg


def to_svg(decision: Decision) -> str:
    """Return the tree of the rule as SVG."""
    if len(decision.branches) != 1:
        raise BoolsmithError("a picture is of one rule: this model has one for each class")
    return rule_svg(decision.branches[0][0])
