"""Bad settings and bad data are refused in one line, before any work."""

import pickle

import attrs
import numpy as np
import pytest
from boolsmith import BoolsmithError, Metric, Observer, Operator, Rule, Schedule, search
from boolsmith.observers import ObserverBase
from boolsmith.plugins import registry
from boolsmith.searching import loop
from boolsmith.searching.settings import Settings
from boolsmith.strategies import Strategy

SILENT = Strategy("silent", "nowhere:Silent")


@pytest.fixture
def no_work(monkeypatch):
    """Fails where anything is run."""

    def fail(*_):
        raise AssertionError("the search began")

    monkeypatch.setattr(loop, "run_starts", fail)


def refuse(data, match, **settings):
    with pytest.raises(BoolsmithError, match=match) as caught:
        search(*data, **settings)
    assert "\n" not in str(caught.value)


PAPER = {"strategy": "paper"}


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"max_complexity": 2}, "max_complexity=2: give a whole number of at least 3"),
        ({"max_complexity": 4.5}, "max_complexity=4.5"),
        ({"max_complexity": 10**9}, "max_complexity=1000000000: give at most 1000"),
        ({"max_depth": 0}, "max_depth=0: give a whole number of at least 1"),
        ({"num_starts": 0}, "num_starts=0"),
        ({"num_iterations": 0}, "num_iterations=0"),
        ({"num_iterations": True}, "num_iterations=True"),
        ({"num_threads": -1}, "num_threads=-1"),
        ({"num_processes": 0}, "num_processes=0"),
        ({"patience": 0}, "patience=0"),
        ({"regularization": -0.1}, "regularization=-0.1: give a number that is not negative"),
        ({"regularization": float("nan")}, "regularization=nan"),
        ({"regularization": "0.1"}, "regularization='0.1'"),
        ({"effort": 0}, "effort=0: give a positive number"),
        ({"time_limit": 0}, "time_limit=0: give a positive number"),
        ({"time_limit": float("inf")}, "time_limit=inf"),
        ({"seed": -1}, "seed=-1: give a whole number of at least 0"),
        ({"seed": 1.5}, "seed=1.5"),
        ({"seed": "x"}, "seed='x'"),
        ({"operators": []}, "operators is empty: name at least one"),
        ({"operators": ["And", "AtLest"]}, "'AtLest'; did you mean 'AtLeast'"),
        ({"metric": "acuracy"}, "unknown metric 'acuracy'; did you mean 'accuracy'"),
        ({"metric": lambda tp, fp, fn, tn: tp}, r"give a name or Metric\('mine', function of tp"),
        ({"metric": None}, "metric None will not do: give a name or Metric"),
        ({**PAPER, "schedule": np.zeros}, r"zeros.* will not do: give a name or Schedule\('mine'"),
        ({"operators": [max]}, r"max.* will not do: give a name or Operator\('mine'"),
        ({"operators": 3}, "operator 3 will not do"),
        ({"moves": [min]}, "min.* will not do: give a name or Move"),
        ({"moves": min}, "min.* will not do: give a name or Move"),
        ({"backend": object}, "will not do: give a name or BackendSpec"),
        ({"metric_parameters": {"beta": 2}}, "has no parameter 'beta'; it takes none"),
        ({**PAPER, "schedule": "geometrical"}, "did you mean 'geometric'"),
        (
            {**PAPER, "schedule_parameters": {"intial": 1}},
            "no parameter 'intial'; did you mean 'initial'",
        ),
        ({**PAPER, "schedule_parameters": {"initial": -1.0}}, "schedule 'geometric'"),
        ({"strategy": "swep"}, "unknown strategy 'swep'; did you mean 'sweep'"),
        ({"subtree_depth": 3}, "subtree_depth=3: give at most 2"),
        ({"subtree_depth": 2, "backend": "exact"}, "'exact' takes subproblems of depth 1 only"),
        ({"moves": ["swap_subtree"]}, "did you mean 'swap_subtrees'"),
        ({"moves": "swap_subtree"}, "did you mean 'swap_subtrees'"),
        ({"observers": ["nobody"]}, "unknown observer 'nobody'"),
        ({"base_rule": "And(x0, x1)"}, "has 0 holes: write _ once"),
        ({"base_rule": "And(_, _, x1)"}, "has 2 holes"),
        ({"base_rule": "And(_, x99)"}, "'x99'"),
        ({"base_rule": "And(_, x0, x1)", "max_complexity": 3}, "leaves no room within"),
        ({"base_rule": "And(_, Or(x0, x1))", "max_depth": 1}, "depth 2, over max_depth=1"),
        ({"base_rule": 3}, "base_rule 3 is not a rule: give one, or text such as"),
        ({"warm_start": 3}, "warm_start 3 is not a rule: give one, or text such as"),
        ({"warm_start": ["And(x0, x99)"]}, "no feature 'x99'"),
        ({"warm_start": ["And(x0, Or(x1, x2))"], "max_depth": 1}, "depth 2 is above 1"),
        ({"warm_start": ["And(x0, x1, x2)"], "max_complexity": 3}, "complexity 4 is above 3"),
        ({"warm_start": ["Xor(x0, x1)"]}, "operator Xor is not among"),
        ({"warm_start": ["And(x0, ~x0)"]}, "stands twice under one And"),
    ],
)
def test_settings_that_will_not_do_are_named_with_the_fix(few, no_work, settings, match):
    refuse(few, match, **settings)


