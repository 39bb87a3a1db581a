"""`boolsmith fit`: find a rule for a dataset, show the frontier, and save the model."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from boolsmith.cli.datasets import DATA_HELP, Dataset, add_data_options, notes, read_dataset
from boolsmith.cli.output import add_json_option, note, print_json, print_line, print_table
from boolsmith.config import Config, add_search_options, config_from_args

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from boolsmith.learn import RuleClassifier
    from boolsmith.learn.base import RuleModel

    Parts = Mapping[str, NDArray[np.int64]]

DEFAULTS = {"max_complexity": 6, "seed": 0}
"""Where the command differs from the library: a first rule is short, and the same every time."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("data", help=DATA_HELP)
    add_data_options(parser)
    add_search_options(parser, defaults=DEFAULTS, without=("progress",))
    parser.add_argument("--output", metavar="FILE",
                        help="where to save the model (default: <name>.rule.json)")  # fmt: skip
    add_json_option(parser)


def classifier(
    config: Config, dataset: Dataset, args: argparse.Namespace, **settings: Any
) -> RuleClassifier:
    """Return the classifier that the configuration and the arguments describe."""
    from boolsmith.data.binarizer import Binarizer
    from boolsmith.learn import RuleClassifier

    arguments = {"n_jobs": -1, "progress": sys.stderr.isatty(), **config.classifier_arguments()}
    binarizer = arguments.pop("binarizer", Binarizer())
    kinds = {name: "category" for name in args.category if name in dataset.features.columns}
    binarizer.set_params(kinds={**(binarizer.kinds or {}), **kinds} or None)
    own = {"binarizer": binarizer, "positive": dataset.positive}
    return RuleClassifier(**{**arguments, **own, **settings})


def run(args: argparse.Namespace) -> int:
    """Print the frontier and the rule, and save the model."""
    from boolsmith.files import check_writable

    config = config_from_args(args, DEFAULTS)
    with notes():
        dataset = read_dataset(args)
        output = Path(args.output or f"{dataset.name}.rule.json")
        check_writable(output)
        parts = _split(dataset, config["test_size"], config["seed"])
        model = classifier(config, dataset, args)
        model.fit(dataset.features.take(parts["train"]), dataset.labels[parts["train"]])
        model.target_ = dataset.target
        model.save(output)
        document = {**_document(model, dataset, parts), "model": str(output)}
    _note_what_to_know(model)
    if args.json:
        print_json(document)
    else:
        _print(model, document)
    return 0


def _split(dataset: Dataset, share: float, seed: int | None) -> Parts:
    """Return the rows to fit and to test with, every class in both."""
    import numpy as np
    from sklearn.model_selection import train_test_split

    labels, rows = dataset.labels, np.arange(len(dataset.labels))
    smallest = int(np.unique(labels, return_counts=True)[1].min())
    if share == 0 or smallest < 2 or smallest * share < 1:
        return {"train": rows, "test": rows[:0]}
    parts = train_test_split(rows, test_size=share, random_state=seed, stratify=labels)
    return dict(zip(("train", "test"), map(np.sort, parts), strict=True))


def _note_what_to_know(model: RuleClassifier) -> None:
    """Say which solvers and moves failed, and by what else than the scores rules were chosen."""
    for moves in model.result_.move_statistics:
        if moves.failures:
            failed = f"{moves.failures} of {moves.proposals} proposals failed"
            note(f"{moves.name}: {failed}, the last because: {moves.last_failure}")
    if model.teacher is not None:
        mixed = f"{model.teacher_rows:,} mixed ones as the teacher sees them"
        note(f"rules were chosen by the training rows and by {mixed}, so scores need not rise")


def _document(model: RuleClassifier, dataset: Dataset, parts: Parts) -> dict[str, Any]:
    points = [point_document(s, **scores(s, dataset, parts)) for s in selections(model)]
    (chosen,) = (p for p in points if p["complexity"] == model.point_.complexity)
    return {
        "target": dataset.target,
        "rows": {name: len(rows) for name, rows in parts.items()},
        "columns": len(model.binarizer_.conditions_) if model.binarizer_ else None,
        "metric": "balanced_accuracy",
        **chosen,
        "frontier": points,
        "moves": [attrs.asdict(moves) for moves in model.result_.move_statistics],
        "seed": model.seed_,
    }


def selections(model: RuleModel) -> list[RuleModel]:
    """Return the model with the rules of each point of its frontier."""
    return [model.select(complexity=point.complexity) for point in model.path_]


def point_document(chosen: RuleModel, **scores: Any) -> dict[str, Any]:
    """Return the point of the frontier that a model uses, with its scores, as plain data."""
    rules = {str(label): str(rule) for label, rule in chosen.rules_.items()}
    return {"complexity": chosen.point_.complexity, **scores, "rules": rules}


def scores(chosen: RuleModel, dataset: Dataset, parts: Parts) -> dict[str, float | None]:
    """Return the balanced accuracy of a model on each part of the rows; None on no rows."""
    from boolsmith.learn.explain import dataset as explained

    guess, labels = chosen.predict(dataset.features), dataset.labels
    return {
        name: explained.scores(labels[rows], guess[rows]).balanced_accuracy if len(rows) else None
        for name, rows in parts.items()
    }


def print_frontier(points: Sequence[Mapping[str, Any]], chosen: int) -> None:
    """Print a table of the points with the scores that they have, the chosen one marked."""
    names = [name for name in points[0] if name not in ("complexity", "rules")]
    rows = []
    for point in points:
        rules, mark = point["rules"], "*" if point["complexity"] == chosen else " "
        rule = "\n".join(f"{label}: {r}" if len(rules) > 1 else r for label, r in rules.items())
        rows.append((f"{mark} {point['complexity']}", *(_text(point[n]) for n in names), rule))
    print_table(("complexity", *(name.replace("_", " ") for name in names), "rule"), rows)


def _text(score: Any) -> str:
    if isinstance(score, Mapping):
        return f"{score['mean']:.4f} ± {score['error']:.4f}"
    return "-" if score is None else f"{score:.4f}"


def _print(model: RuleModel, document: Mapping[str, Any]) -> None:
    from boolsmith.learn.exports import export

    print_frontier(document["frontier"], document["complexity"])
    print_line(str(export(model, "text")).rstrip())
    print_line()
    line = f"balanced accuracy {document['train']:.4f} on {document['rows']['train']} rows"
    if document["test"] is not None:
        line += f", {document['test']:.4f} on {document['rows']['test']} held out"
    print_line(line)
    print_line(f"saved to {document['model']}")
