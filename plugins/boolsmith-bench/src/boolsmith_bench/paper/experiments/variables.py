"""How many variables the formulations have, and how large a space their solvers search."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from boolsmith.data import pack
from boolsmith.operators import find_operator
from boolsmith.subproblems import Subproblem
from boolsmith_solvers import ilp, num_qubo_variables

from boolsmith_bench.paper.datasets import load
from boolsmith_bench.paper.experiment import Cell, Experiment, Plan, Row
from boolsmith_bench.paper.figures import BLUE, GREEN, RED, panels
from boolsmith_bench.paper.page import Claim, Page

MOST = 300  # literals: one for each column
BUILT = (1, 2, 3, 4, 5, 7, 8, 10, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 300)
FORMS = ("QUBO with errors", "QUBO without errors", "ILP")
PAPER = {
    "Or": (2879, 1027, 1169),
    "And": (2879, 1317, 1169),
    "AtLeast": (3097, 1959, 1170),
    "AtMost": (3097, 1959, 1170),
    "Choose": (3811, 2673, 1527),
}
_BIG = (
    "the text has m' + 1 on the error of a strict row; the paper's count has m', which cuts off "
    "a rule that is always true: leaving that rule out gives {loose:,} here"
)
_SHARED = "the paper's count has one slack for the two inequalities of a pair, which need one each"


def _cells(plan: Plan) -> Iterator[Cell]:
    if "breast_cancer" not in plan.datasets:
        return
    for name in PAPER:
        yield {"dataset": "breast_cancer", "operator": name, "literals": 4}
    for count in BUILT[:: 2 if plan.quick else 1]:
        yield {"dataset": "breast_cancer", "operator": "Or", "literals": count, "form": "curve"}


def _run(cell: Cell, plan: Plan) -> list[Row]:
    data = load(cell["dataset"], plan.data)
    malignant = ~data.y  # as in the paper's table: 63% of the labels are negative
    subproblem = Subproblem(
        pack(data.X, malignant),
        find_operator(cell["operator"]),
        min_num_literals=1,
        max_num_literals=cell["literals"],
    )

    def bits(**options: bool) -> int:
        return num_qubo_variables(subproblem, lower_bound=False, **options)

    row: Row = {
        "rows": len(data.y),
        "columns": data.X.shape[1],
        "positives": int(malignant.sum()),
        FORMS[0]: bits(),
        FORMS[1]: bits(errors=False),
    }
    if "form" not in cell:
        row[FORMS[2]] = ilp(subproblem, lower_bound=False).num_variables
        row["loose"] = bits(constants=False)
    return [row]


def by_formula(row: Row, literals: int) -> tuple[int, int]:
    """Return the paper's two formulas for Or: with error variables, and without."""
    n, m = row["rows"], row["columns"]
    slack = math.ceil(math.log2(literals + 1))
    per_positive = math.ceil(math.log2(literals))
    return 2 * m + n + slack * (n + 1), 2 * m + slack + per_positive * row["positives"]


def feasible(columns: int, literals: int) -> float:
    """How many choices of at most so many of all literals there are, as a power of ten."""
    return math.log10(sum(math.comb(2 * columns, chosen) for chosen in range(literals + 1)))


def _show(rows: Sequence[Row], page: Page) -> None:
    claims = []
    for row in (row for row in rows if row.get("form") != "curve"):
        name = row["operator"]
        for form, paper in zip(FORMS, PAPER[name], strict=True):
            note = ""
            if row[form] != paper:
                note = _SHARED if name == "Choose" else _BIG.format(loose=row["loose"])
            claims.append(Claim(f"{name}: {form}", f"{paper:,}", f"{row[form]:,}", note))
    curve = [row for row in rows if row.get("form") == "curve"]
    if curve:
        differ = [r["literals"] for r in curve if _counts(r) != by_formula(r, r["literals"])]
        here = f"differ at {differ}" if differ else "as built"
        counts = ", ".join(str(r["literals"]) for r in curve)
        claims.append(Claim(f"formulas for Or, for at most {counts} literals", "as built", here))
        row = curve[0]
        orders = by_formula(row, 10)[1] * math.log10(2) - feasible(row["columns"], 10)
        more = "more than 400" if orders > 400 else f"{orders:.0f}"
        claims.append(
            Claim("10 literals: orders of magnitude between the spaces", "more than 400", more)
        )
    page.claim(claims)
    if curve:
        page.figure("variables", "Variables and search space of Or", lambda: _draw(curve))


def _counts(row: Row) -> tuple[int, int]:
    return row[FORMS[0]], row[FORMS[1]]


def _draw(curve: Sequence[Row]) -> Any:
    figure, (left, right) = panels(2)
    row, xs = curve[0], range(1, MOST + 1)
    lines = list(zip(*(by_formula(row, x) for x in xs), strict=True))
    for place, colour in enumerate((RED, BLUE)):
        left.step(xs, lines[place], where="post", color=colour, label=FORMS[place], linewidth=1.2)
        built = [r[FORMS[place]] for r in curve]
        left.plot([r["literals"] for r in curve], built, "o", color=colour, markersize=4)
    left.set(title="number of variables (dots: as built)", xlabel="most literals", xscale="log")
    left.set_ylim(0)
    left.legend(frameon=False)
    ilps = [feasible(row["columns"], x) for x in xs]
    right.plot(xs, [n * math.log10(2) for n in lines[1]], color=BLUE, label=FORMS[1])
    right.plot(xs, ilps, color=GREEN, label="ILP: feasible choices")
    right.set(title="size of the search space", xlabel="most literals", ylabel="power of ten")
    right.set_ylim(0)
    right.legend(frameon=False, loc="center right")
    inset = right.inset_axes((0.13, 0.3, 0.28, 0.24))
    inset.plot(xs[:30], ilps[:30], color=GREEN)
    inset.tick_params(labelsize=7)
    return figure


VARIABLES = Experiment("variables", "Number of variables and search space", _cells, _run, _show)
