"""What version 2 of the contract reserves: signs, constraints, segments, origins."""

import attrs
import numpy as np
import pytest
from boolsmith.data import Segment, pack
from boolsmith.errors import BoolsmithError
from boolsmith.operators import AND, OR
from boolsmith.rules import Literal, Node
from boolsmith.subproblems import BackendSpec, Solution, Subproblem
from boolsmith.subproblems.builtin import BUILTIN, LOCAL
from hypothesis import given
from hypothesis import strategies as st


def data(seed=0):
    X = np.random.default_rng(seed).random((30, 4)) < 0.5
    return pack(X, X[:, 0] & ~X[:, 1], feature_names=list("abcd"))


@pytest.mark.parametrize("spec", BUILTIN, ids=lambda spec: spec.name)
@pytest.mark.parametrize("demand", [{"signs": (3, 1, 3, 3)}, {"constraints": ("recall",)}])
def test_a_backend_is_not_handed_what_it_does_not_honour(spec, demand):
    backend, (name,) = spec.load(), demand
    assert spec.refusal(backend, Subproblem(data(), AND)) is None
    reason = spec.refusal(backend, Subproblem(data(), AND, **demand))
    assert reason == (
        f"backend {spec.name!r} does not honour {name}: use one that does, or leave them out"
    )


def test_a_backend_that_honours_a_demand_is_asked():
    spec = attrs.evolve(LOCAL, honours=frozenset({"signs"}))
    only_signs = Subproblem(data(), AND, signs=(3, 3, 3, 1))
    assert spec.refusal(spec.load(), only_signs) is None
    both = attrs.evolve(only_signs, constraints=("recall",))
    assert "does not honour constraints:" in spec.refusal(spec.load(), both)


def test_a_demand_that_nothing_is_called_is_refused():
    with pytest.raises(BoolsmithError, match="cannot honour 'sign'; did you mean 'signs'"):
        BackendSpec("one", "m:C", formulation="native", honours=frozenset({"sign"}))


@pytest.mark.parametrize("signs", [(1, 2), (1, 2, 3, 4), ()])
def test_signs_that_make_no_sense_are_refused(signs):
    with pytest.raises(BoolsmithError, match="give 0, 1, 2 or 3 for each of the 4 features"):
        Subproblem(data(), AND, signs=signs)


def test_a_rule_fits_if_every_literal_has_an_allowed_sign():
    subproblem = Subproblem(data(), OR, signs=(1, 2, 3, 0))
    a, b, c, d = map(Literal, "abcd")
    assert subproblem.fits(Node(OR, (a, ~b, c)))
    assert subproblem.fits(Node(OR, (a, ~c)))
    assert not subproblem.fits(Node(OR, (~a, c)))
    assert not subproblem.fits(Node(OR, (b, c)))
    assert not subproblem.fits(Node(OR, (c, d)))


@given(st.lists(st.booleans(), min_size=2, max_size=200).filter(lambda y: len(set(y)) == 2))
def test_segments_name_the_rows_of_each_class_in_packed_order(labels):
    packed = pack(np.zeros((len(labels), 1)), labels)
    _, ordered, _ = packed.dense()
    assert [s.label for s in packed.segments] == [True, False]
    assert [s.group for s in packed.segments] == [0, 0]
    assert packed.segments[0].start == 0
    assert packed.segments[0].stop == packed.segments[1].start
    assert packed.segments[1].stop == len(labels)
    for segment in packed.segments:
        assert isinstance(segment, Segment)
        assert (ordered[segment.start : segment.stop] == segment.label).all()


def test_an_answer_is_the_solvers_own_if_nothing_else_is_said():
    assert Solution("optimal").origin == "solver"
    assert Solution("optimal", sampleset=object()) == Solution("optimal")
