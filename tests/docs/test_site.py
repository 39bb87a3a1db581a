"""The site builds without a warning, with what is generated from the code."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from boolsmith.commands import BUILTIN as COMMANDS
from boolsmith.config.fitting import keys
from boolsmith.plugins import HOOKS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [
        "mkdocs",
        "build",
        "--strict",
        "-f",
        str(ROOT / "docs/mkdocs.yml"),
        "-d",
        str(folder),
    ]
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


def text_of(page):
    return re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8"))


def test_the_reference_has_every_hook(site):
    page = text_of(site / "reference/hooks/index.html")
    for hook in HOOKS:
        assert hook in page


def test_the_reference_has_every_command_with_its_options(site):
    page = text_of(site / "reference/cli/index.html")
    for command in COMMANDS:
        assert f"usage: boolsmith {command.name} " in page


def test_the_reference_has_every_setting_with_its_option(site):
    page = text_of(site / "reference/configuration/index.html")
    for key in keys().values():
        assert f"{key.name}\n" in page
        assert f"{key.option}\n" in page


def test_the_four_parts_are_there(site):
    for part in ("tutorial", "how-to", "reference", "explanation"):
        assert any((site / part).rglob("index.html"))


def test_the_pages_of_distributions_are_there(site):
    pages = {file.relative_to(ROOT) for file in ROOT.glob("plugins/*/docs/*.md")}
    assert len(pages) >= 5
    for page in pages:
        assert (site / "plugins" / page.parts[1] / page.stem / "index.html").exists()


def test_neither_settings_nor_scripts_are_published(site):
    assert not [*site.rglob("*.yml"), *site.rglob("mkdocs_hooks*")]
