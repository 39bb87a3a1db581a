"""`boolsmith fit`: find a rule for a dataset, show the frontier, and save the model."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boolsmith.cli.datasets import Dataset, add_data_options, notes, read_dataset
from boolsmith.cli.output import add_json_option, print_json, print_line, print_table
from boolsmith.errors import BoolsmithError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from boolsmith.learn.base import RuleModel
    from boolsmith.learn.paths import PathPoint


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("data", help="a CSV, gzip or Parquet file, - for standard input, or "
                        "breast-cancer, which scikit-learn carries")  # fmt: skip
    add_data_options(parser)
    add_search_options(parser)
    parser.add_argument("--choice", default="best", metavar="WHICH",
                        help="best, one_se (simplest within one standard error in "
                        "cross-validation), or a complexity (default: best)")  # fmt: skip
    parser.add_argument("--test-size", type=float, default=0.25, metavar="SHARE",
                        help="share of rows held out to test the rule, 0 for none "
                        "(default: 0.25)")  # fmt: skip
    parser.add_argument("--output", metavar="FILE",
                        help="where to save the model (default: <name>.rule.json)")  # fmt: skip
    add_json_option(parser)


def add_search_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the search."""
    parser.add_argument("--max-complexity", type=int, default=6, metavar="N",
                        help="most literals and operators of a rule (default: 6)")  # fmt: skip
    parser.add_argument("--max-depth", type=int, metavar="N", help="most levels of a rule")
    parser.add_argument("--operators", metavar="NAMES", help="operators to use, as in And,Or")
    parser.add_argument("--metric", default="balanced_accuracy", metavar="NAME",
                        help="what to maximise (default: balanced_accuracy)")  # fmt: skip
    parser.add_argument("--regularization", type=float, default=0.0, metavar="X",
                        help="what a node of a rule costs (default: 0)")  # fmt: skip
    parser.add_argument("--effort", type=float, default=1.0, metavar="X",
                        help="how much to search, as a factor (default: 1)")  # fmt: skip
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="how long to search")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="(default: 0)")
    parser.add_argument("--jobs", type=int, default=-1, metavar="N",
                        help="threads to use, -1 for all processors (default: -1)")  # fmt: skip


def classifier(args: argparse.Namespace, dataset: Dataset, **settings: Any) -> Any:
    """The classifier that the arguments describe."""
    from boolsmith.data.binarizer import Binarizer
    from boolsmith.learn import RuleClassifier

    kinds = {name: "category" for name in args.category if name in dataset.features.columns}
    return RuleClassifier(
        max_complexity=args.max_complexity,
        max_depth=args.max_depth,
        operators=None if args.operators is None else args.operators.split(","),
        metric=args.metric,
        regularization=args.regularization,
        effort=args.effort,
        time_limit=args.time_limit,
        binarizer=Binarizer(kinds=kinds or None),
        positive=dataset.positive,
        random_state=args.seed,
        n_jobs=args.jobs,
        progress=sys.stderr.isatty(),
        **settings,
    )


def run(args: argparse.Namespace) -> int:
    """Print the frontier and the rule, and save the model."""
    choice = int(args.choice) if args.choice.isdecimal() else args.choice
    with notes():
        dataset = read_dataset(args)
        train, test = split(dataset, args.test_size, args.seed)
        model = classifier(args, dataset, choice=choice)
        model.fit(dataset.features.take(train), dataset.labels[train])
        model.target_ = dataset.target
        output = Path(args.output or f"{dataset.name}.rule.json")
        model.save(output)
        document = _document(model, dataset, train, test, output)
    if args.json:
        print_json(document)
    else:
        _print(model, document)
    return 0


def split(dataset: Dataset, share: float, seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows to fit and to test with, every class in both."""
    import numpy as np
    from sklearn.model_selection import train_test_split

    rows = np.arange(len(dataset.labels))
    if not 0 <= share < 1:
        raise BoolsmithError(f"--test-size {share}: give a share of the rows from 0 to below 1")
    smallest = int(np.unique(dataset.labels, return_counts=True)[1].min())
    if share == 0 or smallest < 2 or smallest * share < 1:
        return rows, rows[:0]
    train, test = train_test_split(
        rows, test_size=share, random_state=seed, stratify=dataset.labels
    )
    return np.sort(train), np.sort(test)


def _document(
    model: RuleModel,
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
    print_line(export(model, "text").rstrip())
    print_line()
    test = "" if document["test"] is None else f", {document['test']:.4f} on "
    test += "" if document["test"] is None else f"{document['rows']['test']} held out"
    print_line(
        f"balanced accuracy {document['train']:.4f} on {document['rows']['train']} rows{test}"
    )
    print_line(f"saved to {document['model']}")
