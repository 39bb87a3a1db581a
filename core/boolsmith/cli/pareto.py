"""`boolsmith pareto`: score against complexity, by cross-validation or from a saved model."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from boolsmith.cli.datasets import add_data_options, notes, read_dataset
from boolsmith.cli.fit import DEFAULTS, classifier, rule_text
from boolsmith.cli.output import add_json_option, print_json, print_table
from boolsmith.config import add_search_options, config_from_args


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("data", help="a dataset as for fit, or a saved model")
    add_data_options(parser)
    add_search_options(parser, defaults=DEFAULTS, without=("choice", "test_size", "progress"))
    parser.add_argument("--plot", metavar="FILE", help="draw the frontier too, as PNG, SVG or PDF")
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the frontier."""
    from boolsmith.learn.files import check_writable

    if args.plot:
        check_writable(args.plot)
    with notes():
        points = _saved(args.data) if args.data.endswith(".json") else _validated(args)
    if args.plot:
        _draw(points, args.plot)
    if args.json:
        print_json({"metric": "balanced_accuracy", "frontier": points})
        return 0
    rows = []
    for point in points:
        held_out = point.get("held_out")
        shown = "-" if held_out is None else f"{held_out['mean']:.4f} ± {held_out['error']:.4f}"
        rule = rule_text(point["rules"])
        rows.append((str(point["complexity"]), f"{point['train']:.4f}", shown, rule))
    print_table(("complexity", "train", "held out", "rule"), rows)
    return 0


def _saved(path: str) -> list[dict[str, Any]]:
    from boolsmith.learn.files import load_model

    model = load_model(path)
    return [_point(model, point) for point in model.path_]


def _point(model: Any, point: Any) -> dict[str, Any]:
    rules = model.select(complexity=point.complexity).rules_
    return {
        "complexity": point.complexity,
        "train": point.score,
        "rules": {str(label): str(rule) for label, rule in rules.items()},
    }


def _validated(args: argparse.Namespace) -> list[dict[str, Any]]:
    config = config_from_args(args, DEFAULTS)
    dataset = read_dataset(args)
    model = classifier(config, dataset, args, choice="one_se")
    model.fit(dataset.features, dataset.labels)
    scores = {result.complexity: result for result in model.cv_results_}
    return [
        {
            **_point(model, point),
            "held_out": {
                "mean": scores[point.complexity].mean,
                "error": scores[point.complexity].error,
                "scores": list(scores[point.complexity].scores),
            },
        }
        for point in model.path_
    ]


def _draw(points: list[dict[str, Any]], path: str) -> None:
    from boolsmith.learn.pictures import plot_frontier

    class Spot:
        def __init__(self, complexity: int, score: float) -> None:
            self.complexity, self.score = complexity, score

    curves: dict[str, Any] = {"train": [Spot(p["complexity"], p["train"]) for p in points]}
    if "held_out" in points[0]:
        curves["held out"] = {p["complexity"]: p["held_out"]["scores"] for p in points}
    plot_frontier(curves).figure.savefig(Path(path))
