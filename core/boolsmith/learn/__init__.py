"""For data scientists: classifiers, explanations, pictures and exports.

Names are imported when they are first used, so that drawing a rule costs no scikit-learn.
"""

from __future__ import annotations

from boolsmith.lazy import lazily

_HOME = {
    "Decision": "boolsmith.learn.decisions",
    "MostFrequentClassifier": "boolsmith.learn.baselines",
    "OneRuleClassifier": "boolsmith.learn.one_rule",
    "PathPoint": "boolsmith.learn.paths",
    "RuleClassifier": "boolsmith.learn.classifiers",
    "SingleFeatureClassifier": "boolsmith.learn.baselines",
    "explain_dataset": "boolsmith.learn.explain",
    "explain_model": "boolsmith.learn.explain.surrogate",
    "explain_row": "boolsmith.learn.explain",
    "export": "boolsmith.learn.exports",
    "load_model": "boolsmith.learn.files",
    "save_model": "boolsmith.learn.files",
}

CLASSIFIERS = tuple(name for name in _HOME if name.endswith("Classifier"))
"""The classifiers that a model file may hold."""

__all__ = ["CLASSIFIERS", *_HOME]  # noqa: PLE0604
__getattr__, __dir__ = lazily(__name__, _HOME)
