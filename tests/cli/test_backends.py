"""`boolsmith backends`: what is listed is so, without importing a solver or contacting anything."""

import json
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import numpy as np
import pytest
from boolsmith.cli import main
from boolsmith.cli.backends import known_spec
from boolsmith.data import pack
from boolsmith.operators import AND, OR, TableOperator
from boolsmith.plugins import load_plugin, registry, unload_plugin
from boolsmith.plugins.index import known_plugins
from boolsmith.subproblems import Subproblem
from boolsmith.subproblems.problem import SHAPES

ROOT = Path(__file__).parents[2]
SOLVERS = {"numba", "ortools", "highspy", "mip", "dimod", "dwave.system", "dwave.samplers"}
KNOWN = {name: p for p in known_plugins() for name in p.registers.get("backend", ())}
NO_D_WAVE = ("DWAVE_API_TOKEN", "DWAVE_PROFILE", "DWAVE_CONFIG_FILE", "DWAVE_API_ENDPOINT")


@pytest.fixture(autouse=True)
def _no_account(monkeypatch, tmp_path):
    """D-Wave's configuration is that of the test alone."""
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"):
        monkeypatch.setenv(name, str(tmp_path))
    for name in NO_D_WAVE:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def plugin(tmp_path, monkeypatch):
    """Loads a plugin `own_plugin` with one backend, `own`, of the given code and settings."""

    def load(code="", **settings):
        settings = {"formulation": "native", **settings}
        (tmp_path / "own_solver.py").write_text(textwrap.dedent(code), encoding="utf-8")
        (tmp_path / "own_plugin.py").write_text(
            "from boolsmith import hookimpl\nfrom boolsmith.subproblems import BackendSpec\n"
            "@hookimpl\ndef boolsmith_backends():\n"
            f"    return [BackendSpec('own', 'own_solver:Own', **{settings!r})]\n",
            encoding="utf-8",
        )
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.delitem(sys.modules, "own_solver", raising=False)
        load_plugin(tmp_path / "own_plugin.py")

    yield load
    unload_plugin("own_plugin")


def listing(capsys, *arguments, status=0):
    assert main(["backends", "--json", *arguments]) == status
    return {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)["backends"]}


def test_every_backend_is_listed_installed_or_not(capsys):
    found = listing(capsys)
    assert set(found) == {*(spec.name for spec in registry().backends), *KNOWN}
    assert found["exact"]["shapes"] == ["depth-one"]
    assert found["local"]["shapes"] == list(SHAPES)
    assert {"And", "Or", "AtLeast", "AtMost", "Choose"} <= set(found["exact"]["operators"])
    for name in ("exact", "local"):
        assert found[name]["distribution"] == "boolsmith"
        assert found[name]["ready"]
        assert found[name]["check"] is None
    for entry in found.values():
        assert entry["ready"] == (entry["reason"] is None)
        assert entry["description"]


def test_the_list_of_known_backends_is_what_the_distributions_register():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for name, plugin in KNOWN.items():
        assert [plugin.name] in extras["optional-dependencies"].values()
        if name not in registry().backends:
            continue
        spec, known = registry().backends.get(name), known_spec(plugin, name)
        assert registry().backends.origin(name).distribution == plugin.name
        for field in ("formulation", "remote", "description", "shapes"):
            assert getattr(spec, field) == getattr(known, field), (name, field)
        assert known.install.startswith(spec.install)
    ours = {p.distribution for p in registry().plugins if p.registers.get("backends")}
    assert ours - {"boolsmith"} <= {plugin.name for plugin in KNOWN.values()}


def test_without_plugins_every_other_backend_says_how_to_get_it(environment_with):
    done = environment_with({}).boolsmith("backends", "--json", BOOLSMITH_PLUGINS="")
    assert done.returncode == 0, done.stderr
    for entry in json.loads(done.stdout)["backends"]:
        if entry["name"] in ("exact", "local"):
            assert entry["ready"]
        else:
            assert not entry["ready"]
            assert entry["install"].startswith(f"pip install {entry['distribution']}, or in a")
            assert entry["reason"] == "not installed" or "BOOLSMITH_PLUGINS" in entry["reason"]


def test_a_known_backend_that_is_not_there_is_an_error_that_says_what_to_install():
    code = (
        "from boolsmith.plugins import registry\n"
        "try:\n    registry().backends.get('leap-cqm')\n"
        "except ValueError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"BOOLSMITH_PLUGINS": ""},
    )
    assert done.stdout == (
        "unknown backend 'leap-cqm'; boolsmith-leap provides it: pip install boolsmith-leap, "
        "or in a clone: pip install -e plugins/boolsmith-solvers -e plugins/boolsmith-leap\n"
    )


def test_listing_imports_no_solver(environment_with):
    code = """
    import sys
    from boolsmith.cli import main
    main(["backends", "exact", "local", "neal", "cp-sat", "highs", "mip-cbc", "mip-highs"])
    print("loaded:", *sys.modules)
    """
    printed = environment_with({}).python_prints(code)
    assert not SOLVERS & set(printed.rpartition("loaded:")[2].split())


def test_the_table_has_a_line_for_each(capsys):
    assert main(["backends"]) == 0
    printed = capsys.readouterr().out
    for name in KNOWN:
        assert f" {name} " in printed


