"""`import boolsmith` and `boolsmith --help` cost next to nothing."""

import subprocess
import sys

import pytest

HELP = "import boolsmith.cli; boolsmith.cli.main(['--help'])"
HEAVY = {"numpy", "numba", "sklearn", "scipy", "rich", "narwhals", "pandas", "joblib"}


def modules_after(code):
    report = "import sys; print('\\nloaded:', *sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.rpartition("loaded:")[2].split())


def test_nothing_is_imported_with_the_package():
    loaded = modules_after("import boolsmith")
    assert not loaded & (HEAVY | {"attrs", "attr", "pluggy", "importlib.metadata"})
    assert "boolsmith.plugins" not in loaded


def test_the_help_that_lists_the_commands_of_plugins_imports_nothing_heavy():
    assert not modules_after(HELP) & (HEAVY | {"matplotlib", "onnx", "dimod", "highspy"})


@pytest.mark.parametrize("command", ["fit", "pareto", "predict", "explain", "backends"])
def test_the_help_of_a_command_imports_nothing_heavy(command):
    assert not modules_after(f"import boolsmith.cli as c; c.main(['{command}', '--help'])") & HEAVY


def test_the_registry_of_the_built_ins_imports_nothing_heavy(monkeypatch):
    monkeypatch.setenv("BOOLSMITH_PLUGINS", "")
    assert not modules_after("import boolsmith.plugins as p; p.registry()") & HEAVY


@pytest.mark.parametrize("code", ["import boolsmith", HELP])
def test_it_takes_under_a_third_of_a_second_more_than_an_empty_python(code):
    assert _processor_seconds(code) < _processor_seconds("pass") + 0.3


def _processor_seconds(code):
    """The least of five runs; time of the processor, which other programs do not lengthen."""
    resource = pytest.importorskip("resource")
    seconds = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        seconds.append(spent)
    return min(seconds)
