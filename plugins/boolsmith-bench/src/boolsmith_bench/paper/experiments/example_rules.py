"""Example rules: what the first split of every dataset gives at complexity 4."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boolsmith.rules import Rule

from boolsmith_bench.paper.datasets import load, sources
from boolsmith_bench.paper.experiment import Cell, Experiment, Plan, Row
from boolsmith_bench.paper.methods import Fitting
from boolsmith_bench.paper.page import Page

PAPER = {
    "airline_satisfaction": "And(Inflight entertainment != 5, Inflight entertainment != 4, "
    "Seat comfort != 0)",
    "breast_cancer": "AtMost1(worst concave points <= 0.1533, worst radius <= 16.43, "
    "mean texture <= 15.3036)",
    "credit_card_default": "Or(PAY_2 > 0, PAY_0 > 0, PAY_4 > 0)",
    "credit_risk": "Choose1(checking_status = no checking, checking_status < 200, "
    "property_magnitude = real estate)",
    "customer_churn": "AtMost1(tenure > 5, Contract != Month-to-month, "
    "InternetService != Fiber optic)",
    "direct_marketing": "Or(duration > 393, nr.employed <= 5076.2, month = mar)",
    "home_equity_default": "Or(DEBTINC > 41.6283, DELINQ != 0.0, CLNO <= 11)",
    "online_shoppers": "AtMost1(PageValues <= 5.5514, PageValues <= 0, BounceRates > 0.025)",
    "parkinsons": "AtMost1(spread1 > -6.3025, spread2 > 0.1995, Jitter:DDP > 0.0059)",
}


def _cells(plan: Plan) -> Iterator[Cell]:
    for dataset in plan.datasets:
        yield {"dataset": dataset, "split": 0, "max_complexity": 4}


def _run(cell: Cell, plan: Plan) -> list[Row]:
    from boolsmith.searching import search

    data = load(cell["dataset"], plan.data)
    fitting = Fitting(data, *data.split(cell["split"]))
    packed = data.pack(fitting.train)
    found = search(packed, max_complexity=cell["max_complexity"], seed=0, num_threads=1, effort=0.1)
    return [fitting.rule_point(found.rule.complexity, found.rule)]


def _show(rows: Sequence[Row], page: Page) -> None:
    page.text(
        "The rule of the first split at complexity 4, and the one that the paper prints for a "
        "split of its own; splits and cuts differ, so the rules need not be the same. Some of the "
        "paper's rules are for the other class."
    )
    page.table(
        ("dataset", "rule", "test", "train", "the paper's rule"),
        [
            (
                sources()[row["dataset"]].title, f"`{Rule.parse(row['rule'])}`",
                f"{row['test']:.3f}", f"{row['train']:.3f}", f"`{PAPER[row['dataset']]}`",
            )
            for row in rows
        ],
    )  # fmt: skip


EXAMPLE_RULES = Experiment("example-rules", "Example rules", _cells, _run, _show)
