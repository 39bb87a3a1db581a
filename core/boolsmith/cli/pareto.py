"""`boolsmith pareto`: score against complexity, by cross-validation or from a saved model."""

from __future__ import annotations

import argparse
from typing import Any

from boolsmith.cli.datasets import add_data_options, notes, read_dataset
from boolsmith.cli.fit import DEFAULTS, classifier, point_document, rule_text
from boolsmith.cli.output import add_json_option, print_json, print_line, print_table
from boolsmith.config import add_search_options, config_from_args


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("data", help="a dataset as for fit, or a saved model")
    add_data_options(parser)
    add_search_options(parser, defaults=DEFAULTS, without=("choice", "test_size", "progress"))
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the frontier."""
    with notes():
        metric, points = _saved(args.data) if args.data.endswith(".json") else _validated(args)
    if args.json:
        print_json({"metric": metric, "frontier": points})
        return 0
    rows = []
    for point in points:
        held_out = point.get("held_out")
        shown = "-" if held_out is None else f"{held_out['mean']:.4f} ± {held_out['error']:.4f}"
        rule = rule_text(point["rules"])
        rows.append((str(point["complexity"]), f"{point['train']:.4f}", shown, rule))
    print_table(("complexity", "train", "held out", "rule"), rows)
    mean = len(points[0]["rules"]) > 1 and "held_out" not in points[0]
    print_line(f"scores are {_words(metric)}{', the mean over the classes' if mean else ''}")
    return 0


def _saved(path: str) -> tuple[str, list[dict[str, Any]]]:
    """The metric that a saved model was fitted by, and the points of its path."""
    from boolsmith.learn.files import load_model

    model = load_model(path)
    points = [
        {
            "complexity": point.complexity,
            "train": point.score,
            "rules": {
                str(label): str(rule)
                for label, rule in model.select(complexity=point.complexity).rules_.items()
            },
        }
        for point in model.path_
    ]
    weighted = model.metric == "balanced_accuracy" and model.class_weight not in (None, "balanced")
    return "class_weighted_accuracy" if weighted else model.metric, points


def _validated(args: argparse.Namespace) -> tuple[str, list[dict[str, Any]]]:
    """Balanced accuracy, as `fit` shows it whatever the search maximises, and the points."""
    import numpy as np

    config = config_from_args(args, DEFAULTS)
    dataset = read_dataset(args)
    model = classifier(config, dataset, args, choice="one_se")
    model.fit(dataset.features, dataset.labels)
    scores = {result.complexity: result for result in model.cv_results_}
    rows = np.arange(len(dataset.labels))
    points = []
    for point in model.path_:
        shown = point_document(model, point, dataset, rows, rows[:0])
        del shown["test"]
        result = scores[point.complexity]
        held_out = {"mean": result.mean, "error": result.error, "scores": list(result.scores)}
        points.append({**shown, "held_out": held_out})
    return "balanced_accuracy", points


def _words(metric: str) -> str:
    return metric.replace("_", " ")
