"""The distribution that README.md shows: ten lines, and every part of Boolsmith knows it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def files(blocks_of):
    return {block["title"]: block["text"] for block in blocks_of("README.md") if block["title"]}


@pytest.fixture(scope="module")
def environment(files, environment_with, tmp_path_factory):
    environment = environment_with({})
    folder = tmp_path_factory.mktemp("almost")
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(environment.python), "install"]
    flags = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, *flags, str(folder)], check=True, cwd=folder)
    return environment


def test_it_has_ten_lines(files):
    assert set(files) == {"pyproject.toml", "boolsmith_almost.py"}
    lines = [line for text in files.values() for line in text.splitlines() if line]
    assert len(lines) == 10


def test_the_guide_shows_the_same_files(files, blocks_of):
    guide = {b["title"]: b["text"] for b in blocks_of("docs/how-to/add-an-operator.md")}
    assert {name: guide[name] for name in files} == files


def test_it_is_listed(environment):
    (plugin,) = [
        plugin
        for plugin in environment.plugins()["plugins"]
        if plugin["distribution"] == "boolsmith-almost"
    ]
    assert plugin["version"] == "1.0"
    assert plugin["registers"]["operators"] == ["Almost"]
    assert plugin["failure"] is None


def test_it_is_parsed_evaluated_simplified_and_serialised(environment):
    printed = environment.python_prints("""
        import itertools, json
        from boolsmith import Rule
        rule = Rule.parse("Almost(a, b, ~c)")
        rows = list(itertools.product([False, True], repeat=3))
        print(json.dumps({
            "text": str(rule),
            "right": all(
                rule.evaluate(dict(zip("abc", (a, b, c)))) == (a + b + (not c) >= 2)
                for a, b, c in rows
            ),
            "of_two": str(Rule.parse("Almost(a, b)").simplify()),
            "same": Rule.from_json(json.loads(json.dumps(rule.to_json()))) == rule,
            "equivalent": rule.equivalent(Rule.parse("AtLeast2(a, b, ~c)")),
        }))
    """)
    assert json.loads(printed) == {
        "text": "Almost(a, b, ~c)",
        "right": True,
        "of_two": "Or(a, b)",
        "same": True,
        "equivalent": True,
    }


def test_a_rule_with_it_says_what_is_missing_where_it_is_not_installed():
    code = "from boolsmith import Rule; Rule.parse('Almost(a, b)')"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=Path.home()
    )
    assert "unknown operator 'Almost'" in done.stderr
