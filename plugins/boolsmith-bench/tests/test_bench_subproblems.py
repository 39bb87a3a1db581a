"""`boolsmith bench subproblems` asks every backend and believes none."""

import contextlib
import io
import json

import attrs
import pytest
from boolsmith.cli import main
from boolsmith.data import pack
from boolsmith.operators import AND
from boolsmith.rules import Rule
from boolsmith.subproblems import BackendSpec, Solution, Subproblem
from boolsmith.subproblems.backend import BackendError
from boolsmith_bench.subproblems import Plan, Proof, _why_not, ask, bench_subproblems
from boolsmith_solvers import objective

SMALL = ("--quick", "--samples", "20", "--literals", "2", "--operators", "And,Choose",
         "--backends", "exact,local", "--time-limit", "20")  # fmt: skip


def printed(*arguments):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(["bench", "subproblems", *SMALL, *arguments]) == 0
    return out.getvalue()


def test_all_answers_stand_side_by_side():
    document = json.loads(printed("--json"))
    answers = {(a["operator"], a["backend"]): a for a in document["answers"]}
    assert list(answers) == [(o, b) for o in ("And", "Choose") for b in ("exact", "local")]
    for operator in ("And", "Choose"):
        exact, local = answers[operator, "exact"], answers[operator, "local"]
        assert exact["status"] == "optimal"
        assert exact["gap"] == pytest.approx(0, abs=1e-9)
        assert local["score"] <= exact["score"] + 1e-9
        assert local["gap"] is None
    assert document["backends"] == ["exact", "local"]
    assert document["proofs"] == []


def test_a_table_has_a_row_for_each_backend():
    lines = printed().splitlines()
    assert any(line.split()[:1] == ["exact"] and "=" in line for line in lines)
    assert any(line.split()[:1] == ["local"] and "?" in line for line in lines)


def test_all_rows_are_asked_for_unless_quick():
    plan = Plan(draws=0, operators=("Or",), backends=("local",), max_num_literals=2)
    (answer,) = bench_subproblems(plan).answers
    assert answer.rows == "all 569 rows"
    assert 0.9 < answer.score <= 0.94  # the best Or of four literals has 0.9347


def test_an_unknown_backend_is_an_error_that_suggests(capsys):
    assert main(["bench", "subproblems", *SMALL, "--backends", "exat"]) == 2
    assert "did you mean 'exact'?" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--time-limit", "--prove", "--samples", "--literals"])
def test_nothing_can_be_zero(option, capsys):
    assert main(["bench", "subproblems", *SMALL, option, "0"]) == 2
    assert option in capsys.readouterr().err


def test_a_remote_service_must_be_named():
    spec = BackendSpec("far", "some.module:Far", formulation="qubo", remote=True)
    assert "--backends far" in _why_not(spec, named=False)
    assert _why_not(spec, named=True) is None


def test_a_backend_that_is_not_installed_says_what_it_needs():
    spec = BackendSpec(
        "odd", "a:B", formulation="ilp", requires="no_such_module", install="pip install odd"
    )
    assert _why_not(spec, named=True) == "needs no_such_module: pip install odd"


@attrs.frozen
class Claims:
    """A backend that answers what it is told to."""

    answer: Solution | BackendError

    def supports(self, subproblem):
        return None

    def solve(self, subproblem, *, time_limit, seed=None):
        if isinstance(self.answer, BackendError):
            raise self.answer
        return self.answer


@pytest.fixture
def subproblem():
    data = pack([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1], feature_names=["a", "b"])
    return Subproblem(data, AND, max_num_literals=2)


def test_a_rule_is_scored_again(subproblem):
    rule = Rule.parse("And(~a, b)")
    raw = ask(Claims(Solution("optimal", rule, 4.0, 4.0)), subproblem, 1.0)
    assert raw.objective == objective(subproblem, rule) == 2.0
    assert raw.gap == 2.0


def test_a_rule_of_another_kind_is_wrong(subproblem):
    raw = ask(Claims(Solution("optimal", Rule.parse("Or(a, b)"), 4.0)), subproblem, 1.0)
    assert (raw.status, raw.objective) == ("wrong", None)


def test_a_failure_is_an_answer(subproblem):
    raw = ask(Claims(BackendError("out of luck")), subproblem, 1.0)
    assert (raw.status, raw.message) == ("failed", "out of luck")


def test_the_ratio_of_a_proof_is_how_much_longer_the_ilp_took():
    assert Proof("And", 0.5, "highs", 5.0).ratio == 10
