"""The built-ins come through the same hooks as plugins do."""

import pytest
from boolsmith import metrics, operators, schedules
from boolsmith.errors import UnknownNameError
from boolsmith.plugins import HOOKS, hooks, load_registry, registry


@pytest.fixture
def found(monkeypatch):
    monkeypatch.setenv("BOOLSMITH_PLUGINS", "")
    return load_registry()


def test_built_ins_are_registered_by_the_first_plugin(found):
    (plugin,) = found.plugins
    assert (plugin.distribution, plugin.failure) == ("boolsmith", None)
    assert plugin.registers["operators"] == tuple(operators.BUILTIN)
    assert list(found.operators) == list(operators.BUILTIN.values())
    assert list(found.metrics) == list(metrics.BUILTIN)
    assert list(found.schedules) == list(schedules.BUILTIN)
    assert found.problems == []


def test_every_hook_has_a_namespace_and_a_documented_specification(found):
    specified = {name for name in vars(hooks) if name.startswith("boolsmith_")}
    assert specified == set(HOOKS)
    assert all(getattr(hooks, name).__doc__ for name in HOOKS)
    assert [namespace.kind for namespace in found.namespaces().values()] == [
        kind for kind, _ in HOOKS.values()
    ]


def test_an_unknown_name_suggests_the_nearest(found):
    with pytest.raises(UnknownNameError, match="unknown metric 'accurcy'; did you mean 'accuracy'"):
        found.metrics.get("accurcy")
    with pytest.raises(UnknownNameError, match="unknown metric 'nowhere:accuracy'"):
        found.metrics.get("nowhere:accuracy")


def test_the_registry_of_a_process_is_one():
    assert registry() is registry()
