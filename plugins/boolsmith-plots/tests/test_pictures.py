import xml.etree.ElementTree as ET
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest
from boolsmith import Binarizer, Literal, One, Rule
from boolsmith.errors import BoolsmithError
from boolsmith.learn.exports import phrase
from boolsmith.learn.pictures import lay_out, rule_svg
from boolsmith.metrics import ACCURACY, BALANCED_ACCURACY
from boolsmith.rules.truth import outcome
from boolsmith_plots import (
    best_rules,
    plot_frontier,
    plot_landscape,
    plot_rule,
    plot_trace,
    save_picture,
    score_landscape,
)

RULE = Rule.parse(
    'And(AtLeast2("tenure <= 5", "Contract = <b> & co", ~Partner), ~Or(a, ~AtMost1(b, c, d)), e)'
)


def test_svg_is_xml_with_a_box_and_a_text_for_every_node():
    root = ET.fromstring(rule_svg(RULE))
    space = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in root.iter(f"{space}text")]
    assert texts.count("Contract = <b> & co") == 1
    assert len(texts) == len(list(root.iter(f"{space}rect"))) == len(list(RULE.flatten()))
    assert len(list(root.iter(f"{space}path"))) == len(texts) - 1


@pytest.mark.parametrize("rule", [RULE, Literal("a"), ~Literal("a > 3"), One])
def test_boxes_do_not_overlap_and_stay_inside(rule):
    layout = lay_out(rule)
    boxes = list(layout.boxes.values())
    for box in boxes:
        assert box.x >= 0
        assert box.x + box.width <= layout.width
        assert box.height / 2 <= box.y <= layout.height - box.height / 2
    for one, other in combinations(boxes, 2):
        apart = abs(one.y - other.y) >= one.height
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert apart or beside, (one.text, other.text)


def test_a_notebook_shows_the_tree():
    assert RULE._repr_html_() == rule_svg(RULE)


def test_parts_are_coloured_by_whether_they_hold():
    assert "#2e8540" in rule_svg(RULE, {(): True})
    assert "#b5473c" in rule_svg(RULE, {(2,): False})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("~And(a, b, c)", "not all of"),
        ("~Or(a, b, c)", "none of"),
        ("~AtLeast2(a, b, c)", "at most 1 of"),
        ("~AtMost1(a, b, c)", "at least 2 of"),
        ("~AtMost2(a, b, c)", "all of"),
        ("~AtMost0(a, b, c)", "any of"),
        ("~Choose1(a, b, c)", "not (exactly 1 of)"),
        ("~Choose0(a, b, c)", "any of"),
        ("Choose2(a, b, c)", "exactly 2 of"),
    ],
)
def test_negated_operators_are_named_by_what_they_accept(text, words):
    assert phrase(Rule.parse(text)) == words


def test_the_landscape_is_that_of_brute_force():
    rng = np.random.default_rng(1)
    X, y = rng.random((40, 4)) < 0.5, rng.random(40) < 0.4
    weights = rng.integers(1, 4, 40)
    found = score_landscape(X, y, sample_weight=weights)

    def score(guess):
        counts = (guess & y, guess & ~y, ~guess & y, ~guess & ~y)
        return BALANCED_ACCURACY(*(float(weights[part].sum()) for part in counts))

    literals = [(j, X[:, j] ^ bool(flip)) for flip in (0, 1) for j in range(4)]
    pairs = [(a, b) for (i, a), (j, b) in combinations(literals, 2) if i != j]
    expected = {
        "single": [score(column) for _, column in literals[:4]],
        "~single": [score(column) for _, column in literals[4:]],
        "And": [score(a & b) for a, b in pairs],
        "Or": [score(a | b) for a, b in pairs],
        "~And": [score(~(a & b)) for a, b in pairs],
        "~Or": [score(~(a | b)) for a, b in pairs],
    }
    assert found.keys() == expected.keys()
    for kind, scores in expected.items():
        assert np.allclose(np.sort(found[kind]), np.sort(scores)), kind
    names = ["a", "b", "c", "d"]
    columns = dict(zip(names, X.T, strict=True))
    for kind, (rule, value) in best_rules(X, y, sample_weight=weights, feature_names=names).items():
        false = np.zeros(40, dtype=bool)
        assert score(outcome(rule, columns.__getitem__, false, ~false)) == pytest.approx(value)
        assert value == pytest.approx(max(expected[kind]))
        assert rule.negated == kind.startswith("~")


@pytest.fixture(scope="module")
def breast_cancer():
    from sklearn.datasets import load_breast_cancer

    data = load_breast_cancer(as_frame=True)
    return Binarizer().fit_transform(data.data), data.target.to_numpy()


def test_the_landscape_of_breast_cancer_has_the_peaks_of_the_paper(breast_cancer):
    found = score_landscape(*breast_cancer, metric=ACCURACY)
    best = {kind: round(float(scores.max()), 4) for kind, scores in found.items()}
    assert best["~single"] == 0.9139
    assert best["Or"] == 0.9315
    assert best["And"] == 0.9438


def test_plots_draw_what_they_are_given(breast_cancer):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    ax = plot_rule(RULE)
    assert {text.get_text() for text in ax.texts} >= {"tenure <= 5", "none of"}
    points = [SimpleNamespace(complexity=c, score=1 - 1 / c) for c in (1, 3, 4)]
    ax = plot_frontier({"train": points, "test": {1: [0.5, 0.6], 3: [0.7, 0.8]}})
    assert ax.lines[0].get_ydata().tolist() == [0, 1 - 1 / 3, 0.75]
    assert len(ax.containers) == 1
    trace = SimpleNamespace(
        iteration=np.arange(50), objective=np.linspace(0, 1, 50), acceptance=np.full(50, 0.25)
    )
    starts = [SimpleNamespace(trace=trace)] * 3
    upper, lower = plot_trace(SimpleNamespace(starts=starts))
    assert len(upper.lines) == 3
    assert np.allclose(lower.lines[0].get_ydata(), 0.25)
    upper, lower = plot_landscape(*breast_cancer)
    assert len(upper.patches) == len(lower.patches) == 2
    matplotlib.pyplot.close("all")


def test_a_picture_that_fails_leaves_the_old_file(tmp_path):
    path = tmp_path / "frontier.PNG"
    axes = plot_frontier({"train": []})
    save_picture(axes, path)
    before = path.read_bytes()
    assert before.startswith(b"\x89PNG")

    def fail(file, **_):
        file.write_bytes(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save_picture(SimpleNamespace(figure=SimpleNamespace(savefig=fail)), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(BoolsmithError, match="no folder"):
        save_picture(axes, tmp_path / "no" / "frontier.png")
