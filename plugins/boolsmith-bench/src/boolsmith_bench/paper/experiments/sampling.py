"""Learning from a sample: scores when 1% to 100% of the rows are trained on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from boolsmith_bench.paper.datasets import Dataset, Rows, load, sources
from boolsmith_bench.paper.experiment import Cell, Experiment, Plan, Row
from boolsmith_bench.paper.figures import panels
from boolsmith_bench.paper.methods import Fitting, mean
from boolsmith_bench.paper.page import Page

DATASETS = ("airline_satisfaction", "credit_card_default", "direct_marketing")
METHODS = ("search, complexity 5", "Or of 4 literals, certified", "tree of depth 2")
MAX_TRAIN = 0.99  # what is left is the test


def _cells(plan: Plan) -> Iterator[Cell]:
    shares = (0.01, 0.1, MAX_TRAIN) if plan.quick else (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, MAX_TRAIN)
    for dataset in (name for name in DATASETS if name in plan.datasets):
        for share in shares:
            for split in range(plan.few(2 * plan.splits, 2)):  # the paper has 64 here
                yield {"dataset": dataset, "share": share, "split": split}


def _run(cell: Cell, plan: Plan) -> list[Row]:
    data = load(cell["dataset"], plan.data)
    train, test = data.split(cell["split"], cell["share"])
    return [
        {"method": name, **row}
        for name, row in zip(METHODS, _fits(data, train, test, cell["split"]), strict=True)
    ]


def _fits(data: Dataset, train: Rows, test: Rows, seed: int) -> Iterator[Row]:
    from boolsmith.searching import search
    from boolsmith.subproblems.optimal import optimal_rule
    from sklearn.tree import DecisionTreeClassifier

    fitting, packed = Fitting(data, train, test), data.pack(train)
    fitting.restart()
    rule = search(packed, max_complexity=5, seed=seed, num_threads=1, effort=0.2).rule
    yield fitting.rule_point(5, rule)
    fitting.restart()
    found = optimal_rule(packed, operator="Or", max_num_literals=4, time_limit=5.0)
    yield fitting.rule_point(5, found.rule, proven=not found.certificate.gap)
    fitting.restart()
    model = DecisionTreeClassifier(max_depth=2, class_weight="balanced", random_state=0)
    model.fit(data.X[train], data.y[train])
    yield fitting.point(3, lambda rows: model.predict(data.X[rows]))


def _show(rows: Sequence[Row], page: Page) -> None:
    page.text("Mean balanced accuracy, test / train, by the share of the rows trained on.")
    shares = sorted({row["share"] for row in rows})
    for dataset in dict.fromkeys(row["dataset"] for row in rows):
        own = [row for row in rows if row["dataset"] == dataset]
        page.lines += [f"### {sources()[dataset].title}", ""]
        page.table(("", *(f"{share:.0%}" for share in shares)), [
            [name, *(_cell([r for r in own if (r["method"], r["share"]) == (name, share)])
                     for share in shares)] for name in METHODS
        ])  # fmt: skip
        page.figure(
            f"sampling-{dataset}", f"Learning from a sample of {sources()[dataset].title}",
            partial(_draw, own, shares),
        )  # fmt: skip


def _cell(rows: Sequence[Row]) -> str:
    test, train = (mean([row[part] for row in rows]) for part in ("test", "train"))
    return f"{test:.3f} / {train:.3f}"


def _draw(rows: Sequence[Row], shares: Sequence[float]) -> Any:
    figure, axes = panels(2, 5.5, 4, sharey=True)
    for ax, part in zip(axes, ("train", "test"), strict=True):
        for i, name in enumerate(METHODS):
            groups = [[r[part] for r in rows if (r["method"], r["share"]) == (name, share)]
                      for share in shares]  # fmt: skip
            places = [place + 0.25 * (i - 1) for place in range(len(shares))]
            shown = ax.boxplot(groups, positions=places, widths=0.2, patch_artist=True,
                               flierprops={"markersize": 2})  # fmt: skip
            for box in shown["boxes"]:
                box.set_facecolor(f"C{i}")
            ax.plot([], [], color=f"C{i}", linewidth=6, label=name)
        ax.set_xticks(range(len(shares)), [f"{share:.0%}" for share in shares])
        ax.set_xlabel("share of the rows")
        ax.set_title(part)
    axes[0].set_ylabel("balanced accuracy")
    axes[1].legend(fontsize=8)
    return figure


SAMPLING = Experiment("sampling", "Learning from a sample", _cells, _run, _show)
