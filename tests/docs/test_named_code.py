"""What the explanations say of the code is there: files, functions, lines and terms."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WALK = ROOT / "docs/explanation/walk-of-a-row.md"
LOOP = ROOT / "docs/explanation/loop.md"
GLOSSARY = ROOT / "docs/glossary.md"


def definition(file, name):
    """The function of a file, or None; `name` may be `Class.method`."""
    found = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    for part in name.split("."):
        found = next((node for node in found.body if getattr(node, "name", None) == part), None)
        if found is None:
            return None
    return found


STEPS = re.findall(
    r"^\| ([\w ]+) \| .* \| `(core/[\w/.]+)` \| `([\w.]+)` \|$", WALK.read_text("utf-8"), re.M
)


def test_the_walk_has_every_step_from_reading_to_sql():
    assert [STEPS[0][0], STEPS[-1][0]] == ["reading", "SQL"]
    assert len(STEPS) == 20


@pytest.mark.parametrize(("step", "file", "name"), STEPS)
def test_a_step_of_the_walk_is_a_function_of_its_file(step, file, name):
    assert isinstance(definition(file, name), ast.FunctionDef)


def lines_beside_the_listing():
    """Every piece of code beside a step of a listing, with the file named above its table."""
    for part in LOOP.read_text(encoding="utf-8").split("\n## "):
        file = re.search(r"[Ii]n `(core/[\w/.]+)`:", part)
        rows = re.findall(r"^\| .* \| (.*`.*) \|$", part.partition("<!--")[0], re.M)
        if file is not None:
            yield from ((file[1], code) for row in rows for code in re.findall("`([^`]+)`", row))


LINES = list(lines_beside_the_listing())


def test_all_three_tables_are_read():
    assert len({file for file, _ in LINES}) == 3
    assert len(LINES) > 25


@pytest.mark.parametrize(("file", "code"), LINES)
def test_a_line_beside_the_listing_is_in_the_file(file, code):
    assert code in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "name"),
    re.findall(r"<!-- source: (\S+) (\S+) -->", LOOP.read_text(encoding="utf-8")),
)
def test_a_function_that_the_page_shows_is_in_the_file(file, name):
    assert isinstance(definition(file, name), ast.FunctionDef)


TERMS = re.findall(r"^\| ([a-z][a-z -]+) \| ", GLOSSARY.read_text(encoding="utf-8"), re.M)


@pytest.fixture(scope="module")
def everything_else():
    """The code of the core and all pages but the glossary, in lower case."""
    pages = [*ROOT.glob("docs/**/*.md"), *ROOT.glob("plugins/*/docs/*.md")]
    files = [*ROOT.glob("core/**/*.py"), *(page for page in pages if page != GLOSSARY)]
    return "\n".join(file.read_text(encoding="utf-8") for file in files).lower()


def test_no_term_of_the_glossary_has_two_meanings():
    assert len(TERMS) > 70
    assert len(set(TERMS)) == len(TERMS)


@pytest.mark.parametrize("term", TERMS)
def test_a_term_of_the_glossary_is_used(term, everything_else):
    assert re.search(rf"\b{term.replace(' ', '[ _-]')}", everything_else)