def test_an_unknown_name_suggests_the_nearest(capsys):
    assert main(["backends", "loca"]) == 2
    assert "unknown backend 'loca'; did you mean 'local'?" in capsys.readouterr().err


@pytest.mark.parametrize("spec", registry().backends, ids=lambda spec: spec.name)
def test_the_shapes_are_those_that_the_backend_supports(spec):
    backend = spec.load()
    data = pack(np.eye(3, dtype=bool)[:, :2], [1, 1, 0])
    outer = {"depth-one": OR, "or-of-ands": OR, "and-of-ors": AND}
    taken = [
        shape
        for shape in SHAPES
        if backend.supports(Subproblem(data, outer[shape], shape=shape)) is None
    ]
    assert tuple(taken) == spec.shapes


@pytest.mark.parametrize("spec", registry().backends, ids=lambda spec: spec.name)
def test_the_operators_are_those_that_the_backend_supports(spec, capsys):
    backend = spec.load()
    data = pack(np.eye(3, dtype=bool)[:, :2], [1, 1, 0])
    taken = [
        operator.name
        for operator in registry().operators
        if "variables" in (backend.supports(Subproblem(data, operator)) or "variables")  # too large
    ]
    assert listing(capsys)[spec.name]["operators"] == taken
    implies = TableOperator("Implies", arity=2, table=0b1101)
    assert spec.takes(implies) == (backend.supports(Subproblem(data, implies)) is None)


def test_check_solves_with_the_built_in_ones(capsys):
    for entry in listing(capsys, "--check", "local", "exact").values():
        assert entry["check"]["rule"] == "Or(a, b)"
        assert entry["check"]["reason"] is None
        assert entry["check"]["seconds"] > 0


def test_check_says_of_leap_without_a_token_why_it_fails(capsys):
    pytest.importorskip("boolsmith_leap")
    entry = listing(capsys, "leap-cqm", "--check", status=1)["leap-cqm"]
    assert not entry["ready"]
    assert entry["reason"].startswith("no API token: set DWAVE_API_TOKEN")
    assert "no API token" in entry["check"]["reason"]


def test_leap_is_ready_with_a_token_which_is_not_printed(capsys, monkeypatch, tmp_path):
    pytest.importorskip("boolsmith_leap")
    monkeypatch.setenv("DWAVE_API_TOKEN", "DEV-from-environment")
    monkeypatch.setenv("DWAVE_API_ENDPOINT", "http://127.0.0.1:9/nobody/listens")
    assert listing(capsys, "leap-bqm")["leap-bqm"]["ready"]
    monkeypatch.delenv("DWAVE_API_TOKEN")
    (tmp_path / "dwave.conf").write_text("[defaults]\ntoken = DEV-from-file\n")
    for name in ("leap-bqm", "leap-cqm", "qpu"):
        assert main(["backends", name]) == 0
        printed = capsys.readouterr()
        assert " ready " in printed.out
        assert "DEV-" not in printed.out + printed.err
    monkeypatch.setenv("DWAVE_PROFILE", "absent")
    entry = listing(capsys, "qpu")["qpu"]
    assert entry["reason"].startswith("D-Wave's configuration: ")
    assert "DEV-" not in json.dumps(entry)


def test_a_module_that_is_missing_is_told_with_the_command_to_install_it(plugin, capsys):
    plugin(requires="not.there", install="pip install not-there")
    assert listing(capsys, "own")["own"]["reason"] == "module not.there is missing"
    assert main(["backends", "own"]) == 0
    assert "module not.there is missing: pip install not-there" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise RuntimeError('out\\nof order')", "RuntimeError: out of order"),
        ("return Solution('no-incumbent', message='too hard')", "no rule: too hard"),
        ("return Solution('optimal', Literal('a'), 9.0)", "a wrong answer: a, said to score 9.0"),
    ],
)
def test_check_gives_the_reason_of_a_failure_in_a_line(plugin, capsys, body, reason):
    plugin(f"""
    from boolsmith import Literal
    from boolsmith.subproblems import Solution

    class Own:
        def supports(self, subproblem):
            return None

        def solve(self, subproblem, *, time_limit, seed=None):
            {body}
    """)
    assert listing(capsys, "own", "--check", status=1)["own"]["check"]["reason"] == reason


def test_check_gives_the_reason_of_a_refusal_and_of_a_broken_module(plugin, capsys):
    plugin("""
    class Own:
        def supports(self, subproblem):
            return 'no'

        def solve(self, subproblem, *, time_limit, seed=None):
            raise AssertionError
    """)
    entry = listing(capsys, "own", "--check", status=1)["own"]
    assert entry["check"]["reason"].endswith("it does not take an Or of two features: no")
    plugin("1 // 0\n")
    entry = listing(capsys, "own", "--check", status=1)["own"]
    assert "ZeroDivisionError" in entry["check"]["reason"]


def test_what_the_plugin_says_is_missing_is_told(plugin, capsys):
    plugin("def missing():\n    return 'no licence file'\n", configured="own_solver:missing")
    assert listing(capsys, "own")["own"]["reason"] == "no licence file"
    plugin("def missing():\n    raise OSError('lost')\n", configured="own_solver:missing")
    assert listing(capsys, "own")["own"]["reason"] == "own_solver:missing raised OSError: lost"
