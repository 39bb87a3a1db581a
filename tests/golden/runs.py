"""The runs whose results are kept: what one seed gives, on the nine datasets of the paper and on
the one that scikit-learn carries. `python runs.py FOLDER > results.json` writes them anew.
"""

import json
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
from boolsmith import Binarizer, RuleClassifier, search
from sklearn.datasets import load_breast_cancer

DATASETS = {  # target, positive label, columns that are no features
    "airline_satisfaction": ("satisfaction", "satisfied", []),
    "breast_cancer": ("target", 1, []),
    "credit_card_default": ("default.payment.next.month", 1, ["ID"]),
    "credit_risk": ("class", "good", []),
    "customer_churn": ("Churn", "Yes", ["customerID"]),
    "direct_marketing": ("y", "yes", []),
    "home_equity_default": ("BAD", 1, []),
    "online_shoppers": ("Revenue", True, []),
    "parkinsons": ("status", 1, ["name"]),
}
PAPER = {"strategy": "paper", "num_starts": 4, "num_iterations": 1000}
STRATEGIES = {"sweep": {"effort": 0.2}, "paper": PAPER}
SETTINGS = {  # on Breast Cancer alone
    "non-local": {**PAPER, "backend": "local", "max_complexity": 6},
    "non-local sweep": {"effort": 0.05, "backend": "local", "patience": 3},
    "exact": {**PAPER, "backend": "exact", "max_samples": 50, "num_iterations": 300},
    "depth two": {**PAPER, "backend": "local", "subtree_depth": 2},
    "f1": {**PAPER, "metric": "f1"},
    "f1 sweep": {"effort": 0.05, "metric": "f1"},
    "negated": {**PAPER, "negated_operators": True},
    "base": {"effort": 0.05, "base_rule": 'And(_, "mean area > 388")', "max_complexity": 8},
    "paper base": {**PAPER, "base_rule": 'Or(~_, "mean area > 388")', "max_complexity": 8},
    "linear": {**PAPER, "schedule": "linear", "schedule_parameters": {"initial": 0.1}},
    "regularized": {"effort": 0.05, "regularization": 0.004, "max_complexity": None},
    "three operators": {"effort": 0.05, "operators": ["And", "Or", "Choose"], "max_depth": 2},
    "iterations": {"num_iterations": 200, "num_starts": 3, "num_threads": 2},
    "warm": {"effort": 0.05, "warm_start": ['And("mean area <= 950", "mean texture > 20.3")']},
}


@cache
def columns(name, folder):
    """The complete rows of a dataset, binarized, and its labels."""
    target, positive, ids = DATASETS[name]
    if folder is None:
        frame = load_breast_cancer(as_frame=True).frame
    else:
        frame = pd.read_csv(Path(folder) / f"{name}.csv.gz").drop(columns=ids).dropna()
    raw = frame.drop(columns=target)
    binarizer = Binarizer().fit(raw)
    X = np.asarray(binarizer.transform(raw))
    return X, (frame[target] == positive).to_numpy(), [*map(str, binarizer.get_feature_names_out())]


def run(name, folder, settings, sample_weight=None):
    X, y, names = columns(name, folder)
    found = search(
        X, y, feature_names=names, sample_weight=sample_weight, **{"seed": 7, **settings}
    )
    return {
        "score": repr(found.score),
        "moves": found.moves,
        "path": [[p.complexity, str(p.rule), repr(p.score)] for p in found.pareto],
        "starts": [[s.moves, str(s.rule), repr(s.objective)] for s in found.starts],
        "statistics": [
            [m.name, m.proposals, m.failures, m.accepted, m.improvements]
            for m in found.move_statistics
        ],
    }


def run_classifier():
    data = load_breast_cancer(as_frame=True)
    model = RuleClassifier(max_complexity=5, random_state=3).fit(data.data, data.target)
    return [[p.complexity, str(p.rule), repr(p.score)] for p in model.path_]


def weights():
    return np.random.default_rng(5).integers(1, 9, 569).astype(float)


def runs(folder):
    """Every run by name, as functions."""
    for name in DATASETS:
        for strategy, settings in STRATEGIES.items():
            yield f"{name} {strategy}", lambda n=name, s=settings: run(n, folder, s)
    yield from carried_runs()


def carried_runs():
    """The runs on the dataset that scikit-learn carries."""
    for what, settings in SETTINGS.items():
        yield f"carried {what}", lambda s=settings: run("breast_cancer", None, s)
    for strategy, settings in STRATEGIES.items():
        yield (
            f"carried weighted {strategy}",
            lambda s=settings: run("breast_cancer", None, s, weights()),
        )
    yield "carried classifier", run_classifier


if __name__ == "__main__":
    results = {name: call() for name, call in runs(sys.argv[1])}
    sys.stdout.write(json.dumps(results, indent=0, ensure_ascii=False) + "\n")
