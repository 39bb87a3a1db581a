"""How complex a rule becomes as a decision tree, as CNF, and as an expressive formula."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from boolsmith.errors import BoolsmithError
from boolsmith.operators import find_operator
from boolsmith.rules import Literal, Node

from boolsmith_bench.paper.experiment import Cell, Experiment, Plan, Row
from boolsmith_bench.paper.figures import look, panels
from boolsmith_bench.paper.page import Claim, Page

K = 3
OPERATORS = ("AtLeast", "AtMost", "Choose")
FORMS = ("tree", "CNF", "rule")
MOST = 10


def _cells(_: Plan) -> Iterator[Cell]:
    for form in FORMS:
        yield {"form": form, "k": K, "most": MOST}


def _run(cell: Cell, _: Plan) -> list[Row]:
    measure = {"tree": _tree, "CNF": _cnf, "rule": _rule}[cell["form"]]
    return [
        {"operator": name, "literals": count, **measure(name, count, cell["k"])}
        for name in OPERATORS
        for count in range(cell["k"], cell["most"] + 1)
    ]


def _tree(name: str, count: int, k: int) -> Row:
    """Return the split nodes of a tree that has seen every row there is."""
    from sklearn.tree import DecisionTreeClassifier

    rows = list(product((0, 1), repeat=count))
    mask = find_operator(name).mask(count, k)  # type: ignore[union-attr]
    labels = [mask >> sum(row) & 1 for row in rows]
    tree = DecisionTreeClassifier(random_state=0).fit(rows, labels).tree_
    return {"complexity": int(tree.node_count - tree.n_leaves)}


def _cnf(name: str, count: int, k: int) -> Row:
    """Return the literals of all clauses, by sequential counters."""
    try:
        from pysat.card import CardEnc, EncType
    except ImportError:
        raise BoolsmithError("CNF needs python-sat: pip install python-sat") from None
    encode = {"AtLeast": CardEnc.atleast, "AtMost": CardEnc.atmost, "Choose": CardEnc.equals}[name]
    made = encode(lits=list(range(1, count + 1)), bound=k, encoding=EncType.seqcounter)
    clauses = made.clauses
    variables = {abs(literal) for clause in clauses for literal in clause}
    length = sum(map(len, clauses))
    return {"complexity": length, "clauses": len(clauses), "variables": len(variables)}


def _rule(name: str, count: int, k: int) -> Row:
    """Return the literals and the operator."""
    literals = tuple(Literal(f"x{i}") for i in range(count))
    return {"complexity": Node(find_operator(name), literals, k).complexity}


def _show(rows: Sequence[Row], page: Page) -> None:
    found = {(r["form"], r["operator"], r["literals"]): r for r in rows}
    counts = sorted({r["literals"] for r in rows})
    table = [
        (f"{name}{K}", form, *(found[form, name, n]["complexity"] for n in counts))
        for name in OPERATORS
        for form in FORMS
        if (form, name, K) in found
    ]
    page.table(("rule", "as", *(f"{n} literals" for n in counts)), table)
    claims = []
    for form, what, paper in (
        ("tree", "complexity", 19),
        ("CNF", "variables", 11),
        ("CNF", "clauses", 13),
        ("CNF", "complexity", 29),
    ):
        if (form, "AtLeast", 5) in found:
            here = found[form, "AtLeast", 5][what]
            claims.append(Claim(f"AtLeast3 of five as {form}: {what}", str(paper), str(here)))
    page.claim(claims)
    page.figure("encoding", "Complexity of three rules in three forms", lambda: _draw(rows))


def _draw(rows: Sequence[Row]) -> Any:
    figure, axes = panels(len(OPERATORS), width=3.4, sharey=True)
    for ax, name in zip(axes, OPERATORS, strict=True):
        for number, form in enumerate(FORMS):
            mine = [r for r in rows if r["operator"] == name and r["form"] == form]
            xs, ys = [r["literals"] for r in mine], [r["complexity"] for r in mine]
            ax.plot(xs, ys, label=form, **look(number))
        ax.set(title=f"{name}{K}", xlabel="literals under the operator", yscale="symlog")
    axes[0].set_ylabel("complexity")
    axes[0].legend(frameon=False)
    return figure


ENCODING = Experiment("encoding", "Encoding complexity", _cells, _run, _show)
