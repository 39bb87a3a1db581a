"""For data scientists: classifiers, explanations, pictures and exports.

Names are imported when they are first used, so that drawing a rule costs no scikit-learn.
"""

from __future__ import annotations

import importlib
from typing import Any

CLASSIFIERS = (
    "MostFrequentClassifier",
    "OneRuleClassifier",
    "RuleClassifier",
    "SingleFeatureClassifier",
)
"""The classifiers that a model file may hold."""

_HOME = {
    "Decision": "boolsmith.learn.decisions",
    "MostFrequentClassifier": "boolsmith.learn.baselines",
    "OneRuleClassifier": "boolsmith.learn.one_rule",
    "PathPoint": "boolsmith.learn.paths",
    "RuleClassifier": "boolsmith.learn.classifiers",
    "SingleFeatureClassifier": "boolsmith.learn.baselines",
    "explain_dataset": "boolsmith.learn.explain",
    "explain_model": "boolsmith.learn.explain",
    "explain_row": "boolsmith.learn.explain",
    "export": "boolsmith.learn.exports",
    "load_model": "boolsmith.learn.files",
    "save_model": "boolsmith.learn.files",
}

__all__ = ["CLASSIFIERS", *_HOME]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'boolsmith.learn' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
