"""`boolsmith fit`: find a rule for a dataset, show the frontier, and save the model."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from boolsmith.cli.datasets import (
    DATA_HELP,
    Dataset,
    add_data_options,
    notes,
    read_dataset,
)
from boolsmith.cli.output import add_json_option, note, print_json, print_line, print_table
from boolsmith.config import Config, add_search_options, config_from_args

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from boolsmith.learn import RuleClassifier
    from boolsmith.learn.base import RuleModel
    from boolsmith.learn.paths import PathPoint

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
    """The classifier that the configuration and the arguments describe."""
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
        train, test = split(dataset, config["test_size"], config["seed"])
        model = classifier(config, dataset, args)
        model.fit(dataset.features.take(train), dataset.labels[train])
        model.target_ = dataset.target
        model.save(output)
        document = _document(model, dataset, train, test, output)
    _tell_failures(model)
    _tell_teacher(model)
    if args.json:
        print_json(document)
    else:
        _print(model, document)
    return 0


def split(
    dataset: Dataset, share: float, seed: int | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows to fit and to test with, every class in both."""
    import numpy as np
    from sklearn.model_selection import train_test_split

    rows = np.arange(len(dataset.labels))
    smallest = int(np.unique(dataset.labels, return_counts=True)[1].min())
    if share == 0 or smallest < 2 or smallest * share < 1:
        return rows, rows[:0]
    train, test = train_test_split(
        rows, test_size=share, random_state=seed, stratify=dataset.labels
    )
    return np.sort(train), np.sort(test)


def _tell_teacher(model: RuleClassifier) -> None:
    """Say what rules were chosen by, where that is more than the rows they are scored on."""
    if model.teacher is not None:
        mixed = f"{model.teacher_rows:,} mixed ones as the teacher sees them"
        note(f"rules were chosen by the training rows and by {mixed}, so scores need not rise")


def _tell_failures(model: RuleClassifier) -> None:
    """Say which solvers and moves failed, and why the last time."""
    for moves in model.result_.move_statistics:
        if moves.failures:
            failed = f"{moves.failures} of {moves.proposals} proposals failed"
            note(f"{moves.name}: {failed}, the last because: {moves.last_failure}")


def _document(
    model: RuleClassifier,
    dataset: Dataset,
    train: NDArray[np.int64],
    test: NDArray[np.int64],
    output: Path,
) -> dict[str, Any]:
    points = [point_document(model, point, dataset, train, test) for point in model.path_]
    (chosen,) = (p for p in points if p["complexity"] == model.point_.complexity)
    return {
        "target": dataset.target,
        "rows": {"train": len(train), "test": len(test)},
        "columns": len(model.binarizer_.conditions_) if model.binarizer_ else None,
        "metric": "balanced_accuracy",
        "rules": chosen["rules"],
        "complexity": chosen["complexity"],
        "train": chosen["train"],
        "test": chosen["test"],
        "frontier": points,
        "moves": [attrs.asdict(moves) for moves in model.result_.move_statistics],
        "seed": model.seed_,
        "model": str(output),
    }


def point_document(
    model: RuleModel,
    point: PathPoint,
    dataset: Dataset,
    train: NDArray[np.int64],
    test: NDArray[np.int64],
) -> dict[str, Any]:
    """A point of the frontier with its balanced accuracy on both parts of the rows."""
    from boolsmith.learn.explain.dataset import scores

    chosen = model.select(complexity=point.complexity)
    guess = chosen.predict(dataset.features)

    def score(rows: NDArray[np.int64]) -> float | None:
        if not len(rows):
            return None
        return scores(dataset.labels[rows], guess[rows]).balanced_accuracy

    rules = {str(label): str(rule) for label, rule in chosen.rules_.items()}
    return {
        "complexity": point.complexity,
        "train": score(train),
        "test": score(test),
        "rules": rules,
    }


def rule_text(rules: dict[str, str]) -> str:
    """The rule of a point, or those of all classes, in one cell."""
    if len(rules) == 1:
        return next(iter(rules.values()))
    return "\n".join(f"{label}: {rule}" for label, rule in rules.items())


def _print(model: RuleModel, document: dict[str, Any]) -> None:
    from boolsmith.learn.exports import export

    rows = [
        (
            ("* " if point["complexity"] == document["complexity"] else "  ")
            + str(point["complexity"]),
            f"{point['train']:.4f}",
            "-" if point["test"] is None else f"{point['test']:.4f}",
            rule_text(point["rules"]),
        )
        for point in document["frontier"]
    ]
    print_table(("complexity", "train", "test", "rule"), rows)
    print_line(str(export(model, "text")).rstrip())
    print_line()
    test = "" if document["test"] is None else f", {document['test']:.4f} on "
    test += "" if document["test"] is None else f"{document['rows']['test']} held out"
    print_line(
        f"balanced accuracy {document['train']:.4f} on {document['rows']['train']} rows{test}"
    )
    print_line(f"saved to {document['model']}")
