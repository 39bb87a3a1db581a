"""A distribution that uses every extension point; and that nothing loads it before its time."""

import json

import pytest

EVERYTHING = """
import attrs
from boolsmith import Metric, Move, Observer, Operator, Schedule, TableOperator, hookimpl
from boolsmith.acceptances import Acceptance
from boolsmith.commands import Command
from boolsmith.exporters import Exporter
from boolsmith.observers import ObserverBase
from boolsmith.strategies import Strategy
from boolsmith.subproblems import BackendSpec

boolsmith_api = 2

@attrs.frozen
class Strength:
    beta: float = 2.0

@hookimpl
def boolsmith_operators():
    return [Operator("SixFew", lambda count, arity: count <= arity // 3),
            TableOperator("SixUnless", arity=2, table=0b0010)]

@hookimpl
def boolsmith_metrics():
    score = lambda tp, fp, fn, tn, beta: tp / (tp + beta * fn)
    return [Metric("six_metric", score, parameters=Strength)]

@hookimpl
def boolsmith_moves():
    return [Move("six_move", lambda rule, context: None)]

@hookimpl
def boolsmith_schedules():
    return [Schedule("six_schedule", lambda num_iterations: [0.1] * num_iterations)]

@hookimpl
def boolsmith_backends():
    return [BackendSpec("six-solver", "a_solver_sdk.that_is_not_here:Backend", formulation="qubo",
                        install="pip install a-solver-sdk")]

@hookimpl
def boolsmith_acceptances():
    return [Acceptance("six_acceptance", lambda difference, temperature, draw: difference >= 0)]

@hookimpl
def boolsmith_strategies():
    return [Strategy("six-strategy", "all_kinds:Start")]

@hookimpl
def boolsmith_exporters():
    return [Exporter("six-format", "all_kinds:write")]

@hookimpl
def boolsmith_commands():
    return [Command("six-command", "all_kinds:run")]

@hookimpl(specname="boolsmith_observers")
def observers_under_another_name():
    return [Observer("six_observer", ObserverBase)]
"""


@pytest.fixture(scope="module")
def environment(environment_with):
    return environment_with({"all-kinds": EVERYTHING})


def test_every_extension_point_is_listed(environment):
    (plugin,) = [p for p in environment.plugins()["plugins"] if p["distribution"] == "all-kinds"]
    assert plugin == {
        "distribution": "all-kinds",
        "version": "1.2.3",
        "entry_point": "plugin = all_kinds",
        "registers": {
            "operators": ["SixFew", "SixUnless"],
            "metrics": ["six_metric"],
            "moves": ["six_move"],
            "schedules": ["six_schedule"],
            "acceptances": ["six_acceptance"],
            "strategies": ["six-strategy"],
            "backends": ["six-solver"],
            "exporters": ["six-format"],
            "commands": ["six-command"],
            "observers": ["six_observer"],
        },
        "failure": None,
    }


def test_what_is_registered_works_by_name(environment):
    printed = environment.python_prints("""
        import json
        from boolsmith.plugins import registry
        r = registry()
        print(json.dumps([
            r.operators.get("SixFew").mask(3),
            r.operators.get("SixUnless").outcome((True, False)),
            r.metrics.get("six_metric").with_parameters({"beta": 1.0})(1, 0, 1, 0),
            r.moves.get("six_move")(None, None),
            list(r.schedules.get("six_schedule")(3)),
            r.backends.get("six-solver").install,
            str(r.observers.origin("six_observer")),
        ]))
    """)
    expected = [3, True, 0.5, None, [0.1, 0.1, 0.1], "pip install a-solver-sdk", "all-kinds 1.2.3"]
    assert json.loads(printed) == expected


def test_a_missing_solver_costs_nothing_until_it_is_used(environment):
    printed = environment.python_prints("""
        from boolsmith.plugins import registry
        try:
            registry().backends.get("six-solver").load()
        except ValueError as error:
            print(error)
    """)
    assert "'six-solver' is not available" in printed
    assert "install it with: pip install a-solver-sdk" in printed


@pytest.mark.parametrize(
    "code",
    [
        "import boolsmith",
        "import boolsmith.cli; boolsmith.cli.main(['fit', '--help'])",
        "from boolsmith.operators import find_operator; find_operator('And')",
    ],
)
def test_no_plugin_is_imported_before_its_time(environment, code):
    printed = environment.python_prints(f"{code}\nimport sys; print('all_kinds' in sys.modules)")
    assert printed.splitlines()[-1] == "False"