@pytest.mark.parametrize(
    ("X", "y", "match"),
    [
        ([[0, 1], [1, float("nan")]], [0, 1], "X has the value nan in column 'x1'"),
        ([[0, 1], [1, 3]], [0, 1], "X has the value 3 "),
        ([[0, 1], [1, 1]], [1, 1], "y has one class only"),
        (np.zeros((0, 2)), [], "X has no rows"),
        (np.zeros((2, 0)), [0, 1], "X has no columns"),
        ([[0, 1], [1, 1]], [1, 0, 1], "y has 3 labels for the 2 rows"),
        ([[0, 1], [1, 1]], None, "y is missing"),
        ([[0, 1], [1, 1, 0]], [0, 1], "X has 3 values in row 1 and 2 in row 0: give every row"),
        ([[0, 1], 1], [0, 1], "X has 0 values in row 1 and 2 in row 0"),
        ([[[0], [1]], [[1], [1, 0]]], [0, 1], "X is no matrix: "),
        ([[0, 1], [1, 1]], [[0], [1, 0]], "y is a list of unequal lists: give one label"),
    ],
)
def test_data_that_will_not_do_is_named_with_the_fix(no_work, X, y, match):
    refuse((X, y), match)


@pytest.mark.parametrize(
    ("score", "match"),
    [
        (lambda tp, fp, fn, tn: float("nan"), "metric 'mine' is nan for tp, fp, fn, tn = "),
        (lambda tp, fp, fn, tn: tp / (tp + fp), "it must be a finite number for all counts"),
        (lambda tp, fp, fn, tn: float("inf"), "is inf"),
        (lambda tp, fp, fn, tn: {}[tp], "metric 'mine' raises KeyError"),
    ],
)
def test_a_metric_that_is_no_number_is_refused(few, no_work, score, match):
    refuse(few, match, metric=Metric("mine", score))


@pytest.mark.parametrize("length", [0, 99, 101])
def test_a_schedule_of_the_wrong_length_is_refused(few, no_work, length):
    wrong = Schedule("mine", lambda n: np.ones(length))
    match = rf"schedule 'mine' gave an array of shape \({length},\) for 100 iterations"
    refuse(few, match, schedule=wrong, num_iterations=100, **PAPER)


def test_a_schedule_that_knows_no_number_of_iterations_is_refused(few, no_work):
    fixed = Schedule("fixed", lambda n: np.ones(3))
    refuse(few, r"shape \(3,\) for 2000 iterations", schedule=fixed, **PAPER)


