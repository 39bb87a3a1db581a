"""The conventions of the command line: one line per error, exit status, lazy commands."""

import importlib
import os
import re
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from boolsmith.cli import main, program
from boolsmith.commands import Command
from boolsmith.plugins import registry


@pytest.fixture
def command(monkeypatch):
    """Puts a command `try` in the table that runs the given function."""

    def install(run):
        module = SimpleNamespace(configure=lambda parser: None, run=run)
        monkeypatch.setitem(sys.modules, "try_command", module)
        tried = Command("try", "try_command:run", description="try something")
        monkeypatch.setattr(program, "BUILTIN", (*program.BUILTIN, tried))

    return install


@pytest.mark.parametrize("name", registry().commands.names())
def test_every_command_of_the_table_exists_and_is_in_the_help(name, capsys):
    found = registry().commands.get(name)
    line = found.description
    module = importlib.import_module(found.target.partition(":")[0])
    assert callable(module.configure)
    assert callable(module.run)
    assert main(["--help"]) == 0
    assert re.search(rf"^  {name} +{re.escape(line)}$", capsys.readouterr().out, re.MULTILINE)
    assert main([name, "--help"]) == 0
    assert "--plugin FILE" in capsys.readouterr().out


def test_without_a_command_the_help_is_printed(capsys):
    assert main([]) == 0
    assert "commands:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["plugin"], "unknown command 'plugin'; did you mean 'plugins'?"),
        (["--nonsense"], "unrecognized arguments: --nonsense (see `boolsmith --help`)"),
        (
            ["plugins", "--jsn"],
            "unrecognized arguments: --jsn; did you mean --json? (see `boolsmith plugins --help`)",
        ),
        (["--plugin", "none.py", "plugins"], "plugin file 'none.py' does not exist"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments, message, capsys):
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.err == f"boolsmith: error: {message}\n"
    assert printed.out == ""


@pytest.mark.parametrize(
    ("name", "distribution"),
    [
        ("bench", "boolsmith-bench"),
        ("new-plugin", "boolsmith-testing"),
        ("plot", "boolsmith-plots"),
    ],
)
def test_a_command_whose_plugin_is_absent_says_what_to_install(name, distribution):
    done = subprocess.run(
        [sys.executable, "-m", "boolsmith", name, "--help"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "BOOLSMITH_PLUGINS": ""},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        f"boolsmith: error: unknown command '{name}'; {distribution} provides it: pip install "
        f"{distribution}, or in a clone: pip install -e plugins/"
    )
    assert done.stderr.endswith(f"-e plugins/{distribution}\n")


def test_debug_shows_the_traceback(command):
    def run(args):
        raise ValueError("deep inside")

    command(run)
    for arguments in (["--debug", "try"], ["try", "--debug"]):
        with pytest.raises(ValueError, match="deep inside"):
            main(arguments)


def test_a_fault_of_ours_is_one_line_and_status_1(command, capsys):
    command(lambda args: 1 // 0)
    assert main(["try"]) == 1
    assert capsys.readouterr().err == (
        "boolsmith: internal error: ZeroDivisionError: integer division or modulo by zero "
        "(--debug shows where)\n"
    )


def test_a_file_that_cannot_be_read_is_bad_input(command, capsys, tmp_path):
    command(lambda args: len((tmp_path / "none.csv").read_text()))
    assert main(["try"]) == 2
    assert "none.csv" in capsys.readouterr().err


def test_the_status_of_a_command_is_that_of_the_program(command):
    command(lambda args: 7)
    assert main(["try"]) == 7


@pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")
def test_ctrl_c_ends_with_130_and_a_short_line(tmp_path):
    ready = tmp_path / "ready"
    plugin = tmp_path / "slow.py"
    plugin.write_text(
        f"import pathlib, time\npathlib.Path({str(ready)!r}).touch()\ntime.sleep(60)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "boolsmith", "--plugin", str(plugin), "plugins"],
        stderr=subprocess.PIPE,
        text=True,
    )
    while not ready.exists():
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30)[1] == "boolsmith: interrupted\n"
    assert process.returncode == 130


@pytest.mark.skipif(os.name == "nt", reason="pipes are those of POSIX")
def test_a_reader_that_leaves_is_not_an_error():
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "boolsmith", "plugins", "--json"],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.stderr == ""
    assert done.returncode == 141
