"""The best rules of one and of two literals, and the scores of all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from boolsmith.data import pack
from boolsmith.data.binarizer import Binarizer
from boolsmith.metrics import ACCURACY
from boolsmith.rules import Node, Rule

from boolsmith_bench.paper.datasets import load
from boolsmith_bench.paper.experiment import Cell, Experiment, Plan, Row
from boolsmith_bench.paper.figures import COLOURS, panels
from boolsmith_bench.paper.page import Claim, Page

BINS = 50
PAPER = {
    "single": (300, "0.647", "mean fractal dimension > 0.0552"),
    "~single": (300, "0.914", "worst perimeter <= 108.9364"),
    "Or": (179_400, "0.931", "Or(worst concave points <= 0.1091, worst area <= 719.6364)"),
    "~Or": (179_400, "0.944", "~Or(worst concave points > 0.1563, worst area > 988.6818)"),
    "And": (179_400, "0.944", "And(worst concave points <= 0.1563, worst area <= 88.6818)"),
    "~And": (179_400, "0.931", "~And(worst concave points > 0.1091, worst area > 719.6364)"),
}
NOTES = {
    ("single", "accuracy"): "0.647 is what the threshold 0.0552 gives, rounded to four decimals; "
    "the quantile itself gets one row of 569 more",
    ("And", "rule"): "88.6818 is a slip for 988.6818, as ~Or beside it shows",
}


def _cells(plan: Plan) -> Iterator[Cell]:
    if "breast_cancer" in plan.datasets:
        yield {"dataset": "breast_cancer", "metric": "accuracy", "bins": BINS}


def _run(cell: Cell, plan: Plan) -> list[Row]:
    from boolsmith_plots import best_rules, score_landscape

    data = load(cell["dataset"], plan.data)
    binarizer = Binarizer(round_thresholds=False).fit(data.raw)
    conditions: Sequence[Any] = list(binarizer.conditions_by_name_.values())
    packed = pack(binarizer.transform(data.raw), data.y, feature_names=list(map(_name, conditions)))
    scores = score_landscape(packed, None, metric=ACCURACY)
    return [
        {
            "kind": kind,
            "rules": len(scores[kind]),
            "accuracy": value,
            "rule": _text(rule),
            "histogram": np.histogram(scores[kind], cell["bins"], (0, 1))[0].tolist(),
        }
        for kind, (rule, value) in best_rules(packed, None, metric=ACCURACY).items()
    ]


def _name(condition: Any) -> str:
    """Return a condition with its threshold to four decimals, as in the paper."""
    return f"{condition.feature} > {condition.threshold:.4f}"


def _text(rule: Rule) -> str:
    """Return a rule as the paper writes it: without quotes, the later feature first."""
    if not isinstance(rule, Node):
        return str(rule).strip('"')
    inner = ", ".join(map(_text, reversed(rule.children)))
    return f"{'~' * rule.negated}{rule.operator.name}({inner})"


def _show(rows: Sequence[Row], page: Page) -> None:
    claims = []
    for row in rows:
        kind = row["kind"]
        count, accuracy, rule = PAPER[kind]
        for what, paper, here in (
            ("rules", f"{count:,}", f"{row['rules']:,}"),
            ("accuracy", accuracy, f"{row['accuracy']:.3f}"),
            ("rule", rule, row["rule"]),
        ):
            claims.append(Claim(f"{kind}: {what}", paper, here, NOTES.get((kind, what), "")))
    page.claim(claims)
    page.figure(
        "landscape", "Accuracy of all rules of one and of two literals", lambda: _draw(rows)
    )


def _draw(rows: Sequence[Row]) -> Any:
    figure, axes = panels(2)
    for ax, title, kinds in (
        (axes[0], "one literal", ("single", "~single")),
        (axes[1], "two literals", ("And", "~Or", "Or", "~And")),
    ):
        for row in rows:
            if row["kind"] not in kinds:
                continue
            number = kinds.index(row["kind"])
            # By De Morgan two curves of the right panel lie on the other two: those are dashed.
            dashed = number % 2 and len(kinds) > 2
            style = {"linestyle": "--" if dashed else "-", "linewidth": 2.4 if dashed else 1.4}
            shares = np.array(row["histogram"]) / row["rules"]
            edges = np.linspace(0, 1, len(shares) + 1)
            colour = COLOURS[number]
            ax.stairs(shares, edges, label=row["kind"], color=colour, **style)
        ax.set(title=title, xlabel="accuracy", ylabel="share of rules", xlim=(0, 1))
        ax.legend(frameon=False)
    return figure


BEST_RULES = Experiment("best-rules", "Best rules of one and two literals", _cells, _run, _show)
