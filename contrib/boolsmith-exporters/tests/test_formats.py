"""Formulas and trees, and the characters that their languages read as something else."""

import shutil
import subprocess

from boolsmith import Literal, Node, One, Zero
from boolsmith.learn import Decision, export
from boolsmith.operators import AND, AT_LEAST, OR

RULE = Node(
    AT_LEAST,
    (Literal("tenure <= 5"), Literal("Contract = Month-to-month"), ~Literal("Partner")),
    2,
)


def test_latex_escapes_what_latex_reads():
    rule = Node(OR, (Literal("a_b > 0.5"), ~Literal("50% & more"), Node(AND, (RULE, ~RULE))))
    assert export(rule, "latex") == (
        r"\text{a\_b} > 0.5 \vee \lnot \text{50\% \& more} \vee \left("
        r"\operatorname{AtLeast}_{2}\left(\text{tenure} \le 5,\, "
        r"\text{Contract} = \text{Month-to-month},\, \lnot \text{Partner}\right) \wedge "
        r"\lnot\operatorname{AtLeast}_{2}\left(\text{tenure} \le 5,\, "
        r"\text{Contract} = \text{Month-to-month},\, \lnot \text{Partner}\right)\right)"
        "\n"
    )


def test_a_negated_comparison_is_its_opposite_in_latex():
    assert export(~Literal("tenure > 5"), "latex") == "\\text{tenure} \\le 5\n"
    assert export(~Literal("tenure is missing"), "latex") == "\\text{tenure is not missing}\n"


def test_a_constant_is_a_sign_in_latex():
    assert (export(One, "latex"), export(Zero, "latex")) == ("\\top\n", "\\bot\n")


def test_several_rules_are_cases_in_latex():
    decision = Decision(((Literal("tenure > 5"), "long"), (Literal("Partner"), "A&B")), "none")
    assert export(decision, "latex") == (
        "\\begin{cases}\n"
        "\\text{long} & \\text{tenure} > 5 \\\\\n"
        "\\text{A\\&B} & \\text{Partner} \\\\\n"
        "\\text{none} & \\text{otherwise}\n"
        "\\end{cases}\n"
    )


def test_dot_is_a_tree_of_all_nodes():
    source = export(Node(AND, (RULE, Literal('say "hi"'))), "dot")
    assert source.count("->") == 6
    assert r"say \"hi\"" in source
    assert "at least 2 of" in source
    if shutil.which("dot"):
        subprocess.run(["dot", "-Tsvg"], input=source.encode(), check=True, capture_output=True)
