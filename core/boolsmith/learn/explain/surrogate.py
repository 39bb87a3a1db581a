"""Surrogates: a rule that says in readable terms what a black box does."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from sklearn.base import clone
from sklearn.model_selection import train_test_split

from boolsmith.errors import BoolsmithError
from boolsmith.learn.base import RuleModel
from boolsmith.learn.classifiers import RuleClassifier
from boolsmith.learn.explain.dataset import Scores, scores
from boolsmith.learn.exports.text import to_text
from boolsmith.learn.rows import select_rows


@attrs.frozen
class Surrogate:
    """A rule classifier that imitates a model, and how faithful it is.

    `fidelity` compares its labels with the model's on rows that it was not fitted to,
    `training` on those that it was. `accuracy` has both against the truth, if that was given:
    (of the surrogate, of the model).
    """

    classifier: RuleModel
    fidelity: Scores
    training: Scores
    accuracy: tuple[Scores, Scores] | None

    def to_json(self) -> dict[str, Any]:
        """Return the surrogate as plain data."""
        rules = {str(label): str(rule) for label, rule in self.classifier.rules_.items()}
        scored = attrs.asdict(self, filter=attrs.filters.exclude("classifier"))
        return {"rules": rules, **scored}

    def __str__(self) -> str:
        return (
            f"{to_text(self.classifier.decision_)}"
            f"agrees with the model on {self.fidelity.accuracy:.1%} of {self.fidelity.rows} rows "
            f"held out (balanced {self.fidelity.balanced_accuracy:.1%})"
        )


def explain_model(
    model: Any,
    X: Any,
    y: Any = None,
    *,
    classifier: RuleModel | None = None,
    test_size: float = 0.25,
    random_state: int = 0,
) -> Surrogate:
    """Return a rule that imitates a fitted model on raw rows X, with its fidelity on held-out rows.

    `classifier` is what to fit to the labels that the model gives, `y` the truth if known.
    """
    if not callable(getattr(model, "predict", None)):
        raise BoolsmithError(f"{type(model).__name__} has no predict: give a fitted model")
    labels = np.asarray(model.predict(X))
    classes, counts = np.unique(labels, return_counts=True)
    if len(classes) < 2:
        raise BoolsmithError(f"the model gives {classes.tolist()} to every row: nothing to explain")
    train, test = train_test_split(
        np.arange(len(labels)),
        test_size=test_size,
        random_state=random_state,
        stratify=labels if counts.min() >= 2 else None,
    )
    chosen = RuleClassifier(random_state=random_state) if classifier is None else clone(classifier)
    chosen.fit(select_rows(X, train), labels[train])
    guess = chosen.predict(X)
    accuracy = None
    if y is not None:
        truth = np.asarray(y)[test]
        accuracy = (scores(truth, guess[test]), scores(truth, labels[test]))
    fidelity, training = (scores(labels[rows], guess[rows]) for rows in (test, train))
    return Surrogate(chosen, fidelity, training, accuracy)
