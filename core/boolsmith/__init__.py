"""Boolsmith finds classification rules that people can read.

Everything public is here or in the modules that `docs/reference` lists. Names are imported when
they are first used, so that `import boolsmith` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boolsmith.lazy import lazily

if TYPE_CHECKING:  # what `_NAMES` says, for type checkers
    from boolsmith.data import pack as pack
    from boolsmith.data.binarizer import Binarizer as Binarizer
    from boolsmith.errors import BoolsmithError as BoolsmithError
    from boolsmith.learn import RuleClassifier as RuleClassifier
    from boolsmith.metrics import Metric as Metric
    from boolsmith.moves import Move as Move
    from boolsmith.observers import Observer as Observer
    from boolsmith.operators import Operator as Operator
    from boolsmith.operators import TableOperator as TableOperator
    from boolsmith.plugins import hookimpl as hookimpl
    from boolsmith.plugins import load_plugin as load_plugin
    from boolsmith.rules import Literal as Literal
    from boolsmith.rules import Node as Node
    from boolsmith.rules import One as One
    from boolsmith.rules import Rule as Rule
    from boolsmith.rules import Zero as Zero
    from boolsmith.rules import equivalent as equivalent
    from boolsmith.schedules import Schedule as Schedule
    from boolsmith.searching import search as search
    from boolsmith.subproblems.optimal import optimal_rule as optimal_rule

__version__ = "0.1.0"

_NAMES = {
    "boolsmith.data": ("pack",),
    "boolsmith.data.binarizer": ("Binarizer",),
    "boolsmith.errors": ("BoolsmithError",),
    "boolsmith.learn": ("RuleClassifier",),
    "boolsmith.metrics": ("Metric",),
    "boolsmith.moves": ("Move",),
    "boolsmith.observers": ("Observer",),
    "boolsmith.operators": ("Operator", "TableOperator"),
    "boolsmith.plugins": ("hookimpl", "load_plugin"),
    "boolsmith.rules": ("Literal", "Node", "One", "Rule", "Zero", "equivalent"),
    "boolsmith.schedules": ("Schedule",),
    "boolsmith.searching": ("search",),
    "boolsmith.subproblems.optimal": ("optimal_rule",),
}
_HOME = {name: module for module, names in _NAMES.items() for name in names}

__all__ = ["__version__", *_HOME]  # noqa: PLE0604
__getattr__, __dir__ = lazily(__name__, _HOME)
