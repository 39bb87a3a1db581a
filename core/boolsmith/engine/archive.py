"""The archive of a start: the best rule of every complexity that it came across."""

from boolsmith.engine.jit import inner
from boolsmith.engine.layout import SIZE
from boolsmith.engine.tree import copy_rule


@inner
def keep(start, rule, score):
    """Put the rule in the archive of a start if it beats the one of its complexity."""
    complexity = rule[0, SIZE]
    if score > start.scores[complexity]:
        start.scores[complexity] = score
        copy_rule(rule, start.archive[complexity])