def test_a_schedule_below_zero_is_refused(few, no_work):
    wrong = Schedule("mine", lambda n: np.linspace(1, -1, n))
    refuse(few, "negative or not finite", schedule=wrong, **PAPER)


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"schedule": "linear"}, "^schedule='linear': strategy 'sweep' does not use it; strat"),
        ({"schedule_parameters": {"initial": 1.0}}, "strategies that do: paper$"),
        ({"num_iterations_burn_in": 0, "backend": "local"}, "^num_iterations_burn_in=0: strategy"),
        ({**PAPER, "effort": 1.0}, "^effort=1.0: strategy 'paper' does not use it; .*: sweep$"),
        ({**PAPER, "schedule": "linear", "effort": 2}, "^effort=2: strategy 'paper'"),
        ({"strategy_parameters": {"x": 1}}, "strategy 'sweep' has no parameter 'x'; it takes none"),
        ({"strategy": SILENT, "acceptance": "greedy"}, "acceptance='greedy': strategy 'silent'"),
        ({"strategy": SILENT, "acceptance_parameters": {"x": 1}}, "^acceptance_parameters="),
        ({"strategy": SILENT, "local_moves": ["swap_literal"]}, r"^local_moves=\['swap_literal'\]"),
        ({"strategy": SILENT, "moves": ["wrap"]}, r"^moves=\['wrap'\]: strategy 'silent'"),
        ({"strategy": SILENT, "backend": "local"}, "^backend='local': strategy 'silent' does"),
        ({"strategy": SILENT, "warm_start": [Rule.parse("And(a, b)")]}, r"^warm_start=\['And\(a"),
        ({"patience": 5}, "^patience=5 has no effect without moves or a backend: name one$"),
        ({"timeout": 2.0}, "^timeout=2.0 has no effect without a backend: name one$"),
        ({"max_samples": None}, "^max_samples=None has no effect without a backend: name one$"),
        ({**PAPER, "subtree_depth": 2}, "^subtree_depth=2 has no effect without a backend"),
        ({**PAPER, "num_iterations_burn_in": 5}, "^num_iterations_burn_in=5 has no effect"),
        ({"local_moves": ["swap_literl"]}, "did you mean 'swap_literal'"),
        ({"acceptance": "gredy"}, "unknown acceptance 'gredy'; did you mean 'greedy'"),
        ({"acceptance_parameters": {"x": 1}}, "'metropolis' has no parameter 'x'; it takes none"),
    ],
)
def test_what_has_no_effect_is_refused(few, no_work, settings, match):
    refuse(few, match, **settings)


@pytest.mark.parametrize("strategy", ["sweep", "paper"])
def test_what_is_not_given_is_as_the_strategy_has_it(strategy):
    settings, strategy = Settings(strategy=strategy), registry().strategies.get(strategy)
    told = settings.describe()
    assert settings.strategy is strategy
    assert settings.num_starts == strategy.num_starts
    for name in ("patience", "timeout", "subtree_depth", "acceptance", "num_iterations"):
        assert told[name] == strategy.settings[name]
    for name in ("schedule", "effort"):
        assert told[name] == strategy.settings.get(name)


def test_a_time_limit_asks_for_one_start_per_worker_of_a_strategy_that_goes_on_till_then():
    assert Settings(time_limit=1.0, num_threads=3).num_starts == 3
    assert Settings(time_limit=1.0, num_processes=2).num_starts == 2
    assert Settings(time_limit=1.0, num_threads=3, num_starts=5).num_starts == 5
    assert Settings(time_limit=1.0, num_threads=3, **PAPER).num_starts == 20


def test_names_are_looked_up_and_parameters_set():
    linear = {"schedule": "linear", "schedule_parameters": {"initial": 0.5}}
    settings = Settings(metric="accuracy", num_iterations=3, **linear, **PAPER)
    assert settings.metric == registry().metrics.get("accuracy")
    assert settings.temperatures[0] == 0.5
    assert settings.describe()["schedule_parameters"] == {"initial": 0.5}


@attrs.frozen
class Pen:
    """The parameters of an observer."""

    colour: str = "blue"


def test_an_observer_keeps_the_parameters_it_was_given():
    made = []
    kind = Observer("diary", lambda colour: made.append(colour) or ObserverBase(), parameters=Pen)
    Settings(observers=[kind.with_parameters({"colour": "red"}), kind])
    assert made == ["red", "blue"]


def test_resolved_settings_can_be_evolved_and_sent_to_a_process():
    settings = Settings(num_processes=2, seed=1, **PAPER)
    one = attrs.evolve(settings, num_processes=1)
    assert one.num_processes == 1
    assert one.describe() == settings.describe()
    assert pickle.loads(pickle.dumps(one)).describe() == settings.describe()


def test_one_operator_alone_will_do(few):
    alone = search(*few, operators=Operator("One", lambda count, arity: count == 1), seed=0,
                   effort=0.001)  # fmt: skip
    assert alone.settings["operators"] == ["One"]


def test_packed_data_takes_no_labels_of_its_own(few, no_work):
    from boolsmith import pack

    refuse((pack(*few), few[1]), "packed data has its own labels")


def test_settings_are_told_as_plain_data(few):
    import json

    found = search(*few, seed=1, effort=0.001, base_rule=Rule.parse("Or(_, x1)"))
    assert json.loads(json.dumps(found.settings))["base_rule"] == "Or(_, x1)"
