"""Plugins that are not packaged: `load_plugin` and `--plugin FILE`."""

import json
import pickle
import subprocess
import sys
import textwrap
from types import ModuleType

import boolsmith
import numpy as np
import pytest
from boolsmith import BoolsmithError, Operator, hookimpl
from boolsmith.plugins import PluginError, loader, registry, unload_plugin

XOR = """
from boolsmith import Operator, hookimpl

@hookimpl
def boolsmith_operators():
    return [Operator("LocalParity", lambda count, arity: count % 2 == 1)]
"""


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch):
    monkeypatch.setattr(loader, "_loaded", None)
    monkeypatch.setattr(loader, "unpackaged", {})


@pytest.fixture
def local(tmp_path):
    file = tmp_path / "boolsmith_local.py"
    file.write_text(XOR)
    return file


def module_with(name, *operators):
    module = ModuleType(name)
    module.boolsmith_operators = hookimpl(_returning(list(operators)))
    return module


def _returning(operators):
    def boolsmith_operators():
        return operators

    return boolsmith_operators


def test_a_module_registers_without_packaging():
    mine = Operator("Mine", lambda count, arity: count == 0)
    plugin = boolsmith.load_plugin(module_with("my_module", mine))
    assert plugin.registers == {"operators": ("Mine",)}
    assert registry().operators.get("Mine") is mine
    assert str(registry().operators.origin("my_module:Mine")) == "my_module unpackaged"


def test_an_operator_survives_pickling_by_name():
    mine = Operator("Mine", lambda count, arity: count == 0)
    boolsmith.load_plugin(module_with("my_module", mine))
    assert pickle.loads(pickle.dumps(mine)) is mine


def test_loading_again_replaces_what_was_registered():
    before = Operator("Mine", lambda count, arity: count == 0)
    after = Operator("Mine", lambda count, arity: count == 1)
    assert before.mask(2) == 1
    boolsmith.load_plugin(module_with("my_module", before, Operator("Old", lambda c, a: True)))
    boolsmith.load_plugin(module_with("my_module", after))
    assert registry().operators.get("Mine").mask(2) == 2
    assert "Old" not in registry().operators
    assert [plugin.distribution for plugin in registry().plugins].count("my_module") == 1


def test_a_broken_module_is_an_error_and_changes_nothing():
    names = registry().operators.names()
    with pytest.raises(
        PluginError, match=r"plugin my_module: operator 'Bad': accepts\(0, 2\) gave"
    ):
        boolsmith.load_plugin(module_with("my_module", Operator("Bad", lambda c, a: c)))
    assert registry().operators.names() == names


def test_a_name_that_is_taken_is_refused():
    with pytest.raises(PluginError, match=r"'And' is registered by boolsmith .* choose another"):
        boolsmith.load_plugin(module_with("my_module", Operator("And", lambda c, a: True)))


def test_two_modules_of_one_name_are_refused(local, tmp_path):
    boolsmith.load_plugin(local)
    other = tmp_path / "elsewhere" / local.name
    other.parent.mkdir()
    other.write_text(XOR.replace("LocalParity", "Another"))
    with pytest.raises(PluginError, match="has that name already; rename the module"):
        boolsmith.load_plugin(other)


def test_a_file_that_is_missing_is_named(tmp_path):
    with pytest.raises(BoolsmithError, match="does not exist"):
        boolsmith.load_plugin(tmp_path / "nothing.py")


def test_a_file_that_raises_is_named_and_leaves_no_module(tmp_path):
    file = tmp_path / "bad_local.py"
    file.write_text("raise SystemExit('no')")
    before = set(sys.modules)
    with pytest.raises(PluginError, match=r"bad_local.py: raised SystemExit: no"):
        boolsmith.load_plugin(file)
    assert set(sys.modules) == before


def test_a_file_does_not_hide_a_module_of_the_same_name(tmp_path):
    file = tmp_path / "json.py"
    file.write_text(XOR)
    boolsmith.load_plugin(str(file))
    assert sys.modules["json"] is json


@pytest.mark.parametrize(
    "order", [("--plugin", "FILE", "plugins"), ("plugins", "--plugin", "FILE")]
)
def test_the_command_line_loads_a_file(local, order):
    arguments = [str(local) if word == "FILE" else word for word in order]
    command = [sys.executable, "-m", "boolsmith", *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    last = json.loads(done.stdout)["plugins"][-1]
    assert last["distribution"] == "boolsmith_local"
    assert last["registers"]["operators"] == ["LocalParity"]


def test_the_registry_is_loaded_once_by_many_threads():
    code = """
        from concurrent.futures import ThreadPoolExecutor
        from boolsmith.plugins import registry
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda _: registry(), range(8)))
        assert all(one is found[0] for one in found)
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)


@pytest.fixture
def rows():
    X = np.random.default_rng(0).random((60, 3)) < 0.5
    return X, X[:, 0] ^ X[:, 1]


def test_a_plugin_from_a_file_reaches_other_processes(local, rows):
    boolsmith.load_plugin(local)
    settings = {"operators": ["LocalParity"], "max_complexity": 3, "seed": 0, "effort": 0.01}
    found = boolsmith.search(*rows, num_processes=2, num_starts=2, **settings)
    assert found.score == 1.0
    assert found.rule.operator is registry().operators.get("LocalParity")


def test_an_operator_of_a_plugin_without_a_file_reaches_other_processes_as_its_table(rows):
    mine = Operator("Mine", lambda count, arity: count % 2 == 1)
    boolsmith.load_plugin(module_with("my_module", mine))
    settings = {"operators": ["Mine"], "max_complexity": 3, "seed": 0, "effort": 0.01}
    found = boolsmith.search(*rows, num_processes=2, num_starts=2, **settings)
    assert found.score == 1.0
    assert found.rule.operator is mine


def test_a_function_of_a_plugin_from_a_file_runs_in_a_process_of_its_own(local):
    from boolsmith.subproblems.guard import Worker

    local.write_text(XOR + "\ndef twice(number, cancel):\n    return 2 * number\n")
    boolsmith.load_plugin(local)
    worker = Worker("boolsmith_file_boolsmith_local:twice")
    worker.wait_until_loaded()
    assert worker.call(5.0, 21) == 42


def test_the_manager_has_what_the_registry_has_and_no_more():
    mine = module_with("my_module", Operator("Mine", lambda count, arity: count == 0))
    boolsmith.load_plugin(mine)
    manager = registry().manager
    assert manager.get_plugin("my_module") is mine
    with pytest.raises(PluginError):
        boolsmith.load_plugin(module_with("my_module", Operator("Bad", lambda c, a: c)))
    assert manager.get_plugin("my_module") is mine
    unload_plugin("my_module")
    assert not manager.has_plugin("my_module")
    assert "Mine" not in registry().operators
