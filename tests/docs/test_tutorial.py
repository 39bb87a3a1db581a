"""The code of the tutorial is a real directory, and the page shows what is in it."""

from pathlib import Path

import pytest
from boolsmith_testing import check_law
from boolsmith_testing.new_plugin import new_plugin
from boolsmith_testing.subject import module_from_file

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/tutorial/boolsmith-minority"
PAGE = "docs/tutorial/publish-an-operator.md"


def test_every_file_on_the_page_is_the_one_in_the_directory(blocks_of):
    shown = {block["title"]: block["text"] for block in blocks_of(PAGE) if block["title"]}
    assert len(shown) == 3
    for title, text in shown.items():
        file = FOLDER.parent / title
        assert file.read_text(encoding="utf-8") == text, title


def test_all_other_files_are_those_that_the_command_makes(tmp_path, blocks_of):
    written = new_plugin("boolsmith-minority", "operator", tmp_path / "new")
    shown = {block["title"] for block in blocks_of(PAGE) if block["title"]}
    ours = {file for file in FOLDER.rglob("*") if file.is_file() and "cache" not in str(file)}
    names = {file.relative_to(tmp_path / "new").as_posix() for file in written}
    assert {file.relative_to(FOLDER).as_posix() for file in ours} == names
    edited = {title.removeprefix("boolsmith-minority/") for title in shown} | {"README.md"}
    for name in names - edited - {"LICENSE"}:
        made = (tmp_path / "new" / name).read_text(encoding="utf-8")
        assert (FOLDER / name).read_text(encoding="utf-8") == made, name


@pytest.mark.parametrize("number", range(4))
def test_the_laws_of_the_tutorial_hold(number):
    from boolsmith.plugins import load_plugin, unload_plugin

    plugin = load_plugin(FOLDER / "src/boolsmith_minority/__init__.py")
    try:
        laws = module_from_file(FOLDER / "tests/test_operator.py").LAWS
        assert check_law(laws[number]) >= 1
    finally:
        unload_plugin(plugin.distribution)
