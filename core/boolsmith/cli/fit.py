"""`boolsmith fit`: find a rule for a dataset. For now the best rule of one literal."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from boolsmith.cli.output import add_json_option, print_json, print_line
from boolsmith.errors import UnknownNameError
from boolsmith.metrics import BALANCED_ACCURACY

DATASETS = ("breast-cancer",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("dataset", help="breast-cancer, which scikit-learn carries")
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the best rule and its score."""
    if args.dataset not in DATASETS:
        raise UnknownNameError("dataset", args.dataset, DATASETS)
    from sklearn.datasets import load_breast_cancer

    data = load_breast_cancer()
    rule, score = best_literal(data.data, data.target == 1, list(data.feature_names))
    if args.json:
        print_json({"rule": rule, "metric": BALANCED_ACCURACY.name, "score": score})
    else:
        print_line(f"{data.target_names[1]} if {rule}")
        print_line(f"balanced accuracy {score:.4f} on {len(data.target)} rows")
    return 0


def best_literal(X: Any, y: Any, names: list[str]) -> tuple[str, float]:
    """The comparison with one of ten inner quantiles of a feature that scores best."""
    scores = {}
    for name, column in zip(names, X.T, strict=True):
        for threshold in np.unique(np.quantile(column, np.linspace(0, 1, 12)[1:-1])):
            for sign, outcome in ((">", column > threshold), ("<=", column <= threshold)):
                scores[f"{name} {sign} {threshold:.6g}"] = _score(outcome, y)
    best = max(scores, key=scores.__getitem__)
    return best, scores[best]


def _score(outcome: Any, y: Any) -> float:
    tp, fp = np.sum(outcome & y), np.sum(outcome & ~y)
    return BALANCED_ACCURACY(tp, fp, np.sum(~outcome & y), np.sum(~outcome & ~y))
