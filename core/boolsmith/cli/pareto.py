"""`boolsmith pareto`: score against complexity, by cross-validation or from a saved model."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from boolsmith.cli import fit
from boolsmith.cli.datasets import add_data_options, notes, read_dataset
from boolsmith.cli.output import add_json_option, print_json, print_line
from boolsmith.config import add_search_options, config_from_args

if TYPE_CHECKING:
    from boolsmith.learn.base import RuleModel


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("data", help="a dataset as for fit, or a saved model")
    add_data_options(parser)
    add_search_options(parser, defaults=fit.DEFAULTS, without=("choice", "test_size", "progress"))
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the frontier."""
    saved = args.data.endswith(".json")
    with notes():
        model, metric, points = _saved(args.data) if saved else _validated(args)
    if args.json:
        print_json({"metric": metric, "frontier": points})
        return 0
    fit.print_frontier(points, model.point_.complexity)
    mean = ", the mean over the classes" if saved and len(model.rules_) > 1 else ""
    print_line(f"scores are {metric.replace('_', ' ')}{mean}")
    return 0


def _saved(path: str) -> tuple[RuleModel, str, list[dict[str, Any]]]:
    """Return a saved model, the metric that it was fitted by, and the points of its path."""
    from boolsmith.learn.files import load_model

    model = load_model(path)
    points = [fit.point_document(c, train=c.point_.score) for c in fit.selections(model)]
    weighted = model.metric == "balanced_accuracy" and model.class_weight not in (None, "balanced")
    return model, "class_weighted_accuracy" if weighted else model.metric, points


def _validated(args: argparse.Namespace) -> tuple[RuleModel, str, list[dict[str, Any]]]:
    """Return a fitted model, the metric that `fit` shows whatever it maximises, and the points."""
    import numpy as np

    config = config_from_args(args, fit.DEFAULTS)
    dataset = read_dataset(args)
    model = fit.classifier(config, dataset, args, choice="one_se")
    model.fit(dataset.features, dataset.labels)
    results = {result.complexity: result for result in model.cv_results_}
    rows = {"train": np.arange(len(dataset.labels))}
    points = []
    for chosen in fit.selections(model):
        result = results[chosen.point_.complexity]
        held_out = {"mean": result.mean, "error": result.error, "scores": list(result.scores)}
        train = fit.scores(chosen, dataset, rows)
        points.append(fit.point_document(chosen, **train, held_out=held_out))
    return model, "balanced_accuracy", points
